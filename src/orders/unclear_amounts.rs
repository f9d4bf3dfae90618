//! Rejects orders whose words leave open how many are meant, or whom, where the tree keeps nothing of it.

use super::Checker;
use super::action_checks::{is_attack, uses_unknown_skill};
use super::phrases::{has_any_word, has_words};
use super::plan::describe_companions;
use super::pronoun_fit::Pronouns;
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Group, Predicate, Property, Relation, Side, Who, Written};
use crate::language::order::{Action, ActionKind, Branch, Order, Target, Times};
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::sex::Sex;

impl Checker<'_> {
    /// Rejects what an order's words say of how many or whom, if its tree does not keep it.
    pub(super) fn reject_unclear_amounts(&mut self, order: &Order<Written>) {
        let text = self.text.get(order.span.range()).unwrap_or_default().to_lowercase();
        self.reject_condition_of_exception(order, &text);
        self.reject_gift_to_team(order);
        self.reject_uncounted_items(order, &text);
        self.reject_group_in_choice(order);
        self.reject_deed_of_team(order);
        self.reject_count_over_either(order, &text);
        self.reject_sex_of_group(order, &text);
        self.reject_uncounted_case(order, &text);
    }

    /// `All my AP goes to Surge on Lancer if he is here; otherwise to Cut on Archer.`: rejects a case without a number
    /// beside one that takes all AP.
    fn reject_uncounted_case(&mut self, order: &Order<Written>, text: &str) {
        const COUNTS: [&str; 6] = ["once", "one", "1", "a", "an", "single"];
        // Only where the verb is not said again; a whole order in the other case is done once.
        if !["goes to", "go to", "goes into", "go into", "goes on", "go on"].iter().any(|verb| has_words(text, verb)) {
            return;
        }
        let counts = text.split(|c: char| !c.is_alphanumeric()).any(|word| COUNTS.contains(&word));
        let is_strike = |action: &&Action<Written>| {
            let aims = action.kind.targets().iter().any(|target| !matches!(target, Target::Character(Who::User)));
            aims && matches!(action.kind, ActionKind::Use { .. } | ActionKind::Attack { .. })
        };
        let times_of = |branch: &Branch<Written>| -> Vec<Times> {
            branch.actions.iter().filter(is_strike).map(|action| action.kind.facts().times).collect()
        };
        let cases: Vec<Vec<Times>> = order.body.branches.iter().map(times_of).collect();
        let takes_all = cases.iter().any(|case| case.contains(&Times::AsOftenAsPossible));
        let is_uncounted = |case: &Vec<Times>| !case.is_empty() && case.iter().all(|times| *times == Times::ONCE);
        if takes_all && cases.iter().any(is_uncounted) && !counts {
            let message = "once, or as often as possible in this case too?";
            self.push_error(codes::HOW_MANY, order.span, message)
                .notes
                .push("say it of each: `… as often as possible; otherwise, … once`".to_owned());
        }
    }

    /// `Use Excalibur on everyone except Lancer if Archer is here.`: rejects a condition that could be of the exception
    /// alone.
    fn reject_condition_of_exception(&mut self, order: &Order<Written>, text: &str) {
        if !has_any_word(text, &["except", "but"]) {
            return;
        }
        let names: Vec<String> = self.view.character_names().map(str::to_lowercase).collect();
        let is_list = |words: &str| {
            let mut people = words.split(", ").flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" or "));
            people.all(|person| names.iter().any(|name| name == person.trim()))
        };
        let is_open = [" except for ", " except ", " but not ", " but "].iter().any(|joint| {
            let behind = text.split_once(joint).map_or("", |(_, behind)| behind);
            [" if ", " unless "].iter().any(|word| behind.split_once(word).is_some_and(|(list, _)| is_list(list)))
        });
        if is_open {
            let whole = "everything: `If C, A.`";
            let part = "the exception: `If C, A on everyone except B; otherwise, A on everyone.`";
            self.push_error(codes::WHOM, order.span, "is everything on this condition, or the exception alone?")
                .notes
                .push(format!("{whole}; {part}"));
        }
    }

    /// `Give the Splint to my team.`: rejects a gift to several.
    fn reject_gift_to_team(&mut self, order: &Order<Written>) {
        let gives_to_team = |action: &&Action<Written>| {
            matches!(&action.kind, ActionKind::Give { to: Who::Related(Relation::Team, _), .. })
        };
        if let Some(gift) = order.body.actions().find(gives_to_team) {
            self.push_error(codes::WHOM, gift.span, "to whom of the team? a thing is given to one character")
                .notes
                .push("write the name; for both: `Buy 2 Splint. Give Splint to Saber.`".to_owned());
        }
    }

    /// `Buy Focus Bands.`, `Give my Splints to Saber.`: rejects a plural without a number, of which one would be meant.
    fn reject_uncounted_items(&mut self, order: &Order<Written>, text: &str) {
        let item_named_once = order.body.actions().find_map(|action| match &action.kind {
            ActionKind::Buy { item, count: 1 }
            | ActionKind::Give { item, .. }
            | ActionKind::UseItem { item, .. }
            | ActionKind::Drop(item)
            | ActionKind::PickUp(item) => {
                has_uncounted_plural(text, &item.text.to_lowercase()).then_some((action.span, item.text.as_str()))
            }
            _ => None,
        });
        if let Some((span, item)) = item_named_once {
            self.push_error(codes::HOW_MANY, span, format!("how many? without a number one {item} is meant"))
                .notes
                .push(format!("write `one {item}`, or the number: `Buy 2 {item}.`, and an order for each use or gift"));
        }
    }

    /// `Mend everyone.`: rejects help for everyone, who are every opponent as a target (A255).
    pub(super) fn reject_help_for_everyone(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let text = words.to_lowercase();
        let is_opponents = |target: &Target<Written>| {
            matches!(target, Target::Character(Who::Every(Group { side: Side::Opponents, .. })))
        };
        let is_help = |action: &&Action<Written>| {
            matches!(action.kind, ActionKind::Use { .. })
                && !is_attack(&action.kind, actor)
                && !uses_unknown_skill(&action.kind, actor)
                && action.kind.targets().iter().any(is_opponents)
        };
        let says_everyone = has_words(&text, "everyone") || has_words(&text, "everybody");
        if let Some(help) = order.body.actions().find(is_help).filter(|_| says_everyone) {
            self.push_error(codes::WHOM, help.span, "whom? `everyone` as a target is every opponent (A255)")
                .notes
                .push("write the names, or `every opponent`".to_owned());
        }
    }

    /// `Use Excalibur on all enemy Servants or Tokiomi.`: rejects several people as one side of a choice, of which one
    /// character would be struck.
    fn reject_group_in_choice(&mut self, order: &Order<Written>) {
        let is_of_several =
            |who: &Who<Written>| matches!(who, Who::Every(_) | Who::UpTo(..) | Who::Related(Relation::Team, _));
        let is_choice_of_several = |target: &Target<Written>| matches!(target, Target::Character(Who::OneOf(choices)) if choices.iter().any(is_of_several));
        let chooses = |action: &&Action<Written>| action.kind.targets().iter().any(is_choice_of_several);
        if let Some(choice) = order.body.actions().find(chooses) {
            self.push_error(
                codes::HOW_MANY,
                choice.span,
                "one of them, or all of one side? `or` strikes one character",
            )
            .notes
            .push("write `If an enemy Servant is here, A on every enemy Servant; otherwise, A on B.`".to_owned());
        }
    }

    /// `If the Blue team leaves, attack Archer.`: rejects a deed of a team that would hold as soon as one of them does
    /// it.
    fn reject_deed_of_team(&mut self, order: &Order<Written>) {
        let is_of_whole_team = |statement: &&Predicate<Written>| {
            matches!(statement, Predicate::Did(deed)
                if matches!(deed.who, Who::Related(Relation::Team, _)) && is_done_by_each(&deed.act))
        };
        if order.body.conditions().flat_map(Condition::statements).find(is_of_whole_team).is_some() {
            self.push_error(codes::HOW_MANY, order.span, "when one of the team does it, or all of them?").notes.push(
                "name them: `If Lancer leaves or Tokiomi leaves, …`, `If Lancer leaves and Tokiomi leaves, …`"
                    .to_owned(),
            );
        }
    }

    /// `If Lancer attacks either of us twice, use Guard.`: rejects a count that would be the sum of both.
    fn reject_count_over_either(&mut self, order: &Order<Written>, text: &str) {
        let counts_team = |statement: &&Predicate<Written>| {
            matches!(statement, Predicate::DidOften(..))
                && matches!(statement.deed().and_then(Deed::object), Some(Who::Related(Relation::Team, _)))
        };
        let says_either = ["either of us", "any of us", "one of us"].iter().any(|words| has_words(text, words));
        // Who leaves both alone attacks neither.
        let says_both = ["both of us", "us both", "the two of us"].iter().any(|words| has_words(text, words))
            && !has_words(text, "alone");
        let is_done_to_team = |statement: &&Predicate<Written>| {
            matches!(statement.deed().and_then(Deed::object), Some(Who::Related(Relation::Team, _)))
        };
        if says_both && order.body.conditions().flat_map(Condition::statements).find(is_done_to_team).is_some() {
            self.push_error(codes::HOW_MANY, order.span, "to each of you, or to one of you?").notes.push(
                "to each: `If Lancer attacks me and Lancer attacks Rin, …`; to one: `If Lancer attacks us, …`"
                    .to_owned(),
            );
            return;
        }
        self.reject_number_of_us(order, text);
        if says_either && order.body.conditions().flat_map(Condition::statements).find(counts_team).is_some() {
            self.push_error(codes::HOW_MANY, order.span, "how often each of you, or both together?").notes.push(
                "each: `If Lancer attacks Rin twice or Lancer attacks me twice, …`; both together: `If Lancer attacks us twice, …`"
                    .to_owned(),
            );
        }
    }

    /// `If we have less than 100 Health, …`: rejects a number of `us`, which could be of each, of one or of both.
    fn reject_number_of_us(&mut self, order: &Order<Written>, text: &str) {
        const SAID: [&str; 6] = ["we have", "we are below", "we're below", "we are under", "we're under", "we've"];
        let says_we = SAID.iter().any(|words| has_words(text, words)) && !has_words(text, "both");
        let asks_number = |statement: &&Predicate<Written>| matches!(statement, Predicate::Has(_, Property::Has(..)));
        let numbers = order.body.conditions().flat_map(Condition::statements).filter(asks_number);
        if says_we && numbers.count() > 1 {
            self.push_error(codes::HOW_MANY, order.span, "is this so of each of you, of one, or of both together?")
                .notes
                .push("name them: `If I have 50 or less Health and Rin has …`, `If I have … or Rin has …`".to_owned());
        }
    }

    /// `If an enemy Master is here, attack her.`: rejects a pronoun for one of a group of whom a known one is of the
    /// other sex. Where a deed finds them, `him` may be said of anybody.
    fn reject_sex_of_group(&mut self, order: &Order<Written>, text: &str) {
        let pronouns = Pronouns::in_words(text);
        let (Some(word), Some(sex)) = (pronouns.first_pronoun, pronouns.sex) else { return };
        let mut targets = order.body.actions().flat_map(|action| action.kind.people());
        if !targets.any(|who| who.says_they()) {
            return;
        }
        let is_asked = |statement: &&Predicate<Written>| statement.deed().is_none() || sex == Sex::Female;
        let people = |statement: &'_ Predicate<Written>| {
            statement.subject().cloned().or_else(|| statement.deed().map(|deed| deed.who.clone()))
        };
        let statements = order.body.conditions().flat_map(Condition::statements).filter(is_asked);
        let found: Vec<Who<Written>> = statements.filter_map(people).collect();
        let includes_other_sex = |group: &Group<Written>| {
            let mut others =
                self.view.known.iter().filter(|known| !known.is_dead && known.sex.is_some_and(|of| of != sex));
            group.side != Side::Allies && others.any(|known| self.could_be_of_kind(&known.name, group))
        };
        if found.iter().filter_map(Who::group).any(includes_other_sex) {
            let message = format!("`{word}`: whoever is found may be of the other sex");
            self.push_error(codes::WHOM, order.span, message)
                .notes
                .push("write the name, or `them` for whoever is found".to_owned());
        }
    }

    /// `Attack Lancer with my last AP. Attack Archer twice.`: rejects a last Action Point that is spent before others.
    pub(super) fn reject_early_last_point(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let spends_points =
            |order: &&&Order<Written>| order.body.actions().any(|action| is_attack(&action.kind, actor));
        for (index, order) in orders.iter().enumerate() {
            let text = self.text.get(order.span.range()).unwrap_or_default().to_lowercase();
            let says_last = ["last ap", "last action point", "final ap"].iter().any(|words| has_words(&text, words));
            let spends_later = orders.iter().skip(index + 1).any(|later| spends_points(&later));
            // `Cut Lancer as often as possible, and keep the last AP for a Final Strike on him.`
            let keeps = ["keep", "save", "reserve", "leave"].iter().any(|verb| has_words(&text, verb));
            let spends_all = order.body.actions().any(|action| action.kind.facts().times == Times::AsOftenAsPossible);
            if says_last && keeps && spends_all {
                self.push_error(codes::HOW_MANY, order.span, "the last Action Point is kept, and all are spent?")
                    .notes
                    .push("say how often: `Use SKILL on TARGET 2 times and then …`".to_owned());
                self.faulty.push(order.number);
                continue;
            }
            if says_last && spends_later {
                self.push_error(codes::HOW_MANY, order.span, "the last Action Point, and more is to be spent below?")
                    .notes
                    .push("orders are carried out as they stand: write this one last".to_owned());
                self.faulty.push(order.number);
            }
        }
    }

    /// `Use the Teleporter on Saber to Harbor.`: rejects an item that takes its user along though the order does not
    /// say so (R348).
    pub(super) fn reject_sending_along(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        const TAKING: [&str; 4] = ["take", "bring", "carry", "along"];
        let is_movement = |action: &Action<Written>| {
            matches!(action.kind, ActionKind::Stay | ActionKind::Move(_) | ActionKind::Flee(_))
        };
        let is_certain = |order: &&&Order<Written>| !order.body.is_conditional();
        if orders.iter().filter(is_certain).flat_map(|order| order.body.actions()).any(is_movement) {
            return;
        }
        for order in orders {
            let text = self.text.get(order.span.range()).unwrap_or_default().to_lowercase();
            let is_taking = TAKING.iter().any(|verb| has_words(&text, verb));
            let takes_user = |action: &&Action<Written>| {
                matches!(action.kind, ActionKind::UseItem { .. })
                    && !describe_companions(&action.kind, actor, self.view).is_empty()
            };
            let Some(taking) = order.body.actions().find(takes_user).filter(|_| !is_taking) else { continue };
            let message = format!("does `{}` go along? who has no other order is taken along by an item", actor.name);
            self.push_error(codes::WHOM, taking.span, message)
                .notes
                .push("alone: write `Stay.` below it; both: `… on me and Saber to Harbor`".to_owned());
            self.faulty.push(order.number);
        }
    }

    /// `Every time Lancer attacks Rin, attack him, up to three times.`: rejects a number beside `every time`. The order
    /// is carried out once, with all of them at the first attack (A064).
    pub(super) fn reject_count_of_each_time(&mut self, order: &Order<Written>) {
        let is_within = |part: Span| order.span.start <= part.start && part.end <= order.span.end;
        let says_each = self.diagnostics.iter().any(|d| d.code == codes::FIRES_ONCE && is_within(d.span));
        let is_counted = |action: &Action<Written>| action.kind.facts().times != Times::ONCE;
        if says_each && order.body.actions().any(is_counted) {
            let message = "so often at the first of them, or once at each, so many times at most?";
            let diagnostic = self.push_error(codes::HOW_MANY, order.span, message);
            diagnostic.notes.push("at the first: `When Lancer attacks Rin, attack Lancer 3 times.`".to_owned());
            diagnostic
                .notes
                .push("once at each: `Each time Lancer attacks Rin, attack Lancer, up to 3 times.`".to_owned());
        }
    }

    /// `Use Excalibur on everyone who attacks Rin`: rejects all who do something as the targets of one use that waits
    /// for the first of them.
    pub(super) fn reject_everyone_who_does(&mut self, order: &Order<Written>) {
        let is_within = |part: Span| order.span.start <= part.start && part.end <= order.span.end;
        // The reader warns of `all who did`, with what to write.
        let says_all =
            self.diagnostics.iter().any(|d| d.code == codes::STRIKES_ONE && is_within(d.span) && !d.notes.is_empty());
        let is_to_come = |statement: &Predicate<Written>| statement.deed().is_some_and(|deed| !deed.is_past);
        let waits = order.body.conditions().flat_map(Condition::statements).any(is_to_come);
        if says_all && waits {
            let message =
                "one order waits for the first who does it, and is done once: those who do it later are left out";
            self.push_error(codes::HOW_MANY, order.span, message).notes.push(
                "the first: `whoever attacks Rin`; each of them: an order for each, by name: `When A attacks Rin, attack A.`"
                    .to_owned(),
            );
        }
    }
}

/// Whether a deed is each one's own, so that a team has done it as all of it have: `leaves`, `dies`, `acts`.
const fn is_done_by_each(act: &Act<Written>) -> bool {
    match act {
        Act::Leaves(_) | Act::Flees | Act::Dies | Act::Acts | Act::EntersSpiritForm | Act::LeavesSpiritForm => true,
        Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) | Act::Kills(_) => false,
        Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell => false,
        Act::Enters(_) | Act::IsAttacked | Act::IsDamaged | Act::Intercepts => false,
    }
}

/// Whether the plural of an item stands in a text without a number before it.
fn has_uncounted_plural(text: &str, item: &str) -> bool {
    const NUMBERS: [&str; 14] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "both", "all", "every", "x", "more"];
    let plural = format!("{item}s");
    if item.ends_with('s') || !has_words(text, &plural) {
        return false;
    }
    let before = text.split_once(&plural).map_or("", |(before, _)| before);
    let last = before.split_whitespace().next_back().unwrap_or_default();
    !NUMBERS.contains(&last) && !last.contains(|c: char| c.is_ascii_digit())
}
