//! Sets of Unicode scalar values.

/// The last code point and those that stand for no character, from Unicode (section 3.9, D76).
const MAX: u32 = 0x10_FFFF;
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// A set of Unicode scalar values, kept as sorted, disjoint, not adjacent
/// inclusive ranges. Surrogates are never members.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CharSet {
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    /// The set of these inclusive ranges; reversed ranges are empty.
    pub fn new(ranges: impl IntoIterator<Item = (char, char)>) -> Self {
        Self::from_ranges(
            ranges
                .into_iter()
                .map(|(low, high)| (low as u32, high as u32))
                .collect(),
        )
    }

    /// Exactly one scalar value.
    pub fn single(one: char) -> Self {
        Self {
            ranges: vec![(one as u32, one as u32)],
        }
    }

    /// Every scalar value.
    pub fn any() -> Self {
        Self::from_ranges(vec![(0, MAX)])
    }

    /// From code points; surrogates are cut out, the rest is put in order.
    pub(crate) fn from_ranges(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.retain(|(low, high)| low <= high && *low <= MAX);
        let mut cut = Vec::with_capacity(ranges.len() + 1);
        for (low, high) in ranges {
            let high = high.min(MAX);
            if high < SURROGATES.0 || low > SURROGATES.1 {
                cut.push((low, high));
                continue;
            }
            if low < SURROGATES.0 {
                cut.push((low, SURROGATES.0 - 1));
            }
            if high > SURROGATES.1 {
                cut.push((SURROGATES.1 + 1, high));
            }
        }
        cut.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(cut.len());
        for (low, high) in cut {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self { ranges: merged }
    }

    /// The inclusive ranges of code points, in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// True without members.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        let count = |(low, high): &(u32, u32)| (high - low) as usize + 1;
        self.ranges.iter().map(count).sum()
    }

    /// Whether `one` is a member.
    pub fn contains(&self, one: char) -> bool {
        let code = one as u32;
        let at = self.ranges.partition_point(|(_, high)| *high < code);
        self.ranges.get(at).is_some_and(|(low, _)| *low <= code)
    }

    /// The only member, if there is only one.
    pub fn only(&self) -> Option<char> {
        match self.ranges.as_slice() {
            [(low, high)] if low == high => char::from_u32(*low),
            _ => None,
        }
    }

    /// Everything that is not a member.
    #[must_use]
    pub fn negate(&self) -> Self {
        let mut out = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for (low, high) in &self.ranges {
            if *low > next {
                out.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= MAX {
            out.push((next, MAX));
        }
        Self::from_ranges(out)
    }

    /// Members of either.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::from_ranges(self.ranges.iter().chain(&other.ranges).copied().collect())
    }

    /// Members of both.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        let (mut left, mut right) = (
            self.ranges.iter().peekable(),
            other.ranges.iter().peekable(),
        );
        let mut out = Vec::new();
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                out.push((low, high));
            }
            if a.1 < b.1 {
                left.next();
            } else {
                right.next();
            }
        }
        Self { ranges: out }
    }

    /// Members of `self` that are not members of `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.intersect(&other.negate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_leaves_out_surrogates_and_comes_back() {
        let set = CharSet::new([('a', 'z'), ('\u{D7FF}', '\u{E000}')]);
        assert_eq!(set.negate().negate(), set);
        assert!(!set.negate().contains('\u{E000}'));
        assert!(CharSet::any().negate().is_empty());
    }

    #[test]
    fn intersects_range_by_range() {
        let left = CharSet::new([('a', 'f'), ('k', 'p')]);
        let right = CharSet::new([('e', 'l'), ('p', 'p')]);
        assert_eq!(
            left.intersect(&right),
            CharSet::new([('e', 'f'), ('k', 'l'), ('p', 'p')])
        );
        assert_eq!(left.minus(&right), CharSet::new([('a', 'd'), ('m', 'o')]));
    }
}
