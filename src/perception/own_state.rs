//! A seat's own characters as a Night leaves them: exact numbers, for their player alone (I01, I22).

use crate::language::condition::Resource;
use crate::language::effect::{Affliction, Forbidden};
use crate::language::effect_text::{affliction_text, condition_text};
use crate::sheet::SheetKind;
use crate::sheet::skill::{Role, Skill};
use crate::vocabulary::cost::{Cost, Upkeep};
use crate::vocabulary::damage::Damage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::points::{FirstTurnPoints, Points};
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::Status;
use crate::vocabulary::switches::MaxDistance;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::active_skill::{ActiveSkill, Until};
use crate::war::character::PactKind;
use crate::war::evaluate::EvalContext;
use crate::war::seal::Hunt;
use crate::war::setup::{SheetId, SkillRef};

use super::figure::{figures_beside, reports_sights_to_seat};
use super::own_sheets::{can_read_sheet, lasting_sentences};
use super::perceived::Figure;
use super::view_of::{ap_before_bonus, find_guards, is_disqualified, list_teams_with_pact, skill_name};

/// One of a seat's characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct OwnState {
    /// Which character of the War.
    pub id: CharacterId,
    /// The handle.
    pub name: String,
    /// Master, Servant or familiar.
    pub kind: SheetKind,
    pub is_alive: bool,
    /// Whether it disappeared rather than died: a familiar.
    pub has_vanished: bool,
    pub location: LocationId,
    /// Health now.
    pub health: Exact,
    /// Maximum Health.
    pub max_health: Exact,
    /// Mana now.
    pub mana: Exact,
    /// Maximum Mana.
    pub max_mana: Exact,
    /// What it had when the Night began, if it was the seat's then.
    pub at_night_start: Option<StateAtNightStart>,
    /// Ranks that differ from the sheet's: the stat, its rank now, its rank on the sheet (I01).
    pub ranks: Vec<(Stat, Rank, Rank)>,
    /// What effects prevent it from doing: acting, regenerating, leaving, moving, fleeing (R126).
    pub prevented: Vec<Prevented>,
    /// The AP it begins the next Turn with, before an AGI bonus that depends on hidden facts.
    pub ap: u32,
    pub is_in_spirit_form: bool,
    /// Turns in its current battle; 0 for none.
    pub turns_in_battle: u32,
    /// The points that a Servant may spend on skills in the first Turn of a battle (R254).
    pub first_turn: FirstTurnPoints,
    /// Whether it was in battle this Night, so that it may not scout (R234).
    pub was_in_battle: bool,
    /// The Health and Mana that its sheet lets it regain when a Turn begins (R020, R027).
    pub regeneration: (Exact, Exact),
    /// Action Points left unspent at the end of the Night.
    pub ap_unspent: u32,
    /// Support Points left unspent at the end of the Night.
    pub sp_unspent: u32,
    /// Whether the Turn Action is unspent.
    pub has_turn_action: bool,
    /// Whether it is a Servant without a Master.
    pub is_masterless: bool,
    /// What it loses for being masterless, if anything (R144).
    pub masterless_loss: Option<MasterlessLoss>,
    /// Statuses on it, with the Turns left.
    pub statuses: Vec<Status>,
    /// Statuses defined by sheets, with the Turns left and what they do (R126).
    pub afflictions: Vec<String>,
    /// Effects in force: its own and those on it.
    pub effects: Vec<OwnEffect>,
    /// The main six stats as they are now and ACT as the sheet has it, each with its name.
    pub stats: Vec<(&'static str, String)>,
    /// Its usable skills, in the order of the sheet, with what each costs now.
    pub skills: Vec<UsableSkill>,
    /// Its passive skills, in the order of the sheet.
    pub abilities: Vec<OwnAbility>,
    /// The War's Command Spells, for a Master who has some left and a Servant to command (R156).
    pub spells: Vec<OwnAbility>,
    /// Names of items held.
    pub items: Vec<String>,
    /// The Master, for a Servant.
    pub master: Option<String>,
    /// Whether that is not its first Master.
    pub serves_another_master: bool,
    /// The most locations that one move of it covers.
    pub move_range: u32,
    /// For a Master, the Servants they have contracts with.
    pub servants: Vec<String>,
    /// A disqualified Master (R137).
    pub is_disqualified: bool,
    /// The last Night of the hunt, for a Master marked by the Seal of the IGM (R311).
    pub hunted_until: Option<u32>,
    /// The Servants that shield this Master before others do.
    pub guards: Vec<String>,
    /// For a Master, the teams with which they have declared an alliance.
    pub allies: Vec<String>,
    /// For a Master, the teams with which they have declared a ceasefire.
    pub ceasefires: Vec<String>,
    /// For a Master, the endings of the sheet: the kind and the condition, as written (R401).
    pub endings: Vec<(String, String)>,
    /// Combat Points, for a Master.
    pub cp: Option<Exact>,
    /// Command Spells left, for a Master.
    pub command_spells: Option<u32>,
    /// Home Bases owned; none of a dead Master.
    pub homes: Vec<LocationId>,
    /// The Home Bases that a Master owned who died tonight (R229). Who has them now is not told.
    pub lost_homes: Vec<LocationId>,
    /// The characters beside it as it identifies them, without its own seat's; `None` if its player does not read
    /// what it sees.
    pub others_beside: Option<Vec<Figure>>,
    /// The characters of its own seat beside it.
    pub own_beside: Vec<String>,
}

