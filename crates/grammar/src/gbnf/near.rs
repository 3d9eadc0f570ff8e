//! Names that somebody may have meant.

/// How many letters must change to turn one name into the other; names longer
/// than 40 letters are never near.
pub(super) fn distance(one: &str, two: &str) -> usize {
    if one.len() > 40 || two.len() > 40 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (index, left) in one.bytes().enumerate() {
        let mut before = index;
        let mut last = index + 1;
        for (slot, right) in row.iter_mut().skip(1).zip(two.bytes()) {
            let change = before + usize::from(left != right);
            before = *slot;
            last = change.min(before + 1).min(last + 1);
            *slot = last;
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or(usize::MAX)
}
