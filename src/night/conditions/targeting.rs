//! Which characters an order means: names, descriptions and groups, as its actor's seat can recognise them (R364,
//! A148–A151, A241).

use crate::language::condition::{Condition, Filter, Group, Property, Relation, Side, Who};
use crate::language::order::{Target, UsedThing};
use crate::night::actions::find_skill::find_by_name;
use crate::night::bind::{NamedCharacter, WarIds};
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::perception::figure::{alias_order_key, identify_bystander, is_own, sight_acuity};
use crate::perception::look::look_at;
use crate::perception::perceived::{Figure, SeenAct};
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Acuity;
use crate::war::War;

/// On what evidence words may rest when they mean somebody's Master or Servant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BondEvidence {
    /// On what was seen or told: a condition knows no more than the page (A256).
    Known,
    /// Also on the only Master beside a Servant of whom nothing is known. Orders use this to choose their targets.
    Supposed,
}

/// The characters and the location at which an order is directed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aim {
    /// The characters meant, in the order written.
    pub named_characters: Vec<CharacterId>,
    /// The location meant.
    pub location: Option<LocationId>,
    /// Whether a group was meant; the skill's limit may cut it.
    pub is_open_ended: bool,
    /// Whether somebody was meant who could not be found.
    pub is_unfulfilled: bool,
}

/// Finds the characters and the location that the targets of a step mean.
pub(crate) fn resolve_aim(
    night: &Night<'_>,
    step: Step,
    actor: CharacterId,
    targets: &[Target<WarIds>],
    to: Option<LocationId>,
) -> Aim {
    let mut aim = Aim { location: to, ..Aim::default() };
    let is_attack = is_attack_step(night, step, actor);
    // Nobody is a target twice (R119): a group chooses among the others.
    let by_name: Vec<CharacterId> = match targets {
        [] | [_] => Vec::new(),
        all => all.iter().flat_map(|target| find_fixed_targets(night, step, actor, target)).collect(),
    };
    for target in targets {
        match target {
            Target::Location(location) => aim.location = Some(*location),
            Target::Here => aim.location = Some(night.basis().character(actor).at),
            Target::Character(who) => {
                aim.is_open_ended |= is_open_ended(who);
                let is_taken = |id: &CharacterId| aim.named_characters.contains(id) || by_name.contains(id);
                let may_strike = |id: &CharacterId| !is_attack || night.may_be_struck(step, actor, who, *id);
                let mut found = match who {
                    Who::Any(group) => {
                        selectable_members(night, actor, group, &|id| !is_taken(id) && may_strike(id)).take(1).collect()
                    }
                    Who::UpTo(count, group) => {
                        selectable_members(night, actor, group, &|id| !is_taken(id) && may_strike(id))
                            .take(*count as usize)
                            .collect()
                    }
                    who => night.resolve(actor, who, &night.found_by_condition(step)),
                };
                // `Attack whoever attacks me if I have less than 100 Health` prefers the attacker at whose attack the
                // condition held.
                if matches!(who, Who::WhoDid(deed) if !deed.is_first) && night.asks_state_with_event(step) {
                    let order = night.found_by_condition(step);
                    found.sort_by_key(|id| order.iter().position(|other| other == id).unwrap_or(order.len()));
                }
                found.retain(may_strike);
                aim.is_unfulfilled |= found.is_empty();
                for id in found {
                    if !aim.named_characters.contains(&id) {
                        aim.named_characters.push(id);
                    }
                }
            }
        }
    }
    aim
}

/// Yields the members of a group to choose from. Members in Spirit Form can be no target (R248) and come last.
fn selectable_members(
    night: &Night<'_>,
    actor: CharacterId,
    group: &Group<WarIds>,
    is_allowed: &dyn Fn(&CharacterId) -> bool,
) -> impl Iterator<Item = CharacterId> {
    let mut members: Vec<CharacterId> = night.group_members(actor, group).into_iter().filter(is_allowed).collect();
    members.sort_by_key(|id| night.basis().character(*id).is_in_spirit_form);
    members.into_iter()
}

