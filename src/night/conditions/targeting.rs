//! Whom an order means: names, descriptions, groups, as its actor's seat can tell them apart
//! (R364, A148–A151, A241).

use crate::language::condition::{Condition, Filter, Group, Property, Relation, Side, Who};
use crate::language::order::{Target, Used};
use crate::night::actions::find_skill::find;
use crate::night::bind::{Person, Resolved};
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::perception::figure::{bystander_figure, is_own, meeting_key, sight_acuity};
use crate::perception::look::look;
use crate::perception::perceived::{Figure, SeenAct};
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Acuity;
use crate::war::War;

/// How much of whose Servant somebody is words may rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BondEvidence {
    /// What was seen or told: a condition knows no more than the page (A256).
    Told,
    /// The one Master beside a Servant of whom nothing is known, besides: for whom an order is meant.
    Supposed,
}

/// Whom and where an order is directed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aim {
    /// The characters meant, in the order written.
    pub named: Vec<CharacterId>,
    /// The location meant.
    pub location: Option<LocationId>,
    /// A group was meant, which the skill's limit may cut.
    pub open_ended: bool,
    /// Somebody was meant who could not be found.
    pub unfulfilled: bool,
}

/// Finds whom the targets of a step mean.
pub(crate) fn aim(
    night: &Night<'_>,
    step: Step,
    actor: CharacterId,
    targets: &[Target<Resolved>],
    to: Option<LocationId>,
) -> Aim {
    let mut aim = Aim { location: to, ..Aim::default() };
    let strikes = strikes(night, step, actor);
    // Nobody is a target twice over (R119): a group chooses among the others.
    let by_name: Vec<CharacterId> = match targets {
        [] | [_] => Vec::new(),
        several => several.iter().flat_map(|target| named_alone(night, step, actor, target)).collect(),
    };
    for target in targets {
        match target {
            Target::Location(place) => aim.location = Some(*place),
            Target::Here => aim.location = Some(night.basis().character(actor).at),
            Target::Character(who) => {
                aim.open_ended |= is_open_ended(who);
                let taken = |id: &CharacterId| aim.named.contains(id) || by_name.contains(id);
                let may = |id: &CharacterId| !strikes || night.may_be_struck(step, actor, who, *id);
                let mut found = match who {
                    Who::Any(group) => choice(night, actor, group, &|id| !taken(id) && may(id)).take(1).collect(),
                    Who::UpTo(count, group) => {
                        choice(night, actor, group, &|id| !taken(id) && may(id)).take(*count as usize).collect()
                    }
                    who => night.resolve(actor, who, &night.found_by_condition(step)),
                };
                // `Attack whoever attacks me if I have less than 100 Health`: at whose attack it was so.
                if matches!(who, Who::WhoDid(deed) if !deed.first) && night.asks_a_state_beside(step) {
                    let order = night.found_by_condition(step);
                    found.sort_by_key(|id| order.iter().position(|other| other == id).unwrap_or(order.len()));
                }
                found.retain(may);
                aim.unfulfilled |= found.is_empty();
                for id in found {
                    if !aim.named.contains(&id) {
                        aim.named.push(id);
                    }
                }
            }
        }
    }
    aim
}

/// Those of a group among whom is chosen: whoever is in Spirit Form can be no target (R248), and comes last.
fn choice(
    night: &Night<'_>,
    actor: CharacterId,
    group: &Group<Resolved>,
    may: &dyn Fn(&CharacterId) -> bool,
) -> impl Iterator<Item = CharacterId> {
    let mut members: Vec<CharacterId> = night.group(actor, group).into_iter().filter(may).collect();
    members.sort_by_key(|id| night.basis().character(*id).spirit_form);
    members.into_iter()
}

/// Whom a target means that is no choice among a group.
fn named_alone(night: &Night<'_>, step: Step, actor: CharacterId, target: &Target<Resolved>) -> Vec<CharacterId> {
    match target {
        Target::Character(Who::Any(_) | Who::UpTo(..) | Who::Every(_)) | Target::Location(_) | Target::Here => {
            Vec::new()
        }
        Target::Character(who) => night.resolve(actor, who, &night.found_by_condition(step)),
    }
}

