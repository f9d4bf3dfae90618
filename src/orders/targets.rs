//! The targets of a skill: how many, of which kinds, no duplicates (R119, R120, R375).

use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Filter, Group, Name, Relation, Side, Who, Written};
use crate::language::order::Target;
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::{OwnCharacter, SkillCard};
use crate::sheet::SheetKind;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::target::TargetKind;

impl Checker<'_> {
    /// Checks the targets of a use, as far as that is possible before the Night.
    pub(super) fn check_targets(
        &mut self,
        card: &SkillCard,
        targets: &[Target<Written>],
        to: Option<&Name>,
        actor: &OwnCharacter,
        span: Span,
    ) {
        let name = card.names.first().map_or("this skill", String::as_str);
        let mut all_targets: Vec<Target<Written>> = targets.to_vec();
        match to {
            Some(location) if card.targets.contains(&TargetKind::Location) => {
                all_targets.push(Target::Location(location.clone()))
            }
            Some(location) if card.targets == [TargetKind::SelfTarget] => {
                self.push_error(codes::WRONG_TARGET_KIND, location.span, format!("`{name}` takes nobody to a place"))
                    .notes
                    .push(format!(
                        "to use it there go there first, and write below: `If I am in {}, …`",
                        location.text
                    ));
                return;
            }
            // A skill that sends its target away does so to a location of the user's choice.
            Some(_) | None => {}
        }
        for (i, target) in all_targets.iter().enumerate() {
            if all_targets.iter().take(i).any(|other| is_same_target(other, target, actor)) {
                let place = target_span(target).unwrap_or(span);
                let words = order_text::target_text(target);
                self.push_error(codes::DUPLICATE_TARGET, place, format!("`{words}` is a target of this use already"));
                return;
            }
            if let Target::Character(Who::Named(name)) = target {
                self.warn_dead_target(name);
            }
        }
        let count: u32 = all_targets.iter().map(|t| min_target_count(t, card.max_targets)).sum();
        if count > card.max_targets {
            let max_targets = card.max_targets;
            let message = format!(
                "`{name}` has at most {max_targets} {}; {count} are given",
                if max_targets == 1 { "target" } else { "targets" }
            );
            self.push_error(codes::TOO_MANY_TARGETS, span, message);
            return;
        }
        if self.reject_too_many_own(card, &all_targets, actor, span) {
            return;
        }
        for target in &all_targets {
            if !card.targets.iter().any(|kind| self.can_be_of_kind(target, *kind, actor)) {
                let place = target_span(target).unwrap_or(span);
                let words = order_text::target_text(target);
                let kinds: Vec<_> = card.targets.iter().map(ToString::to_string).collect();
                self.push_error(codes::WRONG_TARGET_KIND, place, format!("`{words}` cannot be a target of `{name}`"))
                    .notes
                    .push(format!("its targets are {}", kinds.join(" ")));
                return;
            }
        }
        self.reject_all_for_one_target(card, &all_targets, span);
        // A Reality Marble draws in everybody there (A219).
        if card.kind == SkillType::RealityMarble {
            self.check_marble_targets(name, &all_targets, span);
            return;
        }
        // [Self] as a listed target is implied.
        let missing_kind = card.targets.iter().find(|kind| {
            **kind != TargetKind::SelfTarget && !all_targets.iter().any(|t| self.can_be_of_kind(t, **kind, actor))
        });
        if let Some(kind) = missing_kind {
            let kind = *kind;
            let form = if kind == TargetKind::Location { "to LOCATION" } else { "on TARGET" };
            self.push_error(codes::TARGET_MISSING, span, format!("`{name}` needs a target of the kind {kind}"))
                .notes
                .push(format!("write `Use {name} {form}`"));
        }
    }

    /// Rejects a choice of targets for a Reality Marble, which draws in everybody there (A219).
    fn check_marble_targets(&mut self, name: &str, targets: &[Target<Written>], span: Span) {
        let group = |target: &Target<Written>| match target {
            Target::Character(Who::Every(group) | Who::UpTo(_, group) | Who::Any(group)) => Some(group.clone()),
            Target::Character(_) | Target::Location(_) | Target::Here => None,
        };
        let is_selective = |group: &Group<Written>| {
            group.filters.iter().any(|filter| !matches!(filter, Filter::Here | Filter::Beside))
        };
        let message = format!("`{name}` draws in whoever is there: nobody is chosen or left out (A219)");
        if let Some(target) = targets.iter().find(|target| group(target).is_some_and(|group| is_selective(&group))) {
            let place = target_span(target).unwrap_or(span);
            self.push_error(codes::WRONG_TARGET_KIND, place, message).notes.push(format!("write `Use {name}.`"));
        } else if let Some(location) = targets.iter().find_map(|target| match target {
            Target::Character(Who::Named(name)) => Some(name.span),
            Target::Character(Who::Any(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_)) => Some(span),
            _ => None,
        }) {
            self.push_warning(codes::STRIKES_ONE, location, message);
        }
    }

    /// `On my Servant`, `on my team`: rejects a group of one's own that is larger than the number of targets that the
    /// skill takes.
    fn reject_too_many_own(
        &mut self,
        card: &SkillCard,
        targets: &[Target<Written>],
        actor: &OwnCharacter,
        span: Span,
    ) -> bool {
        let relation = |target: &Target<Written>| match target {
            Target::Character(Who::Related(relation, of)) if is_self(of, actor) => Some(*relation),
            Target::Character(_) | Target::Location(_) | Target::Here => None,
        };
        let (names, have): (Vec<&str>, _) = match targets.iter().find_map(relation) {
            Some(Relation::Servant | Relation::Partner) => {
                (actor.servants.iter().map(String::as_str).collect(), "Servants")
            }
            Some(Relation::Team) => {
                let of_team = self.view.own.iter().filter(|own| own.is_alive && own.kind != SheetKind::Familiar);
                (of_team.map(|own| own.name.as_str()).collect(), "in the team")
            }
            Some(Relation::Master | Relation::Summoner | Relation::Familiars) | None => return false,
        };
        let max_targets = card.max_targets as usize;
        if names.len() < 2 || names.len() + targets.len() - 1 <= max_targets {
            return false;
        }
        let name = card.names.first().map_or("this skill", String::as_str);
        let has = names.len();
        let message = format!("which of them? `{name}` takes {max_targets}, and `{}` has {has} {have}", actor.name);
        let suggestions: Vec<String> = names.iter().map(|name| format!("`on {name}`")).collect();
        self.push_error(codes::TOO_MANY_TARGETS, span, message)
            .notes
            .push(format!("write {}", suggestions.join(" or ")));
        true
    }

    /// `Attack every opponent`, `attack each Servant who attacked Rin`: rejects several targets of a skill that has one
    /// (R119, A150).
    fn reject_all_for_one_target(&mut self, card: &SkillCard, targets: &[Target<Written>], span: Span) {
        let group_target =
            targets.iter().find(|t| matches!(t, Target::Character(Who::Every(_) | Who::Related(Relation::Team, _))));
        let strikes_only_user =
            || !card.targets.iter().any(|kind| !matches!(kind, TargetKind::SelfTarget | TargetKind::Location));
        let is_within = |part: Span| span.start <= part.start && part.end <= span.end;
        let says_all_who_did = || self.diagnostics.iter().any(|d| d.code == codes::STRIKES_ONE && is_within(d.span));
        let is_refused = self.diagnostics.iter().any(|d| d.is_error() && is_within(d.span));
        let has_one_target = card.max_targets == 1 || strikes_only_user();
        if !is_refused && has_one_target && (group_target.is_some() || says_all_who_did()) {
            let name = card.names.first().map_or("this skill", String::as_str);
            self.push_error(codes::HOW_MANY, span, format!("which of them? `{name}` has one target")).notes.push(
                "one of them: `an opponent`, `whoever attacked Rin`; all: an order for each, by name: `Attack A. Attack B.`"
                    .to_owned(),
            );
        }
    }

    fn warn_dead_target(&mut self, name: &Name) {
        let is_dead = self.view.known.iter().any(|k| k.is_dead && k.name == name.text)
            || self.view.own.iter().any(|o| !o.is_alive && o.name == name.text);
        if is_dead {
            self.push_warning(codes::DEAD_TARGET, name.span, format!("`{}` is dead", name.text));
        }
    }

    pub(super) fn kind_of(&self, name: &str) -> Option<SheetKind> {
        let own = self.view.own(name).map(|own| own.kind);
        own.or_else(|| self.view.known.iter().find(|k| k.name == name).and_then(|k| k.kind))
    }

    /// Whether a target can be of a kind, as far as the seat can tell.
    fn can_be_of_kind(&self, target: &Target<Written>, kind: TargetKind, actor: &OwnCharacter) -> bool {
        let who = match target {
            Target::Location(_) | Target::Here => return kind == TargetKind::Location,
            Target::Character(who) => who,
        };
        match kind {
            TargetKind::Location => false,
            TargetKind::SelfTarget => match who {
                Who::OneOf(all) => all.iter().any(|one| is_self(one, actor)),
                // The person whom a condition found may be the user.
                who => is_self(who, actor) || *who == Who::Antecedent,
            },
            TargetKind::Any => true,
            TargetKind::Ally => match who {
                Who::Any(of) | Who::Every(of) | Who::UpTo(_, of) => of.side != Side::Opponents,
                _ => true,
            },
            TargetKind::Enemy => match who {
                Who::Any(of) | Who::Every(of) | Who::UpTo(_, of) => of.side != Side::Allies,
                Who::Related(relation, of) if *relation != Relation::Familiars => **of != Who::User,
                who => !is_self(who, actor),
            },
            TargetKind::ContractedPartner => match who {
                Who::Named(name) => {
                    let partners = actor.master.iter().chain(&actor.servants).chain(&self.servants_to_contract);
                    partners.into_iter().any(|n| canonical_names::same_name(n, &name.text))
                }
                Who::User => false,
                _ => true,
            },
            TargetKind::Master => self.may_be_a(who, actor, SheetKind::Master),
            TargetKind::Servant => self.may_be_a(who, actor, SheetKind::Servant),
            TargetKind::Familiar => self.may_be_a(who, actor, SheetKind::Familiar),
        }
    }

    pub(super) fn may_be_a(&self, who: &Who<Written>, actor: &OwnCharacter, kind: SheetKind) -> bool {
        match who {
            Who::User => actor.kind == kind,
            Who::Named(name) => self.kind_of(&name.text).is_none_or(|k| k == kind),
            Who::Related(Relation::Master, _) => kind == SheetKind::Master,
            Who::Related(Relation::Servant, _) => kind == SheetKind::Servant,
            Who::Related(Relation::Familiars, _) => kind == SheetKind::Familiar,
            Who::Any(of) | Who::Every(of) | Who::UpTo(_, of) => {
                let kind_filter = of.filters.iter().find_map(|f| match f {
                    Filter::Masters => Some(SheetKind::Master),
                    Filter::Servants => Some(SheetKind::Servant),
                    Filter::Familiars => Some(SheetKind::Familiar),
                    _ => None,
                });
                kind_filter.is_none_or(|k| k == kind)
            }
            Who::Related(Relation::Partner | Relation::Summoner | Relation::Team, _)
            | Who::OneOf(_)
            | Who::WhoDid(_)
            | Who::WhomDid(_)
            | Who::Antecedent
            | Who::Target
            | Who::SecondTarget
            | Who::Attacker => true,
        }
    }
}

