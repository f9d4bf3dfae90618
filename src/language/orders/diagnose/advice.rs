//! Fills notes with the sentence's own names: `If Tokiomi's Servant is not here, …` rather than an arbitrary name.

use crate::language::conditions::SourceContext as _;
use crate::language::name_book::NameKind;
use crate::language::orders::diagnose::unsupported_orders::find_shield_advice;
use crate::language::prepare::Prepared;

/// Fills the placeholders of a note: `{foe}`, `{other}`, `{master}`, `{servant}`, `{own}`, `{skill}`, `{item}`,
/// `{place}`, `{team}`, `{number}`, and those of [`fill_things`]. Names from the sentence come first, then other known
/// names. The opponent nearest before byte offset `at` comes before all others.
pub(in crate::language::orders) fn fill_placeholders(
    note: &str,
    (sentence, at): (&str, usize),
    prepared: &Prepared<'_>,
    actor: Option<&str>,
) -> String {
    if !note.contains('{') {
        return note.to_owned();
    }
    let in_sentence = |kind: NameKind| {
        let of_kind = sentence.chars().filter(move |c| prepared.names.mark_is(*c, kind));
        of_kind.filter_map(|c| prepared.name_of_mark(c)).map(str::to_owned).collect::<Vec<_>>()
    };
    let in_book = |kind: NameKind| prepared.names.of_kind(kind).map(str::to_owned).collect::<Vec<_>>();
    let own = in_book(NameKind::Own);
    let is_own = |name: &String| own.contains(name);
    let mut foes = in_sentence(NameKind::Character);
    let before = sentence.get(..at).unwrap_or_default().chars().rev();
    let nearest =
        before.filter(|c| prepared.names.mark_is(*c, NameKind::Character)).filter_map(|c| prepared.name_of_mark(c));
    let nearest = nearest.map(str::to_owned).find(|name| !is_own(name));
    foes.splice(0..0, nearest);
    foes.extend(in_book(NameKind::Character));
    foes.retain(|name| !is_own(name));
    let foe = foes.first().cloned().unwrap_or_else(|| "an opponent".to_owned());
    let other = foes.iter().find(|name| **name != foe).cloned().unwrap_or_else(|| foe.clone());
    let is_actor = |name: &String| actor.is_some_and(|actor| actor.eq_ignore_ascii_case(name));
    let (own_in_sentence, others) = (in_sentence(NameKind::Own), || own.iter().filter(|name| !is_actor(name)));
    let mut own_name =
        own_in_sentence.iter().filter(|name| !is_actor(name)).chain(&own_in_sentence).chain(others()).chain(&own);
    let own_name = own_name.next().cloned().unwrap_or_else(|| "me".to_owned());
    let first = |kind: NameKind, fallback: &str| {
        let found = in_sentence(kind).into_iter().next();
        found.or_else(|| in_book(kind).into_iter().next()).unwrap_or_else(|| fallback.to_owned())
    };
    let of_sentence =
        |kind: NameKind, fallback: &str| in_sentence(kind).into_iter().next().unwrap_or_else(|| fallback.to_owned());
    let first_foe_among = |known: &[String]| {
        let foe_in_sentence = foes.iter().find(|name| known.contains(name)).cloned();
        foe_in_sentence.or_else(|| known.first().cloned()).unwrap_or_else(|| foe.clone())
    };
    let (master, servant) = (first_foe_among(prepared.names.masters()), first_foe_among(prepared.names.servants()));
    let number: String =
        sentence.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let number = if number.is_empty() { "80".to_owned() } else { number };
    [
        ("{foe}", foe.clone()),
        ("{other}", other),
        ("{master}", master),
        ("{servant}", servant),
        ("{own}", own_name),
        ("{skill}", of_sentence(NameKind::Skill, "SKILL")),
        ("{item}", of_sentence(NameKind::Item, "ITEM")),
        ("{place}", first(NameKind::Location, "LOCATION")),
        ("{team}", first(NameKind::Team, "TEAM")),
        ("{number}", number),
    ]
    .into_iter()
    .fold(fill_things(note, sentence, prepared, actor), |note, (placeholder, name)| note.replace(placeholder, &name))
}