impl OwnState {
    /// Whether this is a qualified Master without a Servant, who may make a contract (R146).
    pub fn can_seek_servant(&self) -> bool {
        self.kind == SheetKind::Master && !self.is_disqualified && self.servants.is_empty()
    }
}

/// A skill with its price at the end of the Night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsableSkill {
    /// Its name in its present form.
    pub name: String,
    /// What it costs now.
    pub cost: Cost,
    /// The Mana its owner lacks for it; 0 for none.
    pub short_of_mana: Exact,
    /// The AP its owner lacks for it, out of those the next Turn begins with.
    pub short_of_ap: u32,
    /// The Combat Points that the Master who pays lacks for it; 0 for none, and where the seat cannot know.
    pub short_of_cp: Exact,
    /// Whether it needs a contract partner of its owner and there is none.
    pub needs_partner: bool,
    /// Whether a use takes all the Mana of a Servant, who dies without (R022).
    pub takes_last_mana: bool,
    /// Whether a use with the present Mana leaves less than its upkeep takes in the Turn after.
    pub cannot_afford_upkeep: bool,
    /// Whether it costs too much for the first Turn of a battle, which the next Turn would be (R254, R257).
    pub too_costly_for_first_turn: bool,
    /// Its type and rank in its present form.
    pub type_and_rank: String,
    /// The damage in its present form.
    pub damage: Option<Damage>,
    /// The maximum number of targets.
    pub max_targets: u32,
    /// The kinds of targets.
    pub targets: Vec<TargetKind>,
    /// Its range, if the sheet gives one.
    pub range: Option<MaxDistance>,
    /// What must hold before it can be used (R124), a condition each: `"Barrow Oath" is active`.
    pub requirements: Vec<String>,
    /// Its sentences, in the sheet's words.
    pub does: Vec<String>,
}

/// An ability, or another passive skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAbility {
    /// Its name in its present form.
    pub name: String,
    /// Its sentences, in the sheet's words.
    pub does: Vec<String>,
}

/// What being masterless costs a Servant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MasterlessLoss {
    /// The Mana that it loses in the next Turn.
    pub mana: Exact,
    /// The Night on which it would run out of Mana if nothing else changed; `None` when that is far off.
    pub dies: Option<u32>,
    /// Whether it regenerates all the same (R143, R145).
    pub regenerates: bool,
}

/// What a character had when a Night began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct StateAtNightStart {
    pub location: LocationId,
    pub health: Exact,
    pub mana: Exact,
    /// Combat Points, for a Master.
    pub cp: Option<Exact>,
    /// Command Spells, for a Master.
    pub command_spells: Option<u32>,
}

/// What an effect prevents a character from doing. The character feels it, whoever's effect it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prevented {
    /// Acting.
    Act,
    /// Regenerating.
    Regenerate,
    /// Regenerating Health.
    RegenerateHealth,
    /// Regenerating Mana.
    RegenerateMana,
    /// Leaving its location while whoever holds it is there too (R371).
    Leave,
    /// Moving.
    Move,
    /// Fleeing.
    Flee,
}

