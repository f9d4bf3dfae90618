//! Does the same work on each item of a list, on all cores of the machine.
//!
//! The results are in the list's order whatever the cores, so pages have the same bytes on any machine.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::{available_parallelism, scope};

/// The number of cores. It is queried once, because the system reads several files for it.
static CORES: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, NonZeroUsize::get));

/// Applies `work` to each item and returns the results in order. A free worker takes the next item, because some pages
/// are much longer than others.
pub(crate) fn map_in_parallel<T: Send, R: Send>(list: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let workers = CORES.min(list.len());
    let open = Mutex::new(list.into_iter().enumerate());
    let next = || open.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || std::iter::from_fn(next).map(|(index, one)| (index, work(one))).collect::<Vec<_>>();
    let mut all = scope(|scope| {
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(worker)).collect();
        let mut all = worker();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    });
    all.sort_unstable_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, result)| result).collect()
}

/// Runs two independent pieces of work in parallel and returns both results.
pub(super) fn run_both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
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
            let doubled: Vec<u32> = list.iter().map(|n| n * 2).collect();
            assert_eq!(map_in_parallel(list, |n| n * 2), doubled);
        }
    }

    #[test]
    fn two_works_keep_their_places() {
        assert_eq!(run_both(|| 1, || "two"), (1, "two"));
    }
}
