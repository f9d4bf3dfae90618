//! Lists of people: `All allied Servants and Masters in this location`. The owner or side of the first person also
//! applies to the following ones, and a place behind the last person to the preceding ones. Other descriptions of the
//! first person apply only to that person (A259).

use super::Node;
use super::parts::{child, has_child, nonsense_error};
use crate::language::condition::{Filter, Who, Written};
use crate::language::conditions::{self, filter_position};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;

/// Gives each person of a list its share of what is said of all; `nodes` holds their `effect_one` pairs.
pub(super) fn share_list_filters(nodes: &[Node<'_>], all: &mut [Who<Written>]) -> ParseResult<()> {
    let but_team_pair = nodes.iter().find_map(|node| node.descendants([Rule::but_team]).next());
    if let Some(but_team) = but_team_pair.filter(|_| nodes.len() > 1) {
        return Err(nonsense_error(
            &but_team,
            "of all of them, or of the last? write `enemy Servants and enemy Masters`",
        ));
    }

    for index in 1..all.len() {
        let (before, rest) = all.split_at_mut(index);
        if let (Some(before), Some(who), Some(node)) = (before.last(), rest.first_mut(), nodes.get(index))
            && let Some(kind) = bare_kind(node)
        {
            share_owner_or_side(before, who, &kind)?;
        }
    }
    // Goes backwards, so that the place of the last one reaches the first.
    let mut behind: Vec<Filter<Written>> = Vec::new();
    for (who, node) in all.iter_mut().zip(nodes).rev() {
        let Who::Every(group) = who else {
            behind.clear();
            continue;
        };
        let filters = filters_behind(node);
        if filters.is_empty() {
            group.filters.extend(behind.iter().cloned());
            group.filters.sort_by_key(filter_position);
        } else {
            behind = filters;
        }
    }
    Ok(())
}

/// The filters behind the word of a group: `in this location`, `who are Evil`.
fn filters_behind(one: &Node<'_>) -> Vec<Filter<Written>> {
    let group = child(one, Rule::effect_all).and_then(|all| child(&all, Rule::group));
    let behind = group.into_iter().flat_map(Node::into_inner).filter(|part| part.as_rule() == Rule::post_filter);
    behind.filter_map(|part| conditions::build_filter(part, 0)).collect()
}

/// `Enemy Servants and Masters`: enemies both. `The user's Master and familiars`: the user's both.
fn share_owner_or_side(before: &Who<Written>, who: &mut Who<Written>, kind: &Node<'_>) -> ParseResult<()> {
    let Who::Every(group) = who else { return Ok(()) };
    match before {
        Who::Every(first) if first.filters.iter().any(|filter| filter_position(filter) == 1) => {
            group.side = first.side;
            // Other descriptions of the first apply only to the first (A259).
            let shared = first.filters.iter().filter(|filter| **filter == Filter::Other);
            let own = std::mem::take(&mut group.filters);
            group.filters = shared.cloned().chain(own).collect();
        }
        Who::Related(_, owner) => {
            if group.filters.iter().any(|filter| filter_position(filter) == 2) {
                return Err(nonsense_error(
                    kind,
                    "whose? say it of each: `the user's Master and the user's familiars`",
                ));
            }
            *who = Who::Related(conditions::relation_of_role(kind), owner.clone());
        }
        _ => {}
    }
    Ok(())
}

/// The kind of a group that consists of a single word: `Masters`.
fn bare_kind<'i>(one: &Node<'i>) -> Option<Node<'i>> {
    let all =
        child(one, Rule::effect_all).filter(|all| !has_child(all, Rule::k_every) && !has_child(all, Rule::k_all))?;
    let group = child(&all, Rule::group).filter(|group| !has_child(group, Rule::pre_filter))?;
    let mut kinds = group.into_inner().filter(|part| part.as_rule() == Rule::kind);
    let kind = kinds.next().filter(|_| kinds.next().is_none())?;
    [Rule::k_servant, Rule::k_master, Rule::k_familiar].into_iter().any(|of| has_child(&kind, of)).then_some(kind)
}