/// Whether the action of a step is a blow.
fn strikes(night: &Night<'_>, step: Step, actor: CharacterId) -> bool {
    match night.action(step).and_then(|action| action.kind.facts().uses) {
        Some(Used::BasicAttack) => true,
        Some(Used::Skill(skill)) => {
            find(&night.war, actor, &skill.text).is_some_and(|found| night.war.skill(found.skill).is_attack())
        }
        Some(Used::Item(_) | Used::Spell(_)) | None => false,
    }
}

/// The Servant of a Master that a Command Spell names (R161).
pub(crate) fn own_servant(war: &War, master: CharacterId, who: &Who<Resolved>) -> Option<CharacterId> {
    let servants = war.servants_of(master);
    match who {
        Who::Named(person) => servants.iter().copied().find(|s| *s == person.id),
        Who::Related(Relation::Servant | Relation::Partner, _) => match servants {
            [only] => Some(*only),
            _ => None,
        },
        _ => None,
    }
}

impl Night<'_> {
    /// Whom the condition of a step's order found.
    pub(crate) fn found_by_condition(&self, step: Step) -> Vec<CharacterId> {
        self.agenda.task(step).map(|t| t.antecedents.clone()).unwrap_or_default()
    }

    /// Whether a character's seat may speak of somebody by the name it used: knows the handle, or
    /// used its alias. A handle guessed is nobody's (A151).
    pub(crate) fn may_name(&self, actor: CharacterId, person: Person) -> bool {
        person.by_alias || self.basis().seat_of(actor).is_some_and(|seat| self.basis().recognises(seat, person.id))
    }

    /// Whether a blow meant by these words may fall on somebody: words without a name mean opponents, one's own side
    /// is struck by name alone (A255).
    fn may_be_struck(&self, step: Step, actor: CharacterId, who: &Who<Resolved>, id: CharacterId) -> bool {
        let foe = is_known_foe(self.basis(), actor, id);
        match who {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => foe || group.side == Side::Allies,
            Who::WhoDid(deed) => foe || self.speaks_of_own(actor, &deed.who, id),
            Who::WhomDid(_) => foe,
            Who::Antecedent => {
                foe || self.agenda.task(step).is_some_and(|task| {
                    let mut said = task.order.body.conditions().flat_map(Condition::statements);
                    said.any(|said| said.subject().is_some_and(|who| self.speaks_of_own(actor, who, id)))
                })
            }
            Who::OneOf(list) => list.iter().any(|one| self.may_be_struck(step, actor, one, id)),
            // `That character's Master` names nobody.
            Who::Related(..) => foe || who.roots().iter().all(|root| matches!(root, Who::Named(_) | Who::User)),
            Who::User | Who::Named(_) => true,
            Who::Target | Who::SecondTarget | Who::Attacker => true,
        }
    }

    /// Whether words speak of somebody by name, or as one of the own side.
    fn speaks_of_own(&self, actor: CharacterId, who: &Who<Resolved>, id: CharacterId) -> bool {
        match who {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side == Side::Allies,
            Who::WhoDid(deed) => self.speaks_of_own(actor, &deed.who, id),
            Who::WhomDid(_) => false,
            Who::Antecedent => false,
            Who::OneOf(list) => list.iter().any(|one| self.speaks_of_own(actor, one, id)),
            named => self.resolve_anywhere(actor, named, &[]).contains(&id),
        }
    }

    /// Whom words mean, seen from a character: those it can tell apart, in its own seat's order of
    /// names, so that nothing hidden decides. Whose contracts still hold elsewhere it cannot know:
    /// of others, `Rin's Servant` finds only whom it has before its eyes (I23, I24).
    pub(crate) fn resolve(
        &self,
        actor: CharacterId,
        who: &Who<Resolved>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        self.resolve_in_sight(actor, who, antecedents, BondEvidence::Supposed)
    }

    /// `resolve`, with as much known of who belongs to whom as `evidence` says.
    pub(crate) fn resolve_in_sight(
        &self,
        actor: CharacterId,
        who: &Who<Resolved>,
        antecedents: &[CharacterId],
        evidence: BondEvidence,
    ) -> Vec<CharacterId> {
        let mut found = self.resolve_anywhere_by(actor, who, antecedents, evidence);
        if let Who::Related(..) = who {
            let war = self.basis();
            // An order is meant for the living; a condition speaks of the dead too.
            let told_dead = |id: CharacterId| evidence == BondEvidence::Told && self.knows_dead(actor, id);
            found.retain(|id| {
                let alive = war.character(*id).is_alive();
                (alive && (war.are_partners(actor, *id) || self.is_in_sight(actor, *id))) || (!alive && told_dead(*id))
            });
        }
        found
    }

    /// Whom words mean, wherever they are: to be asked only of somebody already perceived.
    pub(crate) fn resolve_anywhere(
        &self,
        actor: CharacterId,
        who: &Who<Resolved>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        self.resolve_anywhere_by(actor, who, antecedents, BondEvidence::Supposed)
    }

    /// `resolve_anywhere`, with as much known of who belongs to whom as `evidence` says.
    pub(crate) fn resolve_anywhere_by(
        &self,
        actor: CharacterId,
        who: &Who<Resolved>,
        antecedents: &[CharacterId],
        evidence: BondEvidence,
    ) -> Vec<CharacterId> {
        match who {
            Who::User => vec![actor],
            Who::Antecedent => antecedents.to_vec(),
            Who::Named(person) => {
                if self.may_name(actor, *person) {
                    vec![person.id]
                } else {
                    Vec::new()
                }
            }
            Who::Related(relation, of) => {
                let of = self.resolve_anywhere_by(actor, of, antecedents, evidence);
                self.related(actor, *relation, &of, evidence)
            }
            // The first of them that is here, else the first. Whoever is in Spirit Form can be no target (R248).
            Who::OneOf(list) => {
                let meant = |who: &Who<Resolved>| match who {
                    Who::Any(group) => self.group(actor, group),
                    who => self.resolve_in_sight(actor, who, antecedents, evidence),
                };
                let all: Vec<CharacterId> = list.iter().flat_map(meant).collect();
                let here = || all.iter().copied().filter(|id| self.is_in_sight(actor, *id));
                let bodily = here().find(|id| !self.basis().character(*id).spirit_form);
                bodily.or(here().next()).or(all.first().copied()).into_iter().collect()
            }
            Who::Any(group) => self.group(actor, group).into_iter().take(1).collect(),
            Who::UpTo(count, group) => self.group(actor, group).into_iter().take(*count as usize).collect(),
            Who::Every(group) => self.group(actor, group),
            // `The opponent who attacked me first` is one: among all who did, the earliest.
            Who::WhoDid(deed) if deed.first => self.who_did(actor, deed, antecedents).into_iter().take(1).collect(),
            Who::WhoDid(deed) => self.who_did(actor, deed, antecedents),
            Who::WhomDid(deed) => self.whom_did(actor, deed, antecedents),
            Who::Target | Who::SecondTarget | Who::Attacker => Vec::new(),
        }
    }

    /// Whoever is bound to any of these, as far as a character knows, and may be named by it.
    fn related(
        &self,
        actor: CharacterId,
        relation: Relation,
        of: &[CharacterId],
        evidence: BondEvidence,
    ) -> Vec<CharacterId> {
        let war = self.basis();
        let each = || of.iter().copied();
        let master = |id: CharacterId| self.known_master(actor, id, evidence);
        let servants = |id: CharacterId| self.known_servants(actor, id, evidence);
        let mut found: Vec<CharacterId> = match relation {
            Relation::Master => each().filter_map(master).collect(),
            Relation::Servant => each().flat_map(servants).collect(),
            Relation::Partner => {
                each().flat_map(|id| master(id).into_iter().chain(servants(id)).collect::<Vec<_>>()).collect()
            }
            Relation::Summoner => each().filter_map(|id| war.character(id).summoner).collect(),
            Relation::Familiars => {
                let owned = |id: &CharacterId| war.character(*id).summoner.is_some_and(|s| of.contains(&s));
                war.ids().filter(owned).collect()
            }
            Relation::Team => {
                let head = |id: CharacterId| master(id).unwrap_or(id);
                war.ids().filter(|id| each().any(|o| head(o) == head(*id))).collect()
            }
        };
        found.retain(|id| self.may_name(actor, Person { id: *id, by_alias: false }));
        found
    }

    /// Whose Servant somebody is, as far as a character knows: of its own team exactly, of others what was seen of the
    /// tie or told; else whoever is the one Master beside them of whom nothing else is known (R197, I24).
    fn known_master(&self, actor: CharacterId, id: CharacterId, evidence: BondEvidence) -> Option<CharacterId> {
        let war = self.basis();
        if is_own(war, actor, id) || war.were_on_one_side(actor, id) {
            return war.master_before_death(id);
        }
        match war.character(id).kind {
            SheetKind::Master | SheetKind::Library => None,
            SheetKind::Familiar => {
                let summoner = war.character(id).summoner?;
                let is_master = war.character(summoner).kind == SheetKind::Master;
                if is_master { Some(summoner) } else { self.known_master(actor, summoner, evidence) }
            }
            SheetKind::Servant => war.told_master(actor, id).or_else(|| {
                if evidence == BondEvidence::Told {
                    return None;
                }
                let alone = |other: &CharacterId| {
                    war.character(*other).kind == SheetKind::Master
                        && !is_own(war, actor, *other)
                        && !war.told_a_master(actor, *other)
                };
                let beside = war.living().filter(|other| self.is_in_sight(actor, *other));
                let mut masters = beside.filter(alone).filter(|_| self.is_in_sight(actor, id));
                masters.next().filter(|_| masters.next().is_none())
            }),
        }
    }

    /// The Servants of a Master, as far as a character knows.
    fn known_servants(&self, actor: CharacterId, master: CharacterId, evidence: BondEvidence) -> Vec<CharacterId> {
        let war = self.basis();
        if is_own(war, actor, master) || war.were_on_one_side(actor, master) {
            return war.servants_or_last(master).into_iter().chain(war.servants_lost(master)).collect();
        }
        let servants = war.ids().filter(|id| war.character(*id).kind == SheetKind::Servant);
        servants.filter(|id| self.known_master(actor, *id, evidence) == Some(master)).collect()
    }

    /// Whether a character has somebody before its eyes now.
    pub(crate) fn is_in_sight(&self, actor: CharacterId, other: CharacterId) -> bool {
        self.basis().is_in_sight(actor, other)
    }

    /// Whether a character can tell that it is this one the words mean: a Servant in Spirit Form is one of its kind
    /// to all below ACT B, on the page and so in a condition (I24). Of a group any member is enough.
    pub(crate) fn tells_apart(&self, actor: CharacterId, who: &Who<Resolved>, id: CharacterId) -> bool {
        let any_will_do = matches!(who, Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::Antecedent);
        any_will_do || self.can_point_at(actor, id)
    }

    /// Whether somebody beside a character is more to it than one of a kind.
    fn can_point_at(&self, actor: CharacterId, id: CharacterId) -> bool {
        let war = self.basis();
        bystander_figure(war, actor, sight_acuity(war, actor), id).pointed_at().is_some()
    }

    /// The members of a group in sight: who attacked the actor's team first this Turn comes first,
    /// then by the names the seat has for them; last whom it sees as one of a kind and no more (R054, R056).
    pub(crate) fn group(&self, actor: CharacterId, group: &Group<Resolved>) -> Vec<CharacterId> {
        let war = self.basis();
        let Some(seat) = war.seat_of(actor) else { return Vec::new() };
        let mut members: Vec<(usize, bool, String, CharacterId)> = war
            .living()
            .filter(|id| *id != actor && self.in_group(actor, group, *id))
            .map(|id| {
                // Those it cannot tell apart stand in an order that tells nothing of them.
                let unnamed = || format!("~{:016x}", meeting_key(war, actor, id));
                let name = war.name_for(seat, id).unwrap_or_else(unnamed);
                let order = self.attacks_on_team(actor).iter().position(|a| *a == id).unwrap_or(usize::MAX);
                // Among strangers the alias decides, by its number.
                (order, !war.recognises(seat, id), sortable_name(&name), id)
            })
            .collect();
        members.sort();
        members.into_iter().map(|(.., id)| id).collect()
    }

    /// Whether a character in sight belongs to a group as far as its appearance tells.
    pub(crate) fn in_group(&self, actor: CharacterId, group: &Group<Resolved>, who: CharacterId) -> bool {
        let war = self.basis();
        let elsewhere = group.filters.iter().any(|f| matches!(f, Filter::In(_)));
        let side = match group.side {
            Side::Opponents => is_known_foe(war, actor, who),
            Side::Allies => war.are_partners(actor, who),
            Side::Anyone => true,
        };
        let noticed = if elsewhere { !war.hides(who, actor, false) } else { self.is_in_sight(actor, who) };
        side && noticed && group.filters.iter().all(|f| self.filter_is_seen_to_fit(actor, f, who))
    }

    /// Whether a filter can be seen to fit; what cannot be seen does not.
    fn filter_is_seen_to_fit(&self, actor: CharacterId, filter: &Filter<Resolved>, who: CharacterId) -> bool {
        let war = self.basis();
        let character = war.character(who);
        let known = || self.may_name(actor, Person { id: who, by_alias: false });
        match filter {
            Filter::Servants => character.kind == SheetKind::Servant,
            Filter::Masters => character.kind == SheetKind::Master,
            Filter::Familiars => character.kind == SheetKind::Familiar,
            Filter::AnyOf(list) => list.iter().any(|f| self.filter_is_seen_to_fit(actor, f, who)),
            Filter::AllOf(list) => list.iter().all(|f| self.filter_is_seen_to_fit(actor, f, who)),
            Filter::Class(class) => {
                let of_class = war.sheet(who).class.as_ref().is_some_and(|c| c.eq_ignore_ascii_case(class));
                of_class && known() && self.can_point_at(actor, who)
            }
            Filter::Property(said) if war.were_on_one_side(actor, who) => self.holds_of_own(actor, who, said),
            Filter::Not(of) if war.were_on_one_side(actor, who) => !self.filter_is_seen_to_fit(actor, of, who),
            Filter::Not(of) => !is_hidden(filter) && !self.filter_is_seen_to_fit(actor, of, who),
            Filter::Here | Filter::Beside => self.is_in_sight(actor, who),
            Filter::In(place) => character.at == *place && character.at == war.character(actor).at,
            Filter::Property(statement) => match &**statement {
                Property::InSpiritForm => character.spirit_form,
                Property::Alive => true,
                Property::InBattle => self.is_seen_in_battle(actor, who),
                // What they were seen to receive this Turn, as a condition asks it (R199).
                Property::AffectedBy(kind) => self.saw_status(actor, who, Some(*kind)),
                Property::AffectedByNamed(name) => self.saw_affliction(actor, who, name),
                Property::AffectedByAnyStatus => self.saw_status(actor, who, None),
                Property::DamagedByUser => self.saw_own_hit(actor, who),
                Property::Dead
                | Property::Ranked(..)
                | Property::Has(..)
                | Property::BesideUser(..)
                | Property::Masterless
                | Property::HasFlight
                | Property::HasAbility(_)
                | Property::InFirstTurnOfBattle
                | Property::InTurnOfBattle { .. } => false,
            },
            Filter::Other => who != actor,
            // Whoever cannot be told from others is not spared.
            Filter::Except(these) => !these.iter().any(|one| self.is_meant(actor, one, who, &[])),
            // Nobody else is looked for.
            Filter::Detected => true,
            Filter::Sex(word) => self.is_seen_to_be(actor, who, word),
            Filter::Alignment(_) | Filter::Flightless => false,
        }
    }

    /// Whether somebody looks like a man or a woman to a character's eyes, as the page says it (I03).
    fn is_seen_to_be(&self, actor: CharacterId, who: CharacterId, sex: &str) -> bool {
        let (war, acuity) = (self.basis(), sight_acuity(self.basis(), actor));
        let dim = matches!(bystander_figure(war, actor, acuity, who), Figure::OfKind(_));
        let seen = look(war, who, if dim { Acuity::None } else { acuity }).sex;
        seen.is_some_and(|seen| seen.trim().eq_ignore_ascii_case(sex))
    }

    /// Who has attacked a member of a character's team this Turn, in order, as far as it perceived.
    fn attacks_on_team(&self, actor: CharacterId) -> Vec<CharacterId> {
        let mut attackers = Vec::new();
        for seen in self.perceived(actor).filter(|p| p.act == SeenAct::Used && p.attack) {
            let on_team = seen.objects.iter().filter_map(|f| f.pointed_at()).any(|t| self.war.are_partners(t, actor));
            if let Some(attacker) =
                seen.actor.and_then(Figure::pointed_at).filter(|a| on_team && !attackers.contains(a))
            {
                attackers.push(attacker);
            }
        }
        attackers
    }
}