/// Fills the placeholders for skills and items of a kind: `{strike}`, an own skill that does harm; `{support}`, one
/// that does none; `{upkept}`, any own one; `{seen}`, somebody else's; `{held}`, an item of the actor's; `{bought}`,
/// any item.
fn fill_things(note: &str, sentence: &str, prepared: &Prepared<'_>, actor: Option<&str>) -> String {
    let names = prepared.names;
    let written = |kind: NameKind| {
        let marks = sentence.chars().filter(move |c| names.mark_is(*c, kind));
        marks.filter_map(|c| prepared.name_of_mark(c))
    };
    let is_own = |skill: &&str| names.points_of(skill).is_some();
    let own =
        |harmless: bool| written(NameKind::Skill).find(|skill| is_own(skill) && names.does_no_harm(skill) == harmless);
    let of_others = || names.of_kind(NameKind::Skill).find(|skill| !is_own(skill));
    let seen = written(NameKind::Skill).find(|skill| !is_own(skill)).or_else(of_others);
    let held = || names.items_of(actor.unwrap_or_default()).first().map(String::as_str);
    let item = written(NameKind::Item).next();
    [
        ("{strike}", own(false).unwrap_or("SKILL")),
        ("{support}", own(true).unwrap_or("SKILL")),
        ("{upkept}", written(NameKind::Skill).find(is_own).unwrap_or("SKILL")),
        ("{seen}", seen.unwrap_or("SKILL")),
        ("{held}", item.or_else(held).unwrap_or("ITEM")),
        ("{bought}", item.unwrap_or("ITEM")),
    ]
    .into_iter()
    .fold(note.to_owned(), |note, (placeholder, name)| note.replace(placeholder, name))
}

