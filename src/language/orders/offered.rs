//! Fills notes with the sentence's own names: `If Tokiomi's Servant is not here, …` rather than an arbitrary name.

use crate::language::conditions::Places as _;
use crate::language::name_book::NameKind;
use crate::language::prepare::Prepared;

/// Fills the placeholders of a note: `{foe}`, `{other}`, `{master}`, `{servant}`, `{own}`, `{skill}`, `{item}`,
/// `{place}`, `{team}`, `{number}`. Names from the sentence come first, then other known names. The opponent nearest
/// before byte offset `at` comes before all others.
pub(super) fn fill_placeholders(
    note: &str,
    (sentence, at): (&str, usize),
    prepared: &Prepared<'_>,
    actor: Option<&str>,
) -> String {
    if !note.contains('{') {
        return note.to_owned();
    }
    let named = |kind: NameKind| {
        let of_kind = sentence.chars().filter(move |c| prepared.names.mark_is(*c, kind));
        of_kind.filter_map(|c| prepared.marked(c)).map(str::to_owned).collect::<Vec<_>>()
    };
    let known = |kind: NameKind| prepared.names.of_kind(kind).map(str::to_owned).collect::<Vec<_>>();
    let own = known(NameKind::Own);
    let is_own = |name: &String| own.contains(name);
    let mut foes = named(NameKind::Character);
    let before = sentence.get(..at).unwrap_or_default().chars().rev();
    let nearest = before.filter(|c| prepared.names.mark_is(*c, NameKind::Character)).filter_map(|c| prepared.marked(c));
    let nearest = nearest.map(str::to_owned).find(|name| !is_own(name));
    foes.splice(0..0, nearest);
    foes.extend(known(NameKind::Character));
    foes.retain(|name| !is_own(name));
    let foe = foes.first().cloned().unwrap_or_else(|| "an opponent".to_owned());
    let other = foes.iter().find(|name| **name != foe).cloned().unwrap_or_else(|| foe.clone());
    let is_actor = |name: &String| actor.is_some_and(|actor| actor.eq_ignore_ascii_case(name));
    let (spoken_of, others) = (named(NameKind::Own), || own.iter().filter(|name| !is_actor(name)));
    let mut mine = spoken_of.iter().filter(|name| !is_actor(name)).chain(&spoken_of).chain(others()).chain(&own);
    let mine = mine.next().cloned().unwrap_or_else(|| "me".to_owned());
    let first = |kind: NameKind, or: &str| {
        let found = named(kind).into_iter().next();
        found.or_else(|| known(kind).into_iter().next()).unwrap_or_else(|| or.to_owned())
    };
    let of_sentence = |kind: NameKind, or: &str| named(kind).into_iter().next().unwrap_or_else(|| or.to_owned());
    let of = |known: &[String]| {
        let spoken_of = foes.iter().find(|name| known.contains(name)).cloned();
        spoken_of.or_else(|| known.first().cloned()).unwrap_or_else(|| foe.clone())
    };
    let (master, servant) = (of(prepared.names.masters()), of(prepared.names.servants()));
    let number: String =
        sentence.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let number = if number.is_empty() { "80".to_owned() } else { number };
    [
        ("{foe}", foe.clone()),
        ("{other}", other),
        ("{master}", master),
        ("{servant}", servant),
        ("{own}", mine),
        ("{skill}", of_sentence(NameKind::Skill, "SKILL")),
        ("{item}", of_sentence(NameKind::Item, "ITEM")),
        ("{place}", first(NameKind::Location, "LOCATION")),
        ("{team}", first(NameKind::Team, "TEAM")),
        ("{number}", number),
    ]
    .into_iter()
    .fold(note.to_owned(), |note, (place, name)| note.replace(place, &name))
}

