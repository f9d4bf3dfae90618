//! The names that a seat knows for what its report mentions, and no others.

use std::collections::BTreeMap;

use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::sex::Sex;
use crate::war::War;
use crate::war::setup::SkillRef;

use super::perceived::{Figure, Perceived};

/// The names that one seat may read.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// The War's title.
    pub war: String,
    /// The seat's name.
    pub seat: String,
    /// The team's name.
    pub team: String,
    own_seat: Option<SeatId>,
    names: BTreeMap<CharacterId, (String, SheetKind)>,
    /// The aliases of those recognised tonight, who were strangers until then.
    former: BTreeMap<CharacterId, String>,
    /// What strangers look like, in a few words each.
    looks: BTreeMap<CharacterId, String>,
    /// The sex of each character whose sex the seat could tell.
    sexes: BTreeMap<CharacterId, Sex>,
    skills: BTreeMap<(SkillRef, bool), String>,
    location_names: Vec<String>,
    teams: Vec<String>,
}

impl Lexicon {
    /// The public names of a War, without any character or skill.
    pub fn public(war: &War) -> Lexicon {
        Lexicon {
            war: war.setup.title.clone(),
            location_names: war.setup.locations.iter().map(|l| l.name.clone()).collect(),
            teams: war.setup.teams.iter().map(|t| t.name.clone()).collect(),
            ..Lexicon::default()
        }
    }

    /// A seat's lexicon, with the aliases that tonight's recognitions made obsolete.
    pub fn for_seat(before: &War, after: &War, seat: SeatId) -> Lexicon {
        let seat_setup = after.setup.seats.get(seat.index());
        let strangers = after.seats.get(seat.index()).map_or(&[][..], |memory| &memory.strangers);
        // An alias that was on no page yet needs no mention.
        let aliases_on_pages = before.seats.get(seat.index()).map_or(&[][..], |memory| &memory.strangers);
        let former = strangers
            .iter()
            .enumerate()
            .filter(|(_, who)| aliases_on_pages.contains(who))
            .filter(|(_, who)| after.recognises(seat, **who) && !before.recognises(seat, **who))
            .map(|(index, who)| (*who, format!("Stranger-{}", index + 1)))
            .collect();
        Lexicon {
            seat: seat_setup.map(|s| s.name.clone()).unwrap_or_default(),
            team: seat_setup
                .and_then(|s| after.setup.teams.get(s.team.index()))
                .map(|t| t.name.clone())
                .unwrap_or_default(),
            own_seat: Some(seat),
            former,
            ..Lexicon::public(after)
        }
    }

    /// Adds the names that a perceived event needs.
    pub fn add_perceived(&mut self, war: &War, perceived: &Perceived) {
        for figure in perceived.actor.iter().chain(&perceived.objects).chain(&perceived.interceptor) {
            self.add_figure(war, *figure);
        }
        if let Some(skill) = perceived.skill {
            self.add_skill(war, skill, perceived.is_upgraded);
        }
        for skill in perceived.changed_by.iter().filter_map(|change| change.skill) {
            self.add_skill(war, skill, false);
        }
        for item in &perceived.items {
            self.add_skill(war, *item, false);
        }
    }

    /// Adds the name of a character that the seat could point at.
    pub fn add_figure(&mut self, war: &War, figure: Figure) {
        let Some(who) = figure.identity() else { return };
        if self.names.contains_key(&who) {
            return;
        }
        let kind = war.character(who).kind;
        let name = match (self.own_seat, figure) {
            (Some(seat), Figure::Stranger(_)) => war.name_for(seat, who),
            (None, Figure::Stranger(_)) => None,
            (_, Figure::Known(_)) => Some(war.character(who).name.clone()),
            (_, Figure::OfKind(_) | Figure::Someone) => None,
        };
        if let Some(name) = name {
            self.names.insert(who, (name, kind));
        }
    }

    /// Adds what a stranger looks like, in a few words.
    pub fn add_look(&mut self, who: CharacterId, look: String) {
        self.looks.insert(who, look);
    }

    /// Adds a character's sex as its sheet has it.
    pub fn add_sex_of(&mut self, war: &War, who: CharacterId) {
        let sex = war.sheet(who).sex.as_deref().and_then(Sex::parse);
        self.sexes.extend(sex.map(|sex| (who, sex)));
    }

    /// Adds a character's sex.
    pub fn add_sex(&mut self, who: CharacterId, sex: Sex) {
        self.sexes.insert(who, sex);
    }

    /// Returns `her` or `his` for a single character of known sex, else `their`.
    pub fn possessive_pronoun(&self, figures: &[Figure]) -> &'static str {
        let single = if let [one] = figures { one.identity() } else { None };
        match single.and_then(|who| self.sexes.get(&who)) {
            Some(Sex::Female) => "her",
            Some(Sex::Male) => "his",
            None => "their",
        }
    }

    /// Adds the name of a skill.
    pub fn add_skill(&mut self, war: &War, skill: SkillRef, upgraded: bool) {
        self.skills.entry((skill, upgraded)).or_insert_with(|| war.skill(skill).name.value(upgraded).clone());
    }

    /// What a figure is called: a handle, an alias, or a few words.
    pub fn figure_name(&self, figure: Figure) -> &str {
        match figure {
            Figure::Known(id) | Figure::Stranger(id) => self.names.get(&id).map_or("a stranger", |(name, _)| name),
            Figure::OfKind(kind) => kind_name(kind),
            Figure::Someone => "somebody",
        }
    }

    /// What a figure is called where it is introduced: `the woman with a long halberd (Stranger-2)`.
    pub fn name_with_look(&self, figure: Figure) -> String {
        self.prepend_look(figure.identity(), self.figure_name(figure))
    }

    /// A name preceded by its look, if the character is a stranger with a known look.
    pub fn prepend_look(&self, who: Option<CharacterId>, name: &str) -> String {
        match who.and_then(|who| self.looks.get(&who)) {
            Some(look) => format!("{look} ({name})"),
            None => name.to_owned(),
        }
    }

    /// The strangers whose look the seat knows: the name of each, and the look in a few words.
    pub fn strangers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.looks.iter().map(|(who, look)| (self.character_name(*who), look.as_str()))
    }

    /// The name of a character that the seat can point at.
    pub fn character_name(&self, who: CharacterId) -> &str {
        self.figure_name(Figure::Known(who))
    }

    /// The alias a character had until it was recognised tonight.
    pub fn former_alias(&self, who: CharacterId) -> Option<&str> {
        self.former.get(&who).map(String::as_str)
    }

    /// The name of a skill.
    pub fn skill_name(&self, skill: SkillRef, upgraded: bool) -> Option<&str> {
        self.skills.get(&(skill, upgraded)).map(String::as_str)
    }

    /// The name of a place.
    pub fn location_name(&self, location: LocationId) -> &str {
        self.location_names.get(location.index()).map_or("", String::as_str)
    }

    /// The name of a team.
    pub fn team_name(&self, team: TeamId) -> &str {
        self.teams.get(team.index()).map_or("", String::as_str)
    }
}

/// The words for a character of which only the kind is known.
pub const fn kind_name(kind: SheetKind) -> &'static str {
    match kind {
        SheetKind::Master => "a Master",
        SheetKind::Servant => "a Servant",
        SheetKind::Familiar => "a familiar",
        SheetKind::Library => "somebody",
    }
}