/// Whether a player's words for opponents mean somebody: whoever is no partner, but for whom the character can tell
/// to be of a team it was declared to be at peace with. Nobody learns from whom an order spares whose Servant a
/// stranger is (R364, A155, I24).
pub(crate) fn is_known_foe(war: &War, actor: CharacterId, who: CharacterId) -> bool {
    let told_apart = || matches!(bystander_figure(war, actor, sight_acuity(war, actor), who), Figure::Known(_));
    war.are_opponents(actor, who) && !(war.has_pact(actor, who) && told_apart())
}

/// Whether somebody is of a team that the character's declared an alliance with, as far as it can tell (R364, A155).
pub(crate) fn is_known_ally(war: &War, actor: CharacterId, who: CharacterId) -> bool {
    let told_apart = || matches!(bystander_figure(war, actor, sight_acuity(war, actor), who), Figure::Known(_));
    war.has_alliance(actor, who) && told_apart()
}

/// Whether words may mean more than a skill takes: then it takes the first of them, in the order
/// of events or of the seat's names.
fn is_open_ended(who: &Who<Resolved>) -> bool {
    match who {
        // Of several whom the condition found, as many as the skill takes.
        Who::Related(relation, of) => relation.is_of_several() || **of == Who::Antecedent,
        who => matches!(who, Who::Every(_) | Who::UpTo(..) | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_)),
    }
}

