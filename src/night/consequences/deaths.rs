//! The consequences of a batch: survivals, deaths, freed Servants, disqualified Masters, and whether the War is over
//! (R005–R007, R014, R022, R137, R142, R245, A069–A072, A082, A157).

use std::collections::BTreeMap;

use crate::event::detail::{CountedUse, DeathCause, FreedReason};
use crate::event::kind::{Combat, Contracts, Course, Possessions};
use crate::event::{Cause, EventId};
use crate::language::condition::Resource;
use crate::language::effect::Modifier;
use crate::night::actions::contracts;
use crate::night::effects::end_effects::end_by_death;
use crate::night::resolution::PendingQuestion;
use crate::night::rulings::Question;
use crate::night::state::Night;
use crate::night::state::agenda::Agenda;
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::sheet::yaml::as_scalar;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, TeamId};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::NoWinner;
use crate::war::War;
use crate::war::in_force::{ActiveEffect, ModifierKind};

use super::homes;
use super::seal::FallenMark;

/// Settles the deaths of a batch: who survives, who dies, and who gets what was theirs. Notes the Seal's marks among
/// the dead.
pub(crate) fn settle_deaths(night: &mut Night<'_>, fallen: &mut Vec<FallenMark>) {
    apply_survivals(night);
    let deaths = record_deaths(night, fallen);
    disqualify(night);
    // Who killed whom is judged on the teams before the deaths take effect.
    let heirs: Vec<Vec<_>> =
        deaths.iter().map(|d| contracts::find_heirs(&night.war, d.character, &d.masters)).collect();
    for dead in &deaths {
        homes::take_homes(night, dead.character, &dead.masters, dead.event);
    }
    for (Dead { character: who, event, .. }, heirs) in deaths.iter().zip(&heirs) {
        contracts::pass_on_servants(night, *who, heirs, *event);
        end_by_death(night, *who, *event);
    }
}

/// Saves whoever an effect saves from a fatal blow of this batch; all hits of the batch count together (R344, R345,
/// A209–A212). An item that saved somebody is used up (R346).
fn apply_survivals(night: &mut Night<'_>) {
    let war = &night.war;
    let mut saved: Vec<(CharacterId, ActiveEffect, Exact, bool)> = Vec::new();
    for who in war.living().filter(|id| war.character(*id).health <= Exact::ZERO) {
        let health = war.character(who).health;
        let floors = war.standing_effects_on(ModifierKind::Survival, who);
        let mut floors = floors.filter(|(_, standing)| standing.modifier == Modifier::HealthFloor);
        if let Some((effect, _)) = floors.next() {
            saved.push((who, effect, Exact::ONE, false));
            continue;
        }
        let (total_damage, by_attacks) = night.credit.damage_in_batch(night.batch_number, who);
        let is_by_attacks = health + by_attacks > Exact::ZERO;
        // The sentence's condition applies to the character before the damage.
        let mut before_damage = war.clone();
        before_damage.character_mut(who).health += total_damage;
        let survival =
            before_damage.standing_effects_on(ModifierKind::Survival, who).find_map(
                |(effect, standing)| match &standing.modifier {
                    Modifier::Survives { of_anything, from, to, left }
                        if (is_by_attacks || *of_anything)
                            && from.is_none_or(|from| health >= from)
                            && health <= *to
                            && standing
                                .quota
                                .is_none_or(|quota| before_damage.attacks_left_of(effect, who, quota) > 0) =>
                    {
                        let (_, maximum) = before_damage.current_and_maximum(who, Resource::Health);
                        Some((effect, left.of(maximum).unwrap_or(maximum), standing.quota.is_some()))
                    }
                    _ => None,
                },
            );
        saved.extend(survival.map(|(effect, left, counts)| (who, effect, left, counts)));
    }
    for (who, effect, health_left, counts) in saved {
        let skill = effect.skill;
        let rules = [RuleId::R(344), RuleId::A(209), RuleId::A(210)];
        let counts = counts.then_some(CountedUse::of(effect, who));
        let event =
            night.emit(Combat::Survived { who, health: health_left, skill, counts }, None, Cause::Rule, None, &rules);
        if night.war.skill(skill).role == Role::Item {
            let item_spent = Possessions::ItemSpent { who: effect.user, item: skill };
            night.emit(item_spent, Some(event), Cause::Rule, None, &[RuleId::R(346), RuleId::A(212)]);
        }
    }
}

