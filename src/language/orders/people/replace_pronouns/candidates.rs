//! The people for whom a pronoun of a sentence could stand.

use super::{Gender, Mention, MentionContext, NameKind, PronounRole, PronounWriter};

impl PronounWriter<'_> {
    /// The people for whom a pronoun stands; `None` if it is ambiguous.
    pub(super) fn find_antecedents(&self, gender: Gender, role: PronounRole) -> Option<Vec<char>> {
        let here = self.context.people.as_slice();
        let fits = self.find_candidates(here, gender, role);
        if let Some(last) = self.last_antecedent(&self.context, gender, role) {
            return last.filter(|_| !self.is_taken_from_statement(gender, role, &fits)).map(|last| vec![last]);
        }
        if self.may_mean_absentee(gender, role) {
            return None;
        }
        if role == PronounRole::Object && self.clause.is_attack_order && self.has_unnamed_striker {
            return None;
        }
        // One of `she` and `he` is somebody of the sentence before, and it is unclear which.
        if self.has_he_and_she && !fits.is_empty() && deduplicated(here).len() < 2 && !self.before.people.is_empty() {
            return None;
        }
        match fits.as_slice() {
            [Mention::Named(one)] if gender != Gender::They || !self.groups_actor => Some(vec![*one]),
            [] => self.find_antecedents_before(gender, role),
            // `they are attacked` does not say whether both must be.
            [_, _, ..]
                if gender == Gender::They
                    && !self.groups_actor
                    && fits == deduplicated(here)
                    && role == PronounRole::Object =>
            {
                marks_if_all_named(&fits)
            }
            _ => None,
        }
    }

    /// Whether the pronoun of an order would only mean somebody because a condition called them so, where the sentence
    /// names another whom it fits: `If Illya is here and Saber attacks her, give her the Splint.`
    fn is_taken_from_statement(&self, gender: Gender, role: PronounRole, fits: &[Mention]) -> bool {
        let was_in_statement = self.context.meant_in_statement.get(gender as usize).copied().unwrap_or_default();
        was_in_statement && !self.clause.is_statement && role != PronounRole::Subject && fits.len() > 1
    }

    /// Whether the pronoun of an order could mean somebody who is gone by one of several alternatives only: `If Archer
    /// is gone or Lancer attacks him, attack him.`
    fn may_mean_absentee(&self, gender: Gender, role: PronounRole) -> bool {
        let is_gone_and_fits =
            |person: &Mention| self.gone.contains(person) && self.fits_apart_from_absence(*person, gender);
        let people = deduplicated(&self.context.people);
        self.has_alternatives
            && role == PronounRole::Object
            && !self.clause.is_statement
            && people.iter().any(is_gone_and_fits)
            && people.iter().any(|person| self.can_be_antecedent(*person, gender, role))
    }

    /// Whether a subject that stands for somebody who is said to be gone could mean somebody of the sentence before:
    /// `Attack Lancer. If Archer is dead and he is here, attack him.`
    pub(super) fn may_contradict(&self, found: Option<&[char]>) -> bool {
        let Some([mark]) = found else { return false };
        let is_other = |person: &Mention| *person != Mention::Named(*mark) && !self.gone.contains(person);
        self.clause.is_statement
            && self.gone.contains(&Mention::Named(*mark))
            && self.before.people.iter().any(|person| is_other(person) && *person != Mention::Unnamed)
    }

    /// Whether a pronoun in an order that attacks nobody, behind the same one in an attack, could mean another: `If
    /// Illya attacks Rin, use Quick Hand on her and Mend on her.`
    pub(super) fn may_help_other(&self, gender: Gender, role: PronounRole) -> bool {
        let was_in_attack = self.context.meant_in_attack.get(gender as usize).copied().unwrap_or_default();
        let is_help = role == PronounRole::Object && !self.clause.is_statement && !self.clause.is_attack_order;
        was_in_attack && is_help && self.find_candidates(&self.context.people, gender, role).len() > 1
    }

    /// Whether the subject of a statement that stands for somebody of the sentence before could be somebody else of
    /// that sentence, or of the one before it: `Attack Illya. Use Mend on Rin. If she attacks me, use Parry.`
    pub(super) fn may_be_of_earlier(&self, found: Option<&[char]>, gender: Gender) -> bool {
        let Some([mark]) = found.filter(|_| self.clause.is_statement && gender != Gender::They) else { return false };
        let role = PronounRole::Subject;
        if self.context.pronoun_marks.get(gender as usize).copied().flatten().is_some()
            || !self.find_candidates(&self.context.people, gender, role).is_empty()
        {
            return false;
        }
        let is_other = |person: &Mention| matches!(person, Mention::Named(other) if other != mark);
        let names_other = |people: &[Mention]| self.find_candidates(people, gender, role).iter().any(is_other);
        match self.before.pronoun_marks.get(gender as usize).copied().flatten() {
            // The same word as the subject of the statement before: it goes on.
            Some(_) if self.before.meant_as_subject.get(gender as usize).copied().unwrap_or_default() => false,
            // Somebody else did what was asked: `Use Mend on Rin if Illya attacks her. If she dies, …`
            Some(_) => self.before.asked_subject.is_some_and(|subject| names_other(&[Mention::Named(subject)])),
            None => names_other(&self.before.people_before),
        }
    }

    fn is_subject_of_statement(&self, role: PronounRole) -> bool {
        role == PronounRole::Subject && self.clause.is_statement
    }

    /// Whether `they` could be the enemies, beside one of one's own: `Saber uses Parry if they attack`.
    pub(super) fn may_be_own_or_others(&self, gender: Gender, role: PronounRole) -> bool {
        let people = if self.context.people.is_empty() { &self.before.people } else { &self.context.people };
        let is_own = |person: &Mention| match person {
            Mention::Named(mark) => self.names.mark_is(*mark, NameKind::Own) || self.partner == Some(*mark),
            Mention::Unnamed => false,
        };
        gender == Gender::They && self.is_subject_of_statement(role) && people.iter().any(is_own)
    }

    /// Whether a person is not the one who acts.
    fn is_other_than_doer(&self, person: &Mention) -> bool {
        self.doer.map(Mention::Named) != Some(*person)
    }

    /// Whether the subject of a statement could be whoever acts as well as somebody else who is named before it.
    pub(super) fn may_be_doer_or_other(&self, found: Option<&[char]>, gender: Gender) -> bool {
        let Some(doer) = self.doer.filter(|doer| self.may_be_of_sex(Mention::Named(*doer), gender)) else {
            return false;
        };
        let candidates = self.find_candidates(&self.context.people, gender, PronounRole::Subject);
        found != Some(&[doer]) && candidates.iter().any(|person| self.is_other_than_doer(person))
    }

    /// Whether the words before a pronoun name nobody whom it could mean, here or in the sentence before. `Keep them`
    /// may be said of things, and so may `they` where nobody is named at all.
    pub(super) fn is_of_nobody_named(&self, gender: Gender, role: PronounRole) -> bool {
        let is_them = gender == Gender::They && role == PronounRole::Object;
        let names_people = !self.context.people.is_empty() || !self.before.people.is_empty();
        let may_be_a_thing = is_them && !(self.clause.is_attack_order || self.follows_aim)
            || gender == Gender::They && (!names_people || self.in_otherwise);
        let mut people = self.context.people.iter().chain(&self.before.people);
        let is_named =
            people.any(|person| self.may_be_of_sex(*person, gender) && !self.is_ruled_out(*person, gender, role));
        role != PronounRole::Possessor && !may_be_a_thing && !self.follows_of && !is_named
    }

    /// Whether nobody means this person: nobody strikes their own side, acts on themselves by `her`, or calls one of
    /// their own `they`.
    fn is_ruled_out(&self, person: Mention, gender: Gender, role: PronounRole) -> bool {
        let Mention::Named(mark) = person else { return false };
        let is_own = self.names.mark_is(mark, NameKind::Own) || self.partner == Some(mark);
        match role {
            PronounRole::Object => self.doer == Some(mark) || self.clause.is_attack_order && is_own,
            PronounRole::Subject | PronounRole::Possessor => gender == Gender::They && is_own,
        }
    }

    /// Whether the subject of an order could be the actor as well as the partner, whom alone the sentence names: in
    /// Saber's orders, `If Lancer attacks Rin, she flees`.
    pub(super) fn may_be_actor_or_partner(&self, found: &[char], gender: Gender, role: PronounRole) -> bool {
        role == PronounRole::Subject
            && !self.clause.is_statement
            && matches!(found, [one] if self.partner == Some(*one))
            && gender.fits_sex(self.actor_sex)
    }

    fn fits_apart_from_absence(&self, person: Mention, gender: Gender) -> bool {
        gender == Gender::They || self.may_be_of_sex(person, gender)
    }

    /// The person for whom a pronoun stood last; `Some(None)` if somebody else whom it could mean was named since.
    fn last_antecedent(&self, context: &MentionContext, gender: Gender, role: PronounRole) -> Option<Option<char>> {
        let last = context.pronoun_marks.get(gender as usize).copied().flatten()?;
        if !self.can_be_antecedent(Mention::Named(last), gender, role) {
            return None;
        }
        let since = context.people_when_meant.get(gender as usize).copied().unwrap_or_default();
        let named_since = context.people.get(since..).unwrap_or_default();
        let is_other_candidate =
            |person: &Mention| *person != Mention::Named(last) && self.can_be_antecedent(*person, gender, role);
        Some((!named_since.iter().any(is_other_candidate)).then_some(last))
    }

    /// The people of the sentence before for whom a pronoun stands; `None` if it is ambiguous.
    fn find_antecedents_before(&self, gender: Gender, role: PronounRole) -> Option<Vec<char>> {
        // `When Lancer attacks Rin, use Parry. Attack him.`: only then, or in any case?
        if self.before.has_condition && !self.context.has_condition {
            return None;
        }
        if let Some(last) = self.last_antecedent(self.before, gender, role) {
            return last.map(|last| vec![last]);
        }
        let fits = self.find_candidates(&self.before.people, gender, role);
        match fits.as_slice() {
            [Mention::Named(one)] => Some(vec![*one]),
            several if gender == Gender::They && several.len() > 1 && role == PronounRole::Object => {
                marks_if_all_named(several)
            }
            _ => None,
        }
    }

    /// The people for whom a pronoun could stand, each once.
    pub(super) fn find_candidates(&self, people: &[Mention], gender: Gender, role: PronounRole) -> Vec<Mention> {
        let mut fits = deduplicated(people);
        fits.retain(|person| self.can_be_antecedent(*person, gender, role));
        fits
    }

    /// Whether a sentence names people for whom a pronoun could stand, but all are of the other sex.
    pub(super) fn names_only_other_sex(&self, gender: Gender, role: PronounRole) -> bool {
        let fits_either = |of| self.find_candidates(&self.context.people, of, role);
        let fits = [fits_either(Gender::He), fits_either(Gender::She)].concat();
        gender != Gender::They && !fits.is_empty() && !fits.iter().any(|person| self.may_be_of_sex(*person, gender))
    }

    /// Whether a person is of a pronoun's sex, or of unknown sex.
    pub(super) fn may_be_of_sex(&self, person: Mention, gender: Gender) -> bool {
        let known = match person {
            Mention::Named(mark) => self.names.marked(mark).and_then(|name| self.names.sex(name)),
            Mention::Unnamed => None,
        };
        gender.fits_sex(known)
    }

    /// Whether a pronoun could stand for a person.
    fn can_be_antecedent(&self, person: Mention, gender: Gender, role: PronounRole) -> bool {
        if role == PronounRole::Object && self.clause.is_statement && self.clause.subject.contains(&person) {
            return false;
        }
        if role == PronounRole::Object && !self.clause.is_statement && self.gone.contains(&person) {
            return false;
        }
        let Mention::Named(mark) = person else { return true };
        if self.listed_beside == Some(mark) && role != PronounRole::Possessor {
            return false;
        }
        if role == PronounRole::Object && !self.clause.is_statement && self.doer == Some(mark) {
            return false;
        }
        let is_own = self.names.mark_is(mark, NameKind::Own) || self.partner == Some(mark);
        if role == PronounRole::Object && self.clause.is_move && !is_own {
            return false;
        }
        if role == PronounRole::Object && !self.clause.is_statement && self.clause.is_attack_order && is_own {
            return false;
        }
        let other = match gender {
            Gender::He => Gender::She,
            Gender::She => Gender::He,
            Gender::They => return !(is_own && self.is_subject_of_statement(role)),
        };
        if !self.may_be_of_sex(person, gender) {
            return false;
        }
        let is_meant_by_other =
            |spoken: &MentionContext| spoken.pronoun_marks.get(other as usize).copied().flatten() == Some(mark);
        !is_meant_by_other(&self.context) && !is_meant_by_other(self.before)
    }
}

/// These people, each once.
pub(super) fn deduplicated(people: &[Mention]) -> Vec<Mention> {
    let mut unique: Vec<Mention> = Vec::new();
    for person in people {
        if !unique.contains(person) {
            unique.push(*person);
        }
    }
    unique
}

/// The marks of the people; `None` if one of them is unnamed.
pub(super) fn marks_if_all_named(people: &[Mention]) -> Option<Vec<char>> {
    people
        .iter()
        .map(|person| match person {
            Mention::Named(mark) => Some(*mark),
            Mention::Unnamed => None,
        })
        .collect()
}