/// An effect in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEffect {
    /// The skill, if its name is known.
    pub skill: Option<String>,
    /// Whether the character itself used it.
    pub is_by_self: bool,
    /// The seat's characters it works on.
    pub affected: Vec<String>,
    /// The last Night it is in force; `None` when it has no fixed end or the end is not known.
    pub last_night: Option<u32>,
    /// Whether its end is known.
    pub is_end_known: bool,
    /// What it costs its user each Turn.
    pub upkeep: Option<Upkeep>,
    /// What it does, sentence by sentence, if the seat has its sheet. `the user` and `the target` stand for those
    /// characters.
    pub does: Vec<String>,
    /// Its user, if of the seat.
    pub user: Option<String>,
    /// Its only target, if of the seat.
    pub target: Option<String>,
}

/// Returns a character's state as its own seat may know it.
pub fn build_own_state(war_before: &War, war: &War, seat: SeatId, id: CharacterId) -> OwnState {
    let character = war.character(id);
    let mastery = character.mastery.as_ref();
    let name_of = |id: &CharacterId| war.character(*id).name.clone();
    OwnState {
        id,
        name: character.name.clone(),
        kind: character.kind,
        is_alive: character.is_alive(),
        has_vanished: character.death.as_ref().is_some_and(|d| d.has_vanished),
        location: character.at,
        health: character.health,
        max_health: war.maximum(id, Resource::Health),
        mana: character.mana,
        max_mana: war.maximum(id, Resource::Mana),
        // What a character of another seat had before it came over is its old player's to know.
        at_night_start: war_before.characters.get(id.index()).filter(|_| war_before.seat_of(id) == Some(seat)).map(
            |former| StateAtNightStart {
                location: former.at,
                health: former.health,
                mana: former.mana,
                cp: former.mastery.as_ref().map(|m| m.cp),
                command_spells: former.mastery.as_ref().map(|m| m.command_spells),
            },
        ),
        ranks: list_changed_ranks(war, id),
        prevented: find_preventions(war, id),
        ap: ap_before_bonus(war, id),
        is_in_spirit_form: character.is_in_spirit_form,
        turns_in_battle: character.battle.turns,
        first_turn: war.first_turn_points(id),
        was_in_battle: character.turn.was_in_battle,
        regeneration: (war.sheet(id).health_regen, war.sheet(id).mana_regen),
        ap_unspent: character.turn.ap,
        sp_unspent: character.turn.sp,
        has_turn_action: character.turn.has_turn_action,
        is_masterless: is_masterless(war, id),
        masterless_loss: forecast_masterless_loss(war, id),
        statuses: character.statuses.iter().map(|s| s.status).collect(),
        afflictions: describe_afflictions(war, id),
        effects: build_effects(war, seat, id),
        stats: describe_stats(war, id),
        skills: list_usable_skills(war, id),
        abilities: list_abilities(war, id),
        spells: list_spells(war, id),
        items: character.items.iter().map(|item| war.skill(*item).name.base.clone()).collect(),
        master: character.master.map(|m| name_of(&m)),
        serves_another_master: character.master.is_some_and(|m| character.first_master != Some(m)),
        move_range: war.move_range(id),
        servants: war.servants_of(id).iter().map(name_of).collect(),
        is_disqualified: is_disqualified(war, id),
        hunted_until: war.hunt.as_ref().filter(|hunt| hunt.marks.contains(&id)).map(Hunt::last_night),
        guards: find_guards(war, id).iter().map(name_of).collect(),
        allies: list_teams_with_pact(war, id, PactKind::Alliance),
        ceasefires: list_teams_with_pact(war, id, PactKind::Ceasefire),
        endings: war.sheet(id).endings.iter().map(|e| (e.kind.clone(), e.condition.clone())).collect(),
        cp: mastery.map(|m| m.cp),
        command_spells: mastery.map(|m| m.command_spells),
        homes: mastery.filter(|_| character.is_alive()).map(|m| m.homes.clone()).unwrap_or_default(),
        lost_homes: homes_lost(war_before, war, seat, id),
        own_beside: war
            .present(character.at)
            .filter(|who| *who != id && war.seat_of(*who) == Some(seat))
            .map(|who| name_of(&who))
            .collect(),
        others_beside: (character.is_alive() && reports_sights_to_seat(war, id)).then(|| figures_beside(war, id)),
    }
}