/// Common requests that no form fits, by words that all appear in the sentence: the reason, and what to write.
const ADVICE: &[(&[&str], &str, &str)] = &[
    (&["tomorrow"], NIGHTS, OF_NIGHTS),
    (&["every night"], NIGHTS, OF_NIGHTS),
    (&["every turn"], NIGHTS, OF_NIGHTS),
    (&["each night"], NIGHTS, OF_NIGHTS),
    (&["next three"], NIGHTS, OF_NIGHTS),
    (&["three turns"], NIGHTS, OF_NIGHTS),
    (&["two nights"], NIGHTS, OF_NIGHTS),
    (&["three nights"], NIGHTS, OF_NIGHTS),
    (&["night after"], NIGHTS, OF_NIGHTS),
    (&["next night"], NIGHTS, OF_NIGHTS),
    (&["next turn"], NIGHTS, OF_NIGHTS),
    (&["first night"], NIGHTS, OF_NIGHTS),
    (&["first day"], NIGHTS, OF_NIGHTS),
    (&["first turn,"], NIGHTS, OF_NIGHTS),
    (&["1st turn"], NIGHTS, OF_NIGHTS),
    (&["full turns"], NIGHTS, OF_NIGHTS),
    (&[" nights in a row"], NIGHTS, OF_NIGHTS),
    (&["where", " goes"], FOLLOWED, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (&["stick with"], FOLLOWED, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (&["stick w/"], FOLLOWED, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (&["same spot"], FOLLOWED, "write `Move to {place}.`; who go together: `Move to {place} with {own}.`"),
    (
        &["bounded field"],
        "whether there is a Bounded Field somewhere cannot be asked: only of a skill by its name",
        "leave it out if you know it; of one that you know, `If {skill} is active, …`",
    ),
    (&["spend", " cp ", "at most"], BOUGHT, OF_CP),
    (&["spend", " cp ", "no more than"], BOUGHT, OF_CP),
    (&["until", " cp "], BOUGHT, OF_CP),
    (&["til ", " cp"], BOUGHT, OF_CP),
    (&["so long as", " cp "], BOUGHT, OF_CP),
    (&[" cp ", "remain"], BOUGHT, OF_CP),
    (&["ceasefire", "till"], PACT, OF_PACT),
    (&["ceasefire", "til "], PACT, OF_PACT),
    (&["ceasefire", "as long as"], PACT, OF_PACT),
    (&["ceasefire", " off "], PACT, OF_PACT),
    (&["says yes"], ANSWERED, OF_ANSWERS),
    (&["says no"], ANSWERED, OF_ANSWERS),
    (&["say yes"], ANSWERED, OF_ANSWERS),
    (&["say no"], ANSWERED, OF_ANSWERS),
    (&["most damage"], MOST, "write a name, or `whoever attacked me first`"),
    (&["hit me hardest"], MOST, "write a name, or `whoever attacked me first`"),
    (&["hurt me most"], MOST, "write a name, or `whoever attacked me first`"),
    (&["last hit me"], MOST, "write a name, or `whoever attacked me first`"),
    (&["any blue"], SAID_IN_BLUE, "read the log, and answer by its number: `Counter 3 in blue: \"…\"`"),
    (&[" a blue "], SAID_IN_BLUE, "read the log, and answer by its number: `Counter 3 in blue: \"…\"`"),
    (&["blues "], SAID_IN_BLUE, "read the log, and answer by its number: `Counter 3 in blue: \"…\"`"),
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
    (&["target priority"], "an order names whom it is for", ELSE),
    (&[" else "], "one order in another's place is said whole", ELSE),
    (&[" ap on "], AP, "write `Use {skill} on {foe} 2 times.`, an order for each skill"),
    (&["with 2 ap"], AP, "write `Use {skill} on {foe}.`, an order for each skill"),
    (&[" ap left "], AP, "write `Use {skill} on {foe} as often as possible.`, below the orders that come first"),
    (&["whoever she "], STRUCK, "write the name: `When {own} has attacked {foe}, use {skill} on {foe}.`"),
    (&["whoever he "], STRUCK, "write the name: `When {own} has attacked {foe}, use {skill} on {foe}.`"),
    (
        &["end of the turn"],
        "what is done in the Movement Phase is the last of the first round by itself",
        "leave the time out: `Flee to {place}.`, `Move to {place}.`",
    ),
    (&["'s hands"], "what is handed over is given", "write `Give {item} to {own}.`"),
    (
        &["whose servant"],
        "of whose Servant something is so is asked of one, by name",
        "write `If {master}'s Servant is not here, attack {master}.`",
    ),
    (
        &[" before "],
        "nothing is done before its own place in the Turn",
        "leave the time out: what comes before another phase by itself needs none",
    ),
    (&["come back"], "whoever scouts by day is back for the night", "leave it out: `Scout {place}.`"),
    (&["any skill on"], USED_ON, "write `When {foe} uses a skill, …`, or `When {foe} attacks {other}, …`"),
    (&["a skill on"], USED_ON, "write `When {foe} uses a skill, …`, or `When {foe} attacks {other}, …`"),
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
    (&["arrive"], ARRIVAL, "`Move to {place}.`, and below it `If no opponent is here, …`"),
    (&["arrival"], ARRIVAL, "`Move to {place}.`, and below it `If {own} has {number} or less Health, …`"),
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

const NIGHTS: &str = "an order is of this Turn alone";
const OF_NIGHTS: &str = "write it in the letter of the Night that it is for; what goes on is ordered again each Night";
const FOLLOWED: &str = "nobody is followed: a move names its place, and all move at once";
const BOUGHT: &str = "how much is bought is said by a number, and by what is had before it is paid";
const OF_CP: &str = "write `Buy 2 {item}.`, or `If I have {number} or more CP, buy {item}.`, an order for each";
const PACT: &str = "an alliance or a ceasefire holds until it is ended, not for a time (R364)";
const OF_PACT: &str = "write `Ceasefire with {team}.`, and in another letter `End the ceasefire with {team}.`";
const ANSWERED: &str = "what somebody answers is not told within the Turn, so that no order can wait for it";
const OF_ANSWERS: &str = "an alliance or a ceasefire is each side's own word: `Ally with {team}.`; what they do can be asked: `If {foe} attacks me, …`";
const MOST: &str = "who did the most, or the last, is not asked: only who did it, and who first";
const SAID_IN_BLUE: &str =
    "what somebody says in the Logic Game is answered on the next day, and no order waits for it";
const ELSE: &str = "write `If {foe} is here, use {skill} on {foe}; otherwise, use {skill} on {other}.`";
const AP: &str = "what is spent is said by how often a skill is used";
const STRUCK: &str = "whom somebody has struck is not asked for; it is said by name";
const USED_ON: &str = "on whom it is used is asked of one skill, by name";
const ARRIVAL: &str = "what is so at the end of a move is asked below the move, in the second round";

/// The reason and the advice for a sentence that speaks of the next Turn.
pub(super) fn find_next_turn(sentence: &str) -> Option<(&'static str, &'static str)> {
    let lower = sentence.to_lowercase();
    (!lower.contains('"') && ["next turn", "next night"].iter().any(|of| lower.contains(of)))
        .then_some((NIGHTS, OF_NIGHTS))
}

/// The reason and the advice for a sentence that could not be read, found by the words in it.
pub(super) fn find_advice(sentence: &str) -> Option<(&'static str, &'static str)> {
    let lower = sentence.to_lowercase();
    let row = ADVICE.iter().find(|(words, ..)| words.iter().all(|word| lower.contains(word)))?;
    Some((row.1, row.2))
}