/// A death in a batch.
struct Dead {
    character: CharacterId,
    /// The Masters of the killers' teams, as the teams stood before the deaths of the batch. A killer that dies in the
    /// same moment counts (A069, A082).
    masters: Vec<CharacterId>,
    event: EventId,
}

/// Records the death of everybody without Health, of every Servant without Mana, and of those an effect kills (R014,
/// R022, A084).
fn record_deaths(night: &mut Night<'_>, fallen: &mut Vec<FallenMark>) -> Vec<Dead> {
    let dying: Vec<(CharacterId, DeathCause)> = night
        .war
        .living()
        .filter_map(|id| {
            let character = night.war.character(id);
            if character.health <= Exact::ZERO {
                Some((id, DeathCause::Wounds))
            } else if character.kind == SheetKind::Servant && character.mana <= Exact::ZERO {
                Some((id, DeathCause::Mana))
            } else if night.agenda.pending_killers(id).next().is_some() {
                Some((id, DeathCause::Skill))
            } else {
                None
            }
        })
        .collect();
    // Who killed whom is judged on the teams as they stood before any death.
    let deaths_with_killers: Vec<(CharacterId, DeathCause, Vec<CharacterId>, Vec<CharacterId>)> = dying
        .into_iter()
        .map(|(who, death_cause)| {
            let killers = match death_cause {
                DeathCause::Wounds => find_killers(night, who),
                DeathCause::Mana => Vec::new(),
                DeathCause::Skill => killers_by_effect(&night.agenda, who),
            };
            if night.war.is_marked(who) {
                fallen.push(FallenMark::new(night, who, &killers));
            }
            let masters = homes::masters_of(&night.war, &killers);
            (who, death_cause, killers, masters)
        })
        .collect();
    let mut deaths = Vec::new();
    for (who, death_cause, killers, masters) in deaths_with_killers {
        let rule = match death_cause {
            DeathCause::Wounds => RuleId::R(14),
            DeathCause::Mana => RuleId::R(22),
            DeathCause::Skill => RuleId::R(125),
        };
        let death = Combat::Died { who, killers, of: death_cause };
        let event = night.emit(death, None, Cause::Rule, None, &[rule, RuleId::A(82)]);
        deaths.push(Dead { character: who, masters, event });
    }
    night.agenda.end_pending_deaths();
    deaths
}

/// Returns whose effects kill somebody, if an effect does.
fn killers_by_effect(agenda: &Agenda<'_>, victim: CharacterId) -> Vec<CharacterId> {
    let mut by: Vec<CharacterId> = agenda.pending_killers(victim).filter(|killers| *killers != victim).collect();
    by.sort_unstable();
    by.dedup();
    by
}

/// Returns who killed somebody: all members of the team with the largest share of the damage of the last batch, or of
/// the Turn. Equal shares all count (A082).
fn find_killers(night: &Night<'_>, victim: CharacterId) -> Vec<CharacterId> {
    let mut shares: BTreeMap<CharacterId, Exact> = BTreeMap::new();
    for (by, amount) in night.credit.damage_dealers(night, victim) {
        *shares.entry(by).or_default() += amount;
    }
    let war = &night.war;
    let team_share = |id: &CharacterId| -> Exact {
        shares.iter().filter(|(by, _)| war.are_partners(**by, *id)).map(|(_, share)| *share).sum()
    };
    let largest_share = shares.keys().map(team_share).max();
    shares.keys().filter(|id| Some(team_share(id)) == largest_share).copied().collect()
}