pub(super) fn is_self(who: &Who<Written>, actor: &OwnCharacter) -> bool {
    match who {
        Who::User => true,
        Who::Named(name) => canonical_names::same_name(&name.text, &actor.name),
        _ => false,
    }
}

fn is_same_target(a: &Target<Written>, b: &Target<Written>, actor: &OwnCharacter) -> bool {
    match (a, b) {
        (Target::Character(a), Target::Character(b)) => {
            (is_self(a, actor) && is_self(b, actor))
                || (a == b && matches!(a, Who::Named(_) | Who::Related(Relation::Master, _) | Who::Every(_)))
        }
        (Target::Location(a), Target::Location(b)) => a.text == b.text,
        (Target::Location(location), Target::Here) | (Target::Here, Target::Location(location)) => {
            canonical_names::same_name(&location.text, &actor.at)
        }
        (Target::Here, Target::Here) => true,
        _ => false,
    }
}

/// The minimum number of targets that a description needs. A group that adapts to the limit counts as one.
fn min_target_count(target: &Target<Written>, max_targets: u32) -> u32 {
    match target {
        Target::Character(Who::UpTo(count, _)) if *count > max_targets => *count,
        _ => 1,
    }
}

fn target_span(target: &Target<Written>) -> Option<Span> {
    match target {
        Target::Character(Who::Named(name)) | Target::Location(name) => Some(name.span),
        Target::Character(_) | Target::Here => None,
    }
}