/// Returns the characters that a target means, unless the target leaves a choice among a group.
fn find_fixed_targets(night: &Night<'_>, step: Step, actor: CharacterId, target: &Target<WarIds>) -> Vec<CharacterId> {
    match target {
        Target::Character(Who::Any(_) | Who::UpTo(..) | Who::Every(_)) | Target::Location(_) | Target::Here => {
            Vec::new()
        }
        Target::Character(who) => night.resolve(actor, who, &night.found_by_condition(step)),
    }
}

/// Whether the action of a step is an attack.
fn is_attack_step(night: &Night<'_>, step: Step, actor: CharacterId) -> bool {
    match night.action(step).and_then(|action| action.kind.facts().uses) {
        Some(UsedThing::BasicAttack) => true,
        Some(UsedThing::Skill(skill)) => {
            find_by_name(&night.war, actor, &skill.text).is_some_and(|found| night.war.skill(found.skill).is_attack())
        }
        Some(UsedThing::Item(_) | UsedThing::Spell(_)) | None => false,
    }
}

/// Returns the Servant of a Master that a Command Spell names (R161).
pub(crate) fn find_own_servant(war: &War, master: CharacterId, who: &Who<WarIds>) -> Option<CharacterId> {
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
    /// Returns the characters that the condition of a step's order found.
    pub(crate) fn found_by_condition(&self, step: Step) -> Vec<CharacterId> {
        self.agenda.task(step).map(|t| t.antecedents.clone()).unwrap_or_default()
    }

    /// Whether a character's seat may use this name for somebody: it knows the character, or it used its own alias. A
    /// guessed name means nobody (A151).
    pub(crate) fn may_name(&self, actor: CharacterId, person: NamedCharacter) -> bool {
        person.is_by_alias || self.basis().seat_of(actor).is_some_and(|seat| self.basis().recognises(seat, person.id))
    }

    /// Whether an attack on these words may strike somebody. Words without a name mean opponents; the own side is
    /// struck by name alone (A255).
    fn may_be_struck(&self, step: Step, actor: CharacterId, who: &Who<WarIds>, id: CharacterId) -> bool {
        let is_foe = is_known_foe(self.basis(), actor, id);
        match who {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => is_foe || group.side == Side::Allies,
            Who::WhoDid(deed) => is_foe || self.names_own_side(actor, &deed.who, id),
            Who::WhomDid(_) => is_foe,
            Who::Antecedent => {
                is_foe
                    || self.agenda.task(step).is_some_and(|task| {
                        let mut statements = task.order.body.conditions().flat_map(Condition::statements);
                        statements
                            .any(|statement| statement.subject().is_some_and(|who| self.names_own_side(actor, who, id)))
                    })
            }
            Who::OneOf(list) => list.iter().any(|one| self.may_be_struck(step, actor, one, id)),
            // `That character's Master` names nobody.
            Who::Related(..) => is_foe || who.roots().iter().all(|root| matches!(root, Who::Named(_) | Who::User)),
            Who::User | Who::Named(_) => true,
            Who::Target | Who::SecondTarget | Who::Attacker => true,
        }
    }

    /// Whether words mean somebody by name, or as one of the actor's side.
    fn names_own_side(&self, actor: CharacterId, who: &Who<WarIds>, id: CharacterId) -> bool {
        match who {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side == Side::Allies,
            Who::WhoDid(deed) => self.names_own_side(actor, &deed.who, id),
            Who::WhomDid(_) => false,
            Who::Antecedent => false,
            Who::OneOf(list) => list.iter().any(|one| self.names_own_side(actor, one, id)),
            named => self.resolve_anywhere(actor, named, &[]).contains(&id),
        }
    }

    /// Returns whom words mean for a character: those it recognises, in the order of its seat's names, so that nothing
    /// hidden decides. It cannot know whose contracts still hold elsewhere: `Rin's Servant` finds, of others, only
    /// somebody in sight (I23, I24).
    pub(crate) fn resolve(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        self.resolve_in_sight(actor, who, antecedents, BondEvidence::Supposed)
    }

    /// Does what `resolve` does, with the given evidence of contracts.
    pub(crate) fn resolve_in_sight(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
        evidence: BondEvidence,
    ) -> Vec<CharacterId> {
        let mut found = self.resolve_anywhere_by(actor, who, antecedents, evidence);
        if let Who::Related(..) = who {
            let war = self.basis();
            // An order means the living; a condition may mean the dead too.
            let is_known_dead = |id: CharacterId| evidence == BondEvidence::Known && self.knows_dead(actor, id);
            found.retain(|id| {
                let alive = war.character(*id).is_alive();
                (alive && (war.are_partners(actor, *id) || self.is_in_sight(actor, *id)))
                    || (!alive && is_known_dead(*id))
            });
        }
        found
    }

    /// Returns whom words mean, wherever they are. It is called only about somebody already perceived.
    pub(crate) fn resolve_anywhere(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        self.resolve_anywhere_by(actor, who, antecedents, BondEvidence::Supposed)
    }

    /// Does what `resolve_anywhere` does, with the given evidence of contracts.
    pub(crate) fn resolve_anywhere_by(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
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
                let people = self.resolve_anywhere_by(actor, of, antecedents, evidence);
                self.find_related(actor, *relation, &people, evidence)
            }
            // The first of them in sight, else the first. A character in Spirit Form can be no target (R248).
            Who::OneOf(list) => {
                let resolve_one = |who: &Who<WarIds>| match who {
                    Who::Any(group) => self.group_members(actor, group),
                    who => self.resolve_in_sight(actor, who, antecedents, evidence),
                };
                let all: Vec<CharacterId> = list.iter().flat_map(resolve_one).collect();
                let in_sight = || all.iter().copied().filter(|id| self.is_in_sight(actor, *id));
                let outside_spirit_form = in_sight().find(|id| !self.basis().character(*id).is_in_spirit_form);
                outside_spirit_form.or(in_sight().next()).or(all.first().copied()).into_iter().collect()
            }
            Who::Any(group) => self.group_members(actor, group).into_iter().take(1).collect(),
            Who::UpTo(count, group) => self.group_members(actor, group).into_iter().take(*count as usize).collect(),
            Who::Every(group) => self.group_members(actor, group),
            // `The opponent who attacked me first` is one character: the earliest of all who did.
            Who::WhoDid(deed) if deed.is_first => {
                self.find_doers(actor, deed, antecedents).into_iter().take(1).collect()
            }
            Who::WhoDid(deed) => self.find_doers(actor, deed, antecedents),
            Who::WhomDid(deed) => self.find_objects_of_deed(actor, deed, antecedents),
            Who::Target | Who::SecondTarget | Who::Attacker => Vec::new(),
        }
    }

    /// Returns everybody in this relation to any of these, as far as a character knows and may name them.
    fn find_related(
        &self,
        actor: CharacterId,
        relation: Relation,
        people: &[CharacterId],
        evidence: BondEvidence,
    ) -> Vec<CharacterId> {
        let war = self.basis();
        let people = || people.iter().copied();
        let master_of = |id: CharacterId| self.find_known_master(actor, id, evidence);
        let servants_of = |id: CharacterId| self.find_known_servants(actor, id, evidence);
        let mut found: Vec<CharacterId> = match relation {
            Relation::Master => people().filter_map(master_of).collect(),
            Relation::Servant => people().flat_map(servants_of).collect(),
            Relation::Partner => {
                people().flat_map(|id| master_of(id).into_iter().chain(servants_of(id)).collect::<Vec<_>>()).collect()
            }
            Relation::Summoner => people().filter_map(|id| war.character(id).summoner).collect(),
            Relation::Familiars => {
                let is_owned = |id: &CharacterId| {
                    war.character(*id).summoner.is_some_and(|summoner| people().any(|id| id == summoner))
                };
                war.ids().filter(is_owned).collect()
            }
            Relation::Team => {
                let head_of = |id: CharacterId| master_of(id).unwrap_or(id);
                war.ids().filter(|id| people().any(|person| head_of(person) == head_of(*id))).collect()
            }
        };
        found.retain(|id| self.may_name(actor, NamedCharacter { id: *id, is_by_alias: false }));
        found
    }

    /// Returns the Master of a character, as far as the actor knows. It knows its own team exactly; of others, the
    /// contracts it saw or was told. Otherwise, with `Supposed` evidence, it is the only Master in sight of whom no
    /// contract is known (R197, I24).
    fn find_known_master(&self, actor: CharacterId, id: CharacterId, evidence: BondEvidence) -> Option<CharacterId> {
        let war = self.basis();
        if is_own(war, actor, id) || war.were_on_one_side(actor, id) {
            return war.master_before_death(id);
        }
        match war.character(id).kind {
            SheetKind::Master | SheetKind::Library => None,
            SheetKind::Familiar => {
                let summoner = war.character(id).summoner?;
                let is_master = war.character(summoner).kind == SheetKind::Master;
                if is_master { Some(summoner) } else { self.find_known_master(actor, summoner, evidence) }
            }
            SheetKind::Servant => war.known_master_of(actor, id).or_else(|| {
                if evidence == BondEvidence::Known {
                    return None;
                }
                let has_no_known_servant = |other: &CharacterId| {
                    war.character(*other).kind == SheetKind::Master
                        && !is_own(war, actor, *other)
                        && !war.is_known_master(actor, *other)
                };
                let others = war.living().filter(|other| self.is_in_sight(actor, *other));
                let mut masters = others.filter(has_no_known_servant).filter(|_| self.is_in_sight(actor, id));
                masters.next().filter(|_| masters.next().is_none())
            }),
        }
    }

    /// Returns the Servants of a Master, as far as a character knows.
    fn find_known_servants(&self, actor: CharacterId, master: CharacterId, evidence: BondEvidence) -> Vec<CharacterId> {
        let war = self.basis();
        if is_own(war, actor, master) || war.were_on_one_side(actor, master) {
            return war.servants_or_last(master).into_iter().chain(war.servants_lost(master)).collect();
        }
        let servants = war.ids().filter(|id| war.character(*id).kind == SheetKind::Servant);
        servants.filter(|id| self.find_known_master(actor, *id, evidence) == Some(master)).collect()
    }

    /// Whether a character sees somebody now.
    pub(crate) fn is_in_sight(&self, actor: CharacterId, other: CharacterId) -> bool {
        self.basis().is_in_sight(actor, other)
    }

    /// Whether a character can tell that somebody is the one that the words mean. A Servant in Spirit Form is just one
    /// of its kind to all below ACT B, on the page and so in a condition (I24). Of a group, any member will do.
    pub(crate) fn recognises_as_meant(&self, actor: CharacterId, who: &Who<WarIds>, id: CharacterId) -> bool {
        let any_will_do = matches!(who, Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::Antecedent);
        any_will_do || self.is_recognised_by(actor, id)
    }

    /// Whether a character recognises somebody in its location as more than one of a kind.
    fn is_recognised_by(&self, actor: CharacterId, id: CharacterId) -> bool {
        let war = self.basis();
        identify_bystander(war, actor, sight_acuity(war, actor), id).identity().is_some()
    }

    /// Returns the members of a group in sight. Those who attacked the actor's team come first, in the order of their
    /// attacks; then the others by the names that the seat has for them. Those seen only as one of a kind come last
    /// (R054, R056).
    pub(crate) fn group_members(&self, actor: CharacterId, group: &Group<WarIds>) -> Vec<CharacterId> {
        let war = self.basis();
        let Some(seat) = war.seat_of(actor) else { return Vec::new() };
        let attackers = self.attackers_of_team(actor);
        let mut members: Vec<(usize, bool, String, CharacterId)> = war
            .living()
            .filter(|id| *id != actor && self.in_group(actor, group, *id))
            .map(|id| {
                // Those that it cannot recognise come in an order that reveals nothing.
                let unnamed = || format!("~{:016x}", alias_order_key(war, actor, id));
                let name = war.name_for(seat, id).unwrap_or_else(unnamed);
                let attack_order = attackers.iter().position(|a| *a == id).unwrap_or(usize::MAX);
                // Strangers are sorted by the number of their alias.
                (attack_order, !war.recognises(seat, id), sortable_name(&name), id)
            })
            .collect();
        members.sort();
        members.into_iter().map(|(.., id)| id).collect()
    }

    /// Whether a character in sight belongs to a group, as far as its appearance shows.
    pub(crate) fn in_group(&self, actor: CharacterId, group: &Group<WarIds>, who: CharacterId) -> bool {
        let war = self.basis();
        let names_location = group.filters.iter().any(|f| matches!(f, Filter::In(_)));
        let is_on_side = match group.side {
            Side::Opponents => is_known_foe(war, actor, who),
            Side::Allies => war.are_partners(actor, who),
            Side::Anyone => true,
        };
        let is_noticed =
            if names_location { !war.is_hidden_from(who, actor, false) } else { self.is_in_sight(actor, who) };
        is_on_side && is_noticed && group.filters.iter().all(|f| self.filter_visibly_matches(actor, f, who))
    }

    /// Whether a filter is seen to match; what cannot be seen does not match.
    fn filter_visibly_matches(&self, actor: CharacterId, filter: &Filter<WarIds>, who: CharacterId) -> bool {
        let war = self.basis();
        let character = war.character(who);
        let is_known = || self.may_name(actor, NamedCharacter { id: who, is_by_alias: false });
        match filter {
            Filter::Servants => character.kind == SheetKind::Servant,
            Filter::Masters => character.kind == SheetKind::Master,
            Filter::Familiars => character.kind == SheetKind::Familiar,
            Filter::AnyOf(list) => list.iter().any(|f| self.filter_visibly_matches(actor, f, who)),
            Filter::AllOf(list) => list.iter().all(|f| self.filter_visibly_matches(actor, f, who)),
            Filter::Class(class) => {
                let is_of_class = war.sheet(who).class.as_ref().is_some_and(|c| c.eq_ignore_ascii_case(class));
                is_of_class && is_known() && self.is_recognised_by(actor, who)
            }
            Filter::Property(property) if war.were_on_one_side(actor, who) => self.holds_for_own(actor, who, property),
            Filter::Not(of) if war.were_on_one_side(actor, who) => !self.filter_visibly_matches(actor, of, who),
            Filter::Not(of) => !is_hidden(filter) && !self.filter_visibly_matches(actor, of, who),
            Filter::Here | Filter::Beside => self.is_in_sight(actor, who),
            // No order says it.
            Filter::With(_) => false,
            Filter::In(location) => character.at == *location && character.at == war.character(actor).at,
            Filter::Property(statement) => match &**statement {
                Property::InSpiritForm => character.is_in_spirit_form,
                Property::Alive => true,
                Property::InBattle => self.is_seen_in_battle(actor, who),
                // The statuses they were seen to receive this Turn, as in a condition (R199).
                Property::AffectedBy(kind) => self.has_seen_status(actor, who, Some(*kind)),
                Property::AffectedByNamed(name) => self.has_seen_affliction(actor, who, name),
                Property::AffectedByAnyStatus => self.has_seen_status(actor, who, None),
                Property::DamagedByUser => self.has_seen_own_hit(actor, who),
                Property::Dead
                | Property::Ranked(..)
                | Property::Has(..)
                | Property::BesideUser(..)
                | Property::Masterless
                | Property::AtHome
                | Property::HasFlight
                | Property::HasAbility(_)
                | Property::InFirstTurnOfBattle
                | Property::InTurnOfBattle { .. } => false,
            },
            Filter::Other => who != actor,
            // A character that cannot be recognised is not excepted.
            Filter::Except(exceptions) => !exceptions.iter().any(|one| self.is_meant(actor, one, who, &[])),
            // Only detected characters are considered anyway.
            Filter::Detected => true,
            Filter::Sex(word) => self.is_seen_to_be(actor, who, word),
            Filter::Alignment(_) | Filter::Flightless => false,
        }
    }

    /// Whether a character looks like a man or a woman to the actor, as the page says it (I03).
    fn is_seen_to_be(&self, actor: CharacterId, who: CharacterId, sex: &str) -> bool {
        let (war, acuity) = (self.basis(), sight_acuity(self.basis(), actor));
        let is_dim = matches!(identify_bystander(war, actor, acuity, who), Figure::OfKind(_));
        let seen_sex = look_at(war, who, if is_dim { Acuity::None } else { acuity }).sex;
        seen_sex.is_some_and(|seen| seen.trim().eq_ignore_ascii_case(sex))
    }

    /// Returns who has attacked a member of the actor's team this Turn, in order, as far as the actor perceived it.
    fn attackers_of_team(&self, actor: CharacterId) -> Vec<CharacterId> {
        let mut attackers = Vec::new();
        for seen in self.perceptions_of(actor).filter(|p| p.act == SeenAct::Used && p.is_attack) {
            let hits_team = seen.objects.iter().filter_map(|f| f.identity()).any(|t| self.war.are_partners(t, actor));
            if let Some(attacker) =
                seen.actor.and_then(Figure::identity).filter(|a| hits_team && !attackers.contains(a))
            {
                attackers.push(attacker);
            }
        }
        attackers
    }
}