/// Common requests that no form fits, by words that all appear in the sentence: the reason, and what to write.
const ADVICE: &[(&[&str], &str, &str)] = &[
    (&["tomorrow"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["every night"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["after my attacks"], REASON_BEHIND_ATTACKS, NOTE_BEHIND_ATTACKS),
    (&["after her attacks"], REASON_BEHIND_ATTACKS, NOTE_BEHIND_ATTACKS),
    (&["after all my attacks"], REASON_BEHIND_ATTACKS, NOTE_BEHIND_ATTACKS),
    (&["right after", "otherwise"], REASON_WAITING, NOTE_WAITING),
    (&["every turn"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["each turn"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["on night"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["not paying"], "an upkeep is paid by itself, as long as it can be", "write `Stop paying for {skill}.`"),
    (&["not pay"], "an upkeep is paid by itself, as long as it can be", "write `Stop paying for {skill}.`"),
    (&["doesn't pay"], "an upkeep is paid by itself, as long as it can be", "write `Stop paying for {skill}.`"),
    (&["each night"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["next three"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["three turns"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["two nights"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["three nights"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["night after"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["next night"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["next turn"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["first night"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["first day"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["first turn,"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["1st turn"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["full turns"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&[" nights in a row"], REASON_OTHER_TURN, NOTE_OTHER_TURN),
    (&["only use "], REASON_ONLY, NOTE_ONLY),
    (&["only attack "], REASON_ONLY, NOTE_ONLY),
    (&["only cast "], REASON_ONLY, NOTE_ONLY),
    (&["where", " goes"], REASON_FOLLOWING, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (&["stick with"], REASON_FOLLOWING, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (&["stick w/"], REASON_FOLLOWING, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (&["same spot"], REASON_FOLLOWING, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (
        &["bounded field"],
        "whether there is a Bounded Field somewhere cannot be asked: only of a skill by its name",
        NOTE_BOUNDED_FIELD,
    ),
    (&["spend", " cp ", "at most"], REASON_PURCHASE_LIMIT, NOTE_PURCHASE_LIMIT),
    (&["spend", " cp ", "no more than"], REASON_PURCHASE_LIMIT, NOTE_PURCHASE_LIMIT),
    (&["until", " cp "], REASON_PURCHASE_LIMIT, NOTE_PURCHASE_LIMIT),
    (&["til ", " cp"], REASON_PURCHASE_LIMIT, NOTE_PURCHASE_LIMIT),
    (&["so long as", " cp "], REASON_PURCHASE_LIMIT, NOTE_PURCHASE_LIMIT),
    (&[" cp ", "remain"], REASON_PURCHASE_LIMIT, NOTE_PURCHASE_LIMIT),
    (&["ceasefire", "till"], REASON_PACT_DURATION, NOTE_PACT_DURATION),
    (&["ceasefire", "til "], REASON_PACT_DURATION, NOTE_PACT_DURATION),
    (&["ceasefire", "as long as"], REASON_PACT_DURATION, NOTE_PACT_DURATION),
    (&["ceasefire", " off "], REASON_PACT_DURATION, NOTE_PACT_DURATION),
    (&["says yes"], REASON_AWAITED_ANSWER, NOTE_AWAITED_ANSWER),
    (&["says no"], REASON_AWAITED_ANSWER, NOTE_AWAITED_ANSWER),
    (&["say yes"], REASON_AWAITED_ANSWER, NOTE_AWAITED_ANSWER),
    (&["say no"], REASON_AWAITED_ANSWER, NOTE_AWAITED_ANSWER),
    (&["most damage"], REASON_SUPERLATIVE, "write a name, or `whoever attacked me first`"),
    (&["hit me hardest"], REASON_SUPERLATIVE, "write a name, or `whoever attacked me first`"),
    (&["hurt me most"], REASON_SUPERLATIVE, "write a name, or `whoever attacked me first`"),
    (&["last hit me"], REASON_SUPERLATIVE, "write a name, or `whoever attacked me first`"),
    (&["any blue"], REASON_BLUE_STATEMENT, "read the log, and answer by its number: `Counter 3 in blue: \"…\"`"),
    (&[" a blue "], REASON_BLUE_STATEMENT, "read the log, and answer by its number: `Counter 3 in blue: \"…\"`"),
    (&["blues "], REASON_BLUE_STATEMENT, "read the log, and answer by its number: `Counter 3 in blue: \"…\"`"),
    (
        &["'s missing"],
        "what Health somebody is missing is asked by what is left",
        "write `If {own} has {number} or less Health, …`, or `less than 60% Health`",
    ),
    (
        &["alliance", " against "],
        "an alliance is with a team, and against nobody",
        "write `Ally with {team}.`; whom you strike each order says by itself",
    ),
    (&[" the message "], "a message goes to a team, by its name", "write `Tell {team}: \"…\"`, an order for each team"),
    (
        &["tell every"],
        "a message goes to a team, by its name, or to all in public",
        "write `Say: \"…\"`, or `Tell {team}: \"…\"`",
    ),
    (
        &[" instead of ", "phase"],
        "what is ordered for one time is done then, and at no other",
        "leave out what stands behind `instead of`",
    ),
    (&["target priority"], "an order names whom it is for", NOTE_OTHERWISE),
    (&[" else,"], "one order in another's place is said whole", NOTE_OTHERWISE),
    (&[". else "], "one order in another's place is said whole", NOTE_OTHERWISE),
    (&["; else "], "one order in another's place is said whole", NOTE_OTHERWISE),
    (&[", else "], "one order in another's place is said whole", NOTE_OTHERWISE),
    (&["or else"], "one order in another's place is said whole", NOTE_OTHERWISE),
    (&["each of my ap"], REASON_EACH_POINT, NOTE_EACH_POINT),
    (&["each ap"], REASON_EACH_POINT, NOTE_EACH_POINT),
    (&[" ap on "], REASON_POINTS_SPENT, "write `Use {skill} on {foe} 2 times.`, an order for each skill"),
    (&["with 2 ap"], REASON_POINTS_SPENT, "write `Use {skill} on {foe}.`, an order for each skill"),
    (
        &[" ap left "],
        REASON_POINTS_SPENT,
        "write `Use {skill} on {foe} as often as possible.`, below the orders that come first",
    ),
    (&["whoever she "], REASON_STRUCK_TARGET, NOTE_STRUCK_TARGET),
    (&["whoever he "], REASON_STRUCK_TARGET, NOTE_STRUCK_TARGET),
    (
        &["end of the turn"],
        "a move is the last of the first round by itself; anything else ends with its phase",
        "leave the time out: `Flee to {place}.`, `Move to {place}.`; or write `… at the end of the Attacking Phase`",
    ),
    (&["'s hands"], "what is handed over is given", "write `Give {item} to {own}.`"),
    (
        &["whose servant"],
        "of whose Servant something is so is asked of one, by name",
        "write `If {master}'s Servant is not here, attack {master}.`",
    ),
    (
        &[" before "],
        "nothing is done before its own place in the Turn, and of two events none is asked which came first",
        "leave the time out: what comes before another phase by itself needs none; whom somebody attacks first can be asked: `If {foe} attacks {own} first, …`",
    ),
    (&["come back"], "whoever scouts by day is back for the night", "leave it out: `Scout {place}.`"),
    (&["any skill on"], REASON_SKILL_TARGET, "write `When {foe} uses a skill, …`, or `When {foe} attacks {other}, …`"),
    (&["a skill on"], REASON_SKILL_TARGET, "write `When {foe} uses a skill, …`, or `When {foe} attacks {other}, …`"),
    (
        &["willing"],
        "what somebody answers is not told within the Turn, so that no order can wait for it",
        "leave it out: a contract is made if both order it: `If {master} dies, contract with {servant}.`",
    ),
    (&[" passed "], "who has handed something over is asked by who holds it", "write `If I hold {item}, …`"),
    (&["battle has started"], "of a battle it is asked who is in it", "write `If I am not in battle, …`"),
    (
        &["only one of them"],
        "which one? it is asked of each by name",
        "write `If {foe} attacks me and {other} does not attack me, …`",
    ),
    (&["arrive"], REASON_AT_ARRIVAL, "`Move to {place}.`, and below it `If no opponent is here, …`"),
    (&["arrival"], REASON_AT_ARRIVAL, "`Move to {place}.`, and below it `If {own} has {number} or less Health, …`"),
    (&["fled there"], "where to somebody has fled is not asked", "write `If {own} has fled, …`"),
    (&["entered by"], "whoever comes enters", "write `If anyone has entered {place}, …`"),
    (
        &["into spirit form with"],
        "a Command Spell is given to a Servant in its own words",
        "write `Command {own} \"Take on Spirit Form!\".`",
    ),
    (&["servants are all"], "who all of them are is said by name", "write `If {foe} is here and {other} is here, …`"),
    (
        &["flees to"],
        "where to somebody flees is not asked, and all move at once",
        "write `If {own} flees, …`; to go along go by yourself: `Flee to {place}.`",
    ),
];

/// The same, of what the grammar would complain about first at a word that is not the cause.
const EARLY_ADVICE: &[(&[&str], &str, &str)] = &[
    (
        &["very end of the turn"],
        "which end? the first round ends with the Prepared Effect Phase",
        "write `… at the end of the Prepared Effect Phase`; a move needs no time",
    ),
    (
        &["tell every"],
        "is all of this said, or is a part of it a condition or another order?",
        "put what is said in quotes: `Say: \"…\"`, and end the order with a full stop",
    ),
    (&["stranger"], REASON_STRANGER, NOTE_STRANGER),
    (&["newcomer"], REASON_STRANGER, NOTE_STRANGER),
    (&["someone new"], REASON_STRANGER, NOTE_STRANGER),
    (&["somebody new"], REASON_STRANGER, NOTE_STRANGER),
    (&["anyone new"], REASON_STRANGER, NOTE_STRANGER),
    (&["a new servant"], REASON_STRANGER, NOTE_STRANGER),
    (&["a new character"], REASON_STRANGER, NOTE_STRANGER),
    (&[" we don't know"], REASON_STRANGER, NOTE_STRANGER),
    (&[" i don't know"], REASON_STRANGER, NOTE_STRANGER),
    (&["weaker of "], REASON_OTHERS_HEALTH, NOTE_OTHERS_HEALTH),
    (&["looks more hurt"], REASON_OTHERS_HEALTH, NOTE_OTHERS_HEALTH),
    (&["looks worse"], REASON_OTHERS_HEALTH, NOTE_OTHERS_HEALTH),
    (&["done their support"], REASON_SUPPORTS_DONE, NOTE_SUPPORTS_DONE),
    (&["after the others' support"], REASON_SUPPORTS_DONE, NOTE_SUPPORTS_DONE),
    (
        &["the second goes to"],
        "each use of a skill whose target hangs on the one before is an order of its own",
        "write `Use SKILL on A.`, and below it `If A is alive, use SKILL on A; otherwise, use SKILL on B.`",
    ),
    (
        &["deal with ", " is off"],
        "an alliance, or a ceasefire?",
        "write `End the alliance with {master}.` or `End the ceasefire with {master}.`",
    ),
    (
        &["enemies again"],
        "who is friend or foe is no order: an attack strikes whom it names",
        "leave it out; a pact is ended by `End the alliance with {master}.` or `End the ceasefire with {master}.`",
    ),
];

const NOTE_INSTEAD: &str = "write both as one order, `If C, A; otherwise, B.`, or leave `instead` out";
const REASON_STRANGER: &str = "whom you do not know yet is not asked for by that";
const NOTE_STRANGER: &str = "write `If an opponent enters this location, …`, which may be anybody, or leave one out: `an opponent except {foe}`";
const REASON_OTHERS_HEALTH: &str = "how much Health others have is not known (R200)";
const NOTE_OTHERS_HEALTH: &str =
    "write a name, or what can be seen: `If {foe} is here, use {skill} on {foe}; otherwise, use {skill} on {other}.`";
const REASON_SUPPORTS_DONE: &str = "what is done behind the others is put off to the end of its Phase";
const NOTE_SUPPORTS_DONE: &str = "write `Use {skill} at the end of the Support Phase.`";
const NOTE_BOUNDED_FIELD: &str = "of a field that you know write `If {skill} is active, …`; where another stands yours is cancelled and paid back, and `If {skill} fails, …` asks that";
const REASON_OTHER_TURN: &str = "an order is of this Turn alone";
const NOTE_OTHER_TURN: &str =
    "write it in the letter of the Night that it is for; what goes on is ordered again each Night";
const REASON_BEHIND_ATTACKS: &str = "what is done behind attacks is put off to the end of their phase";
const NOTE_BEHIND_ATTACKS: &str = "write in its place `… at the end of the Attacking Phase`";
const REASON_WAITING: &str = "what waits for an event has no `otherwise`: until when would it wait?";
const NOTE_WAITING: &str = "write two orders: `When {foe} attacks me, A.`, `If {foe} has not attacked me, B at the end of the Attacking Phase.`";
const REASON_ONLY: &str = "is it to be done then, or only not to be done otherwise?";
const NOTE_ONLY: &str =
    "to have it done: `If C, use {skill} on {foe}.`; to forbid it in every other case: `Don't use {skill} unless C.`";
const REASON_FOLLOWING: &str = "nobody is followed: a move names its place, and all move at once";
const REASON_PURCHASE_LIMIT: &str = "how much is bought is said by a number, and by what is had before it is paid";
const NOTE_PURCHASE_LIMIT: &str =
    "write `Buy 2 {item}.`, or `If I have {number} or more CP, buy {item}.`, an order for each";
const REASON_PACT_DURATION: &str = "an alliance or a ceasefire holds until it is ended, not for a time (R364)";
const NOTE_PACT_DURATION: &str =
    "write `Ceasefire with {team}.`, and in another letter `End the ceasefire with {team}.`";
const REASON_AWAITED_ANSWER: &str =
    "what somebody answers is not told within the Turn, so that no order can wait for it";
const NOTE_AWAITED_ANSWER: &str = "an alliance or a ceasefire is each side's own word: `Ally with {team}.`; what they do can be asked: `If {foe} attacks me, …`";
const REASON_SUPERLATIVE: &str = "who did the most, or the last, is not asked: only who did it, and who first";
const REASON_BLUE_STATEMENT: &str =
    "what somebody says in the Logic Game is answered on the next day, and no order waits for it";
const NOTE_OTHERWISE: &str = "write `If {foe} is here, use {skill} on {foe}; otherwise, use {skill} on {other}.`";
const REASON_POINTS_SPENT: &str = "what is spent is said by how often a skill is used";
const REASON_EACH_POINT: &str = "asked once for all of them, or anew for each AP?";
const NOTE_EACH_POINT: &str =
    "anew: the order itself once for each AP, a line each; once: `If C, use {skill} on {foe} as often as possible.`";
const REASON_STRUCK_TARGET: &str = "who has struck is said by name, and the first blow decides";
const NOTE_STRUCK_TARGET: &str = "write `Use {skill} on whoever {own} attacks.`, which waits for that attack";
const REASON_SKILL_TARGET: &str = "on whom it is used is asked of one skill, by name";
const REASON_AT_ARRIVAL: &str = "what is so at the end of a move is asked below the move, in the second round";

/// The reason and the advice for a sentence that speaks of the next Turn.
pub(in crate::language::orders) fn find_next_turn(sentence: &str) -> Option<(&'static str, &'static str)> {
    let lower = sentence.to_lowercase();
    (!lower.contains('"') && ["next turn", "next night"].iter().any(|of| lower.contains(of)))
        .then_some((REASON_OTHER_TURN, NOTE_OTHER_TURN))
}

/// The reason and the advice for a sentence whose cause stands elsewhere than where the grammar stopped.
pub(in crate::language::orders) fn find_early_advice(sentence: &str) -> Option<(&'static str, &'static str)> {
    let lower = sentence.to_lowercase();
    if lower.contains('"') {
        return None;
    }
    if let Some(advice) = find_shield_advice(sentence) {
        return Some(advice);
    }
    if lower.starts_with("if ") && lower.trim_end_matches(['.', '!', ' ']).ends_with(" instead") {
        return Some(("instead of what? no order stands before it that it could take the place of", NOTE_INSTEAD));
    }
    let row = EARLY_ADVICE.iter().find(|(words, ..)| words.iter().all(|word| lower.contains(word)))?;
    Some((row.1, row.2))
}

/// The reason and the advice for a sentence that could not be read, found by the words in it.
pub(in crate::language::orders) fn find_advice(sentence: &str) -> Option<(&'static str, &'static str)> {
    let lower = sentence.to_lowercase();
    let row = ADVICE.iter().find(|(words, ..)| words.iter().all(|word| lower.contains(word)))?;
    Some((row.1, row.2))
}
