//! Command Spells: who uses them, on which Servant, with which object (R156–R193).

use super::canonical_names::{SpellObjectKind, required_spell_object};
use super::own_side::own_person;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Name, Relation, Who, Written};
use crate::language::order::SpellObject;
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;

impl Checker<'_> {
    pub(super) fn check_command(
        &mut self,
        servant: &Who<Written>,
        spell: &Name,
        object: &SpellObject<Written>,
        actor: &OwnCharacter,
        span: Span,
    ) {
        if actor.kind != SheetKind::Master {
            self.push_error(
                codes::WRONG_ACTOR_KIND,
                span,
                format!("`{}` is no Master and has no Command Spells", actor.name),
            );
            return;
        }
        if actor.command_spells == 0 {
            self.push_error(codes::CANNOT_COMMAND, span, format!("`{}` has no Command Spell left", actor.name));
        }
        self.check_commanded_servant(servant, actor, span);
        let required = required_spell_object(self.view, &spell.text);
        let is_given = match (&required, object) {
            (SpellObjectKind::Nothing, SpellObject::None)
            | (SpellObjectKind::Character, SpellObject::Character(_))
            | (SpellObjectKind::Text, SpellObject::Text(_)) => true,
            (SpellObjectKind::Location, SpellObject::Location(place)) => {
                self.check_one_move_away(place, actor, false);
                true
            }
            _ => false,
        };
        if self.is_defended_by_itself(servant, object, actor) && required == SpellObjectKind::Character {
            let message = "the Servant is to defend somebody else than themselves";
            self.push_error(codes::SPELL_OBJECT, spell.span, message).notes.push("name somebody else".to_owned());
        }
        if !is_given {
            let message = match required {
                SpellObjectKind::Nothing => format!("`{}` is given nothing but its Servant", spell.text),
                SpellObjectKind::Character => format!("`{}` needs a character", spell.text),
                SpellObjectKind::Location => format!("`{}` needs a location", spell.text),
                SpellObjectKind::Text => format!("`{}` needs the words of the order", spell.text),
            };
            self.push_error(codes::SPELL_OBJECT, spell.span, message).notes.push(format!(
                "write `Command SERVANT \"{}\"{}`",
                spell.text,
                required.form()
            ));
        }
    }

    /// Whether the object of a spell is the Servant for whom it is.
    fn is_defended_by_itself(
        &self,
        servant: &Who<Written>,
        object: &SpellObject<Written>,
        actor: &OwnCharacter,
    ) -> bool {
        let SpellObject::Character(object) = object else { return false };
        let Some(object) = own_person(object, actor, self.view) else { return false };
        match own_person(servant, actor, self.view) {
            Some(servant) => servant.name == object.name,
            None => matches!(actor.servants.as_slice(), [only] if canonical_names::same_name(only, &object.name)),
        }
    }

    /// A Command Spell affects one of the Master's own Servants (R161).
    fn check_commanded_servant(&mut self, servant: &Who<Written>, actor: &OwnCharacter, span: Span) {
        let own: Vec<_> = actor.servants.iter().map(|name| format!("`{name}`")).collect();
        match servant {
            Who::Named(name)
                if actor
                    .servants
                    .iter()
                    .chain(&self.servants_to_contract)
                    .any(|s| canonical_names::same_name(s, &name.text)) => {}
            Who::Related(Relation::Servant | Relation::Partner, of) if **of == Who::User => match own.len() {
                1 => {}
                0 => {
                    self.push_error(codes::CANNOT_COMMAND, span, format!("`{}` has no Servant", actor.name));
                }
                _ => {
                    let message = format!("name the Servant: `{}` has {}", actor.name, own.join(" and "));
                    self.push_error(codes::CANNOT_COMMAND, span, message);
                }
            },
            Who::Named(name) if self.is_conditional => {
                let message = format!("`{}` is no Servant of `{}` yet", name.text, actor.name);
                self.push_warning(codes::SERVANT_BY_THEN, name.span, message);
            }
            Who::Named(name) => {
                let message = format!("`{}` is no Servant of `{}`", name.text, actor.name);
                let diagnostic = self.push_error(codes::CANNOT_COMMAND, name.span, message);
                if !own.is_empty() {
                    diagnostic.notes.push(format!("a Command Spell works on one's own Servants: {}", own.join(", ")));
                }
            }
            _ => {
                self.push_error(codes::CANNOT_COMMAND, span, "name the one Servant that the Command Spell is for");
            }
        }
    }
}