/// Whether a player's words for opponents mean somebody: anybody but partners, and but those whom the actor recognises
/// as members of a team with a pact. Whom an order spares must not reveal whose Servant a stranger is (R364, A155,
/// I24).
pub(crate) fn is_known_foe(war: &War, actor: CharacterId, who: CharacterId) -> bool {
    war.are_opponents(actor, who) && !(war.has_pact(actor, who) && knows_by_name(war, actor, who))
}

/// Whether somebody belongs to a team with which the actor's team declared an alliance, as far as it can recognise
/// (R364, A155).
pub(crate) fn is_known_ally(war: &War, actor: CharacterId, who: CharacterId) -> bool {
    war.has_alliance(actor, who) && knows_by_name(war, actor, who)
}

/// Whether a character knows by name whom it sees.
fn knows_by_name(war: &War, actor: CharacterId, who: CharacterId) -> bool {
    matches!(identify_bystander(war, actor, sight_acuity(war, actor), who), Figure::Known(_))
}

/// Whether words may mean more characters than a skill accepts. The skill then takes the first of them, in the order of
/// events or of the seat's names.
fn is_open_ended(who: &Who<WarIds>) -> bool {
    match who {
        // Where the condition found several, the skill takes as many as it accepts.
        Who::Related(relation, of) => relation.is_of_several() || **of == Who::Antecedent,
        who => matches!(who, Who::Every(_) | Who::UpTo(..) | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_)),
    }
}

/// Pads the trailing number of a name so that it sorts by value: Stranger-2 before Stranger-10.
fn sortable_name(name: &str) -> String {
    match name.rsplit_once('-').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?))) {
        Some((stem, number)) => format!("{stem}-{number:05}"),
        None => name.to_owned(),
    }
}

/// Whether a filter asks for something that nobody can see.
pub(crate) fn is_hidden(filter: &Filter<WarIds>) -> bool {
    match filter {
        Filter::Alignment(_) | Filter::Flightless => true,
        Filter::Property(property) => match **property {
            Property::Ranked(..)
            | Property::Has(..)
            | Property::BesideUser(..)
            | Property::Masterless
            | Property::AtHome
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
        // What cannot be seen cannot be denied either.
        Filter::Not(of) => match &**of {
            Filter::Servants | Filter::Masters | Filter::Familiars => false,
            Filter::Here | Filter::Beside | Filter::With(_) | Filter::In(_) => false,
            Filter::Property(property) => !matches!(**property, Property::InSpiritForm | Property::InBattle),
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
        | Filter::With(_)
        | Filter::In(_) => false,
    }
}
