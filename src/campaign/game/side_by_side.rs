//! The same work on each of a list, on all the machine's cores.
//!
//! Whatever the cores, the results stand in the list's order: pages are the same bytes on any machine.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::{available_parallelism, scope};

/// What `work` makes of each, in order.
pub(super) fn each<T: Sync, R: Send>(list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    let share = list.len().div_ceil(cores).max(1);
    let (here, elsewhere) = list.split_at(share.min(list.len()));
    let work = |part: &[T]| part.iter().map(&work).collect::<Vec<R>>();
    scope(|scope| {
        let parts: Vec<_> = elsewhere.chunks(share).map(|part| scope.spawn(|| work(part))).collect();
        let mut all = work(here);
        for part in parts {
            all.extend(part.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
}

/// What two pieces of work come to that do not need each other.
pub(super) fn both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_list() {
        for count in [0_u32, 1, 2, 3, 21, 100] {
            let list: Vec<u32> = (0..count).collect();
            assert_eq!(each(&list, |n| n * 2), list.iter().map(|n| n * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn two_works_keep_their_places() {
        assert_eq!(both(|| 1, || "two"), (1, "two"));
    }
}