/// The Home Bases of a Master who died tonight (R229), as they were when the Night began: who has them now depends on
/// who killed them, which their player need not know.
fn homes_lost(war_before: &War, war: &War, seat: SeatId, id: CharacterId) -> Vec<LocationId> {
    let had =
        war_before.characters.get(id.index()).filter(|had| had.is_alive() && war_before.seat_of(id) == Some(seat));
    match had.and_then(|had| had.mastery.as_ref()) {
        Some(mastery) if !war.character(id).is_alive() => mastery.homes.clone(),
        _ => Vec::new(),
    }
}

/// The skills that a character can be ordered to use, with their prices.
fn list_usable_skills(war: &War, id: CharacterId) -> Vec<UsableSkill> {
    let character = war.character(id);
    let has_no_partner = character.master.is_none() && war.servants_of(id).is_empty();
    let is_fresh_servant = character.kind == SheetKind::Servant && character.battle.turns == 0;
    let ap = ap_before_bonus(war, id);
    // A masterless Servant loses its Mana before anything is used (A164).
    let lost_mana = forecast_masterless_loss(war, id).map(|loss| loss.mana);
    let mana = character.mana - lost_mana.unwrap_or_default();
    let payer = character.master.unwrap_or(id);
    // What a Master of another seat has is not this seat's to know.
    let purse = Some(payer).filter(|payer| war.seat_of(*payer) == war.seat_of(id));
    let cp_of = |who: CharacterId| war.character(who).mastery.as_ref().map(|mastery| mastery.cp).unwrap_or_default();
    let purse = purse.map(cp_of);
    let build_usable = |(sheet_skill, skill): (&Skill, SkillRef)| {
        let upgraded = war.is_upgraded(id, skill);
        let cost = war.cost_known(skill, upgraded, EvalContext::of(id, None, Some(id)));
        UsableSkill {
            name: skill_name(war, id, skill),
            short_of_mana: (cost.mana - mana).max(Exact::ZERO),
            short_of_ap: cost.ap.saturating_sub(ap),
            short_of_cp: purse.map(|cp| (cost.cp - cp).max(Exact::ZERO)).unwrap_or_default(),
            needs_partner: has_no_partner && needs_partner(sheet_skill),
            takes_last_mana: character.kind == SheetKind::Servant && !cost.mana.is_zero() && cost.mana == mana,
            cannot_afford_upkeep: cost.mana <= mana && cost.upkeep.is_some_and(|upkeep| mana - cost.mana < upkeep.mana),
            too_costly_for_first_turn: is_fresh_servant
                && !war.first_turn_points(id).allows(Points { ap: cost.ap, sp: cost.sp })
                && *sheet_skill.kind.value(upgraded) != SkillType::SurpriseAttack,
            cost,
            type_and_rank: describe_kind_and_rank(sheet_skill, upgraded),
            damage: sheet_skill.damage.as_ref().map(|damage| damage.value(upgraded).clone()),
            max_targets: sheet_skill.max_targets,
            targets: sheet_skill.targets.clone(),
            range: sheet_skill.range,
            requirements: sheet_skill.requirements.iter().map(condition_text).collect(),
            does: describe_other_form(war, id, (sheet_skill, skill), upgraded)
                .into_iter()
                .chain(sentences_for_players(sheet_skill))
                .collect(),
        }
    };
    gained_skills(war, id).filter(|(skill, _)| !skill.is_passive()).map(build_usable).collect()
}

/// Whether a character is a Servant without a Master.
fn is_masterless(war: &War, id: CharacterId) -> bool {
    let character = war.character(id);
    character.is_alive() && character.kind == SheetKind::Servant && character.master.is_none()
}

/// Whether a skill does nothing without somebody its user has a contract with.
fn needs_partner(skill: &Skill) -> bool {
    let sentences = skill.sentences();
    let names_master = |sentence: &String| sentence.to_lowercase().contains("the user's master");
    skill.targets.contains(&TargetKind::ContractedPartner) || sentences.first().is_some_and(names_master)
}

