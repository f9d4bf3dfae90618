//! Dice that fall alike for a seed, on every machine and in every release.

/// A source of choices (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x6a09_e667_f3bc_c908)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another; 0 below 0.
    pub(crate) fn below(&mut self, number: usize) -> usize {
        let number = number.max(1) as u64;
        usize::try_from(self.roll() % number).unwrap_or(0)
    }

    /// A number from one to another.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// So many times in a hundred.
    pub(crate) fn chance(&mut self, in_hundred: usize) -> bool {
        self.below(100) < in_hundred
    }

    /// One of them.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// One of them, if there is any.
    pub(crate) fn one<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).cloned()
    }

    /// In any order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }

    /// Dice that fall independently of what these do next.
    pub(crate) fn fork(&mut self) -> Dice {
        Dice(self.roll())
    }
}
