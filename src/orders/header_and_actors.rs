//! Checks the header lines of an order file and who acts in it.

use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Name, Written};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::order::{Header, Order};
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;
use crate::vocabulary::text::collapse_whitespace;

impl<'a> Checker<'a> {
    /// Checks the header lines. They are optional, but must match (R232).
    pub(super) fn check_header(&mut self, header: &Header) {
        let view = self.view;
        let is_same = |a: &str, b: &str| canonical_names::same_name(a, b);
        if let Some(war) = &header.war
            && !is_same(&war.text, &view.war)
        {
            let message = format!("these orders are for the War `{}`; this is `{}`", war.text, view.war);
            self.push_error(codes::OTHER_WAR, war.span, message);
        }
        if let Some((night, span)) = header.night
            && night != view.night
        {
            let message = format!("these orders are for Night {night}; orders are taken for Night {}", view.night);
            self.push_error(codes::OTHER_NIGHT, span, message);
        }
        if let Some(team) = &header.team
            && !is_same(&team.text, &view.team)
            && !is_same(&team.text, &view.seat)
        {
            let message = format!("these orders are of `{}`; this seat is `{}`", team.text, view.seat);
            self.push_error(codes::OTHER_TEAM, team.span, message);
        }
        if let (Some(written), Some(token)) = (&header.token, &view.token)
            && written.text != *token
        {
            self.push_error(codes::WRONG_TOKEN, written.span, "this token is not the seat's");
        }
    }

    /// The living own character who acts; a statement may also be a dead one's. Reports an unknown or dead actor once a
    /// name.
    pub(super) fn find_actor(
        &mut self,
        name: &Name,
        is_spoken: bool,
        strangers: &mut Vec<Name>,
    ) -> Option<&'a OwnCharacter> {
        let view = self.view;
        let found = view.own.iter().find(|own| canonical_names::same_name(&own.name, &name.text));
        match found {
            // The dead may still play the Logic Game (A249).
            Some(own) if own.is_alive || is_spoken => return Some(own),
            _ if strangers.contains(name) => return None,
            _ => {}
        }
        strangers.push(name.clone());
        match found {
            Some(own) => {
                self.push_error(codes::DEAD_ACTOR, name.span, format!("`{}` is dead", own.name));
            }
            None => {
                let own = view.own.iter().map(|own| own.name.as_str());
                let names: Vec<_> = own.clone().map(|name| format!("`{name}`")).collect();
                let suggestion = nearest(&name.text, own).or_else(|| self.find_only_own_of_kind(&name.text));
                let mut diagnostic = Diagnostic::error(
                    codes::UNKNOWN_ACTOR,
                    name.span,
                    format!("`{}` is no character of this seat", name.text),
                );
                if suggestion.is_none() && !names.is_empty() {
                    diagnostic = diagnostic.note(format!("this seat gives orders for {}", names.join(", ")));
                }
                self.push_diagnostic(diagnostic.suggest(suggestion));
            }
        }
        None
    }

    /// The seat's character meant by `Master:` or `My Servant:`, if it has only one of that kind.
    fn find_only_own_of_kind(&self, words: &str) -> Option<&'a str> {
        let lower = words.to_lowercase();
        let kind = match lower.trim_start_matches("my ").trim_start_matches("the ") {
            "master" => SheetKind::Master,
            "servant" => SheetKind::Servant,
            "familiar" => SheetKind::Familiar,
            _ => return None,
        };
        let mut of_kind = self.view.own.iter().filter(|own| own.is_alive && own.kind == kind);
        of_kind.next().filter(|_| of_kind.next().is_none()).map(|own| own.name.as_str())
    }

    /// Adds to the error of each heading that names nobody who could act: which orders below it are not carried out.
    pub(super) fn note_orders_below(&mut self, strangers: &[Name], orders: &[Order<Written>]) {
        const NOBODY: [&str; 2] = [codes::UNKNOWN_ACTOR, codes::DEAD_ACTOR];
        for name in strangers {
            let is_below = |order: &&Order<Written>| order.actor == *name;
            let quote = |order: &Order<Written>| format!("`{}`", collapse_whitespace(self.words_of(order)));
            let quotes: Vec<String> = orders.iter().filter(is_below).map(quote).collect();
            let is_of_name = |d: &&mut Diagnostic| NOBODY.contains(&d.code) && d.span == name.span;
            if let Some(diagnostic) = self.diagnostics.iter_mut().find(is_of_name) {
                diagnostic.notes.push(match quotes.as_slice() {
                    [quote_of_one] => format!("the order below it is not carried out: {quote_of_one}"),
                    quotes => {
                        format!("none of the {} orders below it is carried out: {}", quotes.len(), quotes.join(", "))
                    }
                });
            }
        }
    }
}