/// The sentences of a skill, with those for the GM marked as such. The sheet belongs to its player.
fn sentences_for_players(skill: &Skill) -> Vec<String> {
    let mark_for_player = |sentence: String| match sentence.strip_prefix("GM:") {
        Some(rest) => format!("The GM settles: {}", rest.trim()),
        None => sentence,
    };
    skill.sentences().into_iter().map(mark_for_player).collect()
}

/// What the coming Turns take from a Servant that finds no Master (R144, A164); `None` when that is nothing, and for
/// whoever is not masterless.
fn forecast_masterless_loss(war: &War, id: CharacterId) -> Option<MasterlessLoss> {
    const FORESEEN: u32 = 9;
    if !is_masterless(war, id) {
        return None;
    }
    let (maximum, turns_passed) = (war.maximum(id, Resource::Mana), war.turns_masterless(id));
    let loss_after = |ahead: u32| maximum.times(war.masterless_loss_share(id, turns_passed + ahead).ok()?).ok();
    let mana = loss_after(1).filter(|mana| !mana.is_zero())?;
    let mut mana_left = war.character(id).mana;
    let turns_to_live = (1..=FORESEEN).find(|ahead| {
        mana_left -= loss_after(*ahead).unwrap_or_default();
        mana_left <= Exact::ZERO
    });
    Some(MasterlessLoss {
        mana,
        dies: turns_to_live.map(|ahead| war.night + ahead),
        regenerates: war.regenerates_masterless(id),
    })
}

/// The Command Spells that a Master may spend. Everybody may read their text.
fn list_spells(war: &War, id: CharacterId) -> Vec<OwnAbility> {
    let can_command =
        war.character(id).mastery.as_ref().is_some_and(|m| m.command_spells > 0 && !m.servants.is_empty());
    let spell_sheet = war.setup.sheets.get(SheetId::SPELLS.index()).filter(|_| can_command);
    let build_spell = |skill: &Skill| OwnAbility { name: skill.name.base.clone(), does: skill.sentences() };
    spell_sheet.iter().flat_map(|spell_sheet| &spell_sheet.skills).map(build_spell).collect()
}

/// For example `Noble Phantasm, Anti-Army, rank B`.
fn describe_kind_and_rank(skill: &Skill, upgraded: bool) -> String {
    let noble_phantasm = if skill.role == Role::NoblePhantasm { "Noble Phantasm, " } else { "" };
    format!("{noble_phantasm}{}, rank {}", skill.kind_words.value(upgraded), skill.rank.value(upgraded))
}

/// A sentence about a skill's other form, if it has one, with the cost and damage of the upgraded one.
fn describe_other_form(
    war: &War,
    id: CharacterId,
    (sheet_skill, skill): (&Skill, SkillRef),
    upgraded: bool,
) -> Option<String> {
    let upgraded_name = sheet_skill.name.upgraded.as_ref()?;
    if upgraded {
        return Some(format!("This is {}, upgraded", sheet_skill.name.base));
    }
    let cost = war.cost_known(skill, true, EvalContext::of(id, None, Some(id)));
    let damage = sheet_skill.damage.as_ref().map(|damage| format!("; {}", damage.value(true))).unwrap_or_default();
    Some(format!("Upgraded, it is {upgraded_name} ({cost}{damage})"))
}

/// The passive skills of a character.
fn list_abilities(war: &War, id: CharacterId) -> Vec<OwnAbility> {
    let passive = gained_skills(war, id).filter(|(skill, _)| skill.is_passive());
    passive
        .map(|(sheet_skill, skill)| OwnAbility {
            name: skill_name(war, id, skill),
            does: sentences_for_players(sheet_skill),
        })
        .collect()
}

/// The skills of a character's sheet that it has gained so far.
fn gained_skills(war: &War, id: CharacterId) -> impl Iterator<Item = (&Skill, SkillRef)> {
    let sheet = war.character(id).sheet;
    let all = war.sheet(id).skills.iter().zip(0u16..);
    all.filter(|(skill, _)| war.is_unlocked(skill))
        .map(move |(skill, skill_index)| (skill, SkillRef { sheet, skill_index }))
}