/// A name whose trailing number sorts by its size: Stranger-2 before Stranger-10.
fn sortable_name(name: &str) -> String {
    match name.rsplit_once('-').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?))) {
        Some((stem, number)) => format!("{stem}-{number:05}"),
        None => name.to_owned(),
    }
}

/// Whether a filter asks for what cannot be seen of anybody.
pub(crate) fn is_hidden(filter: &Filter<Resolved>) -> bool {
    match filter {
        Filter::Alignment(_) | Filter::Flightless => true,
        Filter::Property(said) => match **said {
            Property::Ranked(..)
            | Property::Has(..)
            | Property::BesideUser(..)
            | Property::Masterless
            | Property::HasFlight
            | Property::HasAbility(_)
            | Property::InFirstTurnOfBattle
            | Property::InTurnOfBattle { .. } => true,
            Property::InSpiritForm
            | Property::AffectedBy(_)
            | Property::AffectedByNamed(_)
            | Property::AffectedByAnyStatus
            | Property::InBattle
            | Property::Dead
            | Property::Alive
            | Property::DamagedByUser => false,
        },
        Filter::AnyOf(all) | Filter::AllOf(all) => all.iter().any(is_hidden),
        // Of whom something is not seen, nobody can say that it is not so.
        Filter::Not(of) => match &**of {
            Filter::Servants | Filter::Masters | Filter::Familiars | Filter::Here | Filter::Beside | Filter::In(_) => {
                false
            }
            Filter::Property(said) => !matches!(**said, Property::InSpiritForm | Property::InBattle),
            Filter::AnyOf(_)
            | Filter::AllOf(_)
            | Filter::Not(_)
            | Filter::Alignment(_)
            | Filter::Sex(_)
            | Filter::Class(_)
            | Filter::Flightless
            | Filter::Detected
            | Filter::Except(_)
            | Filter::Other => true,
        },
        Filter::Detected
        | Filter::Except(_)
        | Filter::Other
        | Filter::Servants
        | Filter::Masters
        | Filter::Familiars
        | Filter::Class(_)
        | Filter::Sex(_)
        | Filter::Here
        | Filter::Beside
        | Filter::In(_) => false,
    }
}