/// Disqualifies every Master without Command Spells; they lose every contract (R137, R157, A129, A130).
fn disqualify(night: &mut Night<'_>) {
    let disqualified: Vec<CharacterId> = night
        .war
        .living()
        .filter(|id| night.war.character(*id).mastery.as_ref().is_some_and(|m| m.is_qualified && m.command_spells == 0))
        .collect();
    for master in disqualified {
        let event = night.emit(Contracts::Disqualified { master }, None, Cause::Rule, None, &[RuleId::R(137)]);
        contracts::free_servants(night, master, event, FreedReason::MasterDisqualified);
    }
}

/// Ends the War when one team is left, with exactly one Servant, and no other team can be formed (R005–R007, A156,
/// A157). With no team left and none to be formed, nobody wins (A070).
pub(crate) fn end_war(night: &mut Night<'_>) {
    let war = &night.war;
    let masters: Vec<CharacterId> =
        war.living().filter(|id| war.character(*id).mastery.as_ref().is_some_and(|m| !m.is_sheltered)).collect();
    let teams: Vec<CharacterId> = masters.iter().copied().filter(|m| !war.servants_of(*m).is_empty()).collect();
    if teams.len() > 1 || can_form_another(war, &masters, &teams) {
        return;
    }
    match teams.as_slice() {
        [master] => {
            if war.servants_of(*master).len() == 1 {
                let winner = war.setup.teams.iter().position(|t| t.master == *master).map(TeamId::at);
                emit_war_ended(night, winner, Cause::Rule, None, &[RuleId::R(5), RuleId::A(157)]);
            }
        }
        _ => {
            if war.setup.switches.no_winner == NoWinner::Gm {
                end_war_by_ruling(night);
            } else {
                emit_war_ended(night, None, Cause::Rule, None, &[RuleId::A(70)]);
            }
        }
    }
}

/// Ends the War as the GM decides (switch `war.no_winner`). Until the GM answers, nobody wins, and the question is
/// kept.
fn end_war_by_ruling(night: &mut Night<'_>) {
    let rules = [RuleId::R(8), RuleId::A(70)];
    let question = Question::End { night: night.war.night };
    if let Some((winner, number, parent)) = night.find_decided_winner(question) {
        emit_war_ended(night, winner, Cause::Ruling(number), Some(parent), &rules);
        return;
    }
    let teams: Vec<String> = night.war.setup.teams.iter().map(|team| as_scalar(&team.name)).collect();
    night.questions.keep_pending(PendingQuestion {
        key: question.key(&night.war),
        question: "No team is left and none can be formed. Who wins, if anybody?".to_owned(),
        sentences: Vec::new(),
        involved: Vec::new(),
        answer: format!("winner: TEAM  # {} or none", teams.join(", ")),
    });
    emit_war_ended(night, None, Cause::Rule, None, &[RuleId::A(70)]);
}

fn emit_war_ended(
    night: &mut Night<'_>,
    winner: Option<TeamId>,
    cause: Cause,
    parent: Option<EventId>,
    rules: &[RuleId],
) {
    night.emit(Course::WarEnded { winner }, parent, cause, None, rules);
    night.end_war();
}

/// Whether a Master outside the present teams could contract a Masterless Servant (A157).
fn can_form_another(war: &War, masters: &[CharacterId], teams: &[CharacterId]) -> bool {
    let masterless: Vec<CharacterId> = war
        .living()
        .filter(|id| war.character(*id).kind == SheetKind::Servant && war.character(*id).master.is_none())
        .collect();
    masters.iter().filter(|m| !teams.contains(m)).any(|master| {
        let is_qualified = war.character(*master).mastery.as_ref().is_some_and(|m| m.is_qualified);
        masterless.iter().any(|s| is_qualified || war.character(*s).first_master == Some(*master))
    })
}