/// The main six stats as they are now, and ACT as the sheet has it: nobody is told of changes to their ACT.
fn describe_stats(war: &War, id: CharacterId) -> Vec<(&'static str, String)> {
    let main = Stat::MAIN.into_iter().map(|stat| (stat.name(), war.rank(id, stat).to_string()));
    main.chain([(Stat::ACT.name(), war.sheet(id).stats.act.name().to_owned())]).collect()
}

/// The main six stats whose rank differs from the sheet.
fn list_changed_ranks(war: &War, id: CharacterId) -> Vec<(Stat, Rank, Rank)> {
    let sheet_rank = |stat: Stat| war.sheet(id).stats.main_rank(stat);
    let ranks = Stat::MAIN.into_iter().filter_map(|stat| Some((stat, war.rank(id, stat), sheet_rank(stat)?)));
    ranks.filter(|(_, now, written)| now != written).collect()
}

fn find_preventions(war: &War, id: CharacterId) -> Vec<Prevented> {
    let (health, mana) = (war.cannot_regenerate(id, Resource::Health), war.cannot_regenerate(id, Resource::Mana));
    [
        (war.cannot_act(id), Prevented::Act),
        (health && mana, Prevented::Regenerate),
        (health && !mana, Prevented::RegenerateHealth),
        (mana && !health, Prevented::RegenerateMana),
        (war.may_not(id, &Forbidden::Leave), Prevented::Leave),
        (war.may_not(id, &Forbidden::Move) || war.may_not(id, &Forbidden::MoveAction), Prevented::Move),
        (war.may_not(id, &Forbidden::Flee), Prevented::Flee),
    ]
    .into_iter()
    .filter_map(|(is_prevented, prevented)| is_prevented.then_some(prevented))
    .collect()
}

fn describe_afflictions(war: &War, id: CharacterId) -> Vec<String> {
    let afflictions = war.afflictions_on(id);
    let lingering = war.character(id).lingering.iter();
    let delayed_damage =
        lingering.map(|l| format!("{} {} damage to come in the next Turns ({})", l.left, l.kind, l.turns));
    afflictions
        .map(|(active, status)| describe_affliction(status, war.turns_left(active)))
        .chain(delayed_damage)
        .collect()
}

/// A status defined by a sheet, in full: `Bleeding 2 (at the Instant Phase of each Turn, …)`.
pub fn describe_affliction(status: &Affliction, turns: u32) -> String {
    format!("{} {turns} ({})", status.name, affliction_text(status))
}

/// The effects a character keeps up and those on it. Of somebody else's effect the seat knows the name at ACT A or if
/// the character has heard it, and the end at ACT EX (I04).
fn build_effects(war: &War, seat: SeatId, id: CharacterId) -> Vec<OwnEffect> {
    let acuity = war.acuity(id);
    let own_name = |who: &CharacterId| (war.seat_of(*who) == Some(seat)).then(|| war.character(*who).name.clone());
    let mut effects: Vec<OwnEffect> = Vec::new();
    // A character is not told from afar what its sentences do to others.
    let is_concerned = |active: &&ActiveSkill| {
        active.status.is_none() && ((active.user == id && active.is_skill()) || active.targets.contains(&id))
    };
    for active in war.active_skills.iter().filter(is_concerned) {
        let is_own = war.are_partners(id, active.user) || war.seat_of(active.user) == Some(seat);
        let is_known = is_own || acuity >= Acuity::A || war.character(id).heard.contains(&active.skill);
        let is_end_known = is_own || acuity == Acuity::EX;
        effects.push(OwnEffect {
            skill: is_known.then(|| skill_name(war, active.user, active.skill)),
            is_by_self: active.user == id,
            affected: active
                .targets
                .iter()
                .filter(|t| war.seat_of(**t) == Some(seat))
                .map(|t| war.character(*t).name.clone())
                .collect(),
            last_night: match active.until {
                Until::Night(last) if is_end_known => Some(last),
                Until::Night(_) | Until::Open => None,
            },
            is_end_known,
            upkeep: active.upkeep.filter(|_| active.user == id),
            does: if can_read_sheet(war, id, active.user, active.skill) {
                lasting_sentences(war, active)
            } else {
                Vec::new()
            },
            user: own_name(&active.user),
            target: if let [target] = active.targets.as_slice() { own_name(target) } else { None },
        });
    }
    effects
}
