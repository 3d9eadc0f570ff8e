//! Labels of list items: `(a)`, `1.`, `iv)`, `4.2`, bullets, a number in a column of its own; which comes after which.

/// What parts two columns.
const GAP: &str = "  ";

/// Letters of the alphabet.
const LETTERS: u32 = 26;

/// A label of a list item.
///
/// ```
/// use evidence::Label;
///
/// let label = |line| Label::of(line).remove(0);
/// assert!(label("10. Vermin").comes_after(&label("9. Flood")));
/// assert!(label("aa) Vermin").comes_after(&label("z) Flood")));
/// assert!(!label("1. Notice").comes_after(&label("9. Flood")));
/// assert!(label("(a) flood").is_first() && label("- flood").is_first());
/// assert!(!label("(b) flood").is_first() && Label::of("flood").is_empty());
/// assert!(Label::of("i. flood").iter().any(Label::is_first));
/// // A letter, and a roman number.
/// assert_eq!(Label::of("(i) Flood").len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Label {
    /// A bullet, by its sign.
    Bullet(char),
    /// `a`, `b`, ..., `z`, `aa`, `bb`, ...: style and place from 1.
    Letter(Style, u32),
    /// `1`, `2`, ...
    Number(Style, u32),
    /// `i`, `ii`, ...
    Roman(Style, u32),
    /// `1.1`, `1.2`, ...: what stands before the last number, and that.
    Outline(String, u32),
    /// A number in a column of its own ([`numbered_row`]).
    Row(u32),
}

/// What stands around a label, and whether its letters are capitals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Whether a parenthesis opens before it.
    pub open: bool,
    /// What stands behind it: `.`, `)` or `:`.
    pub close: char,
    /// Whether its letters are capitals.
    pub capital: bool,
}

impl Label {
    /// What the first word of a line may be as a label, none where it is none or nothing stands behind it.
    pub fn of(text: &str) -> Vec<Label> {
        let text = text.trim();
        let mut words = text.split_whitespace();
        let (Some(word), true) = (words.next(), words.next().is_some()) else {
            return Vec::new();
        };
        let mut characters = word.chars();
        if let (Some(sign), None) = (characters.next(), characters.next())
            && "-*•·–—▪◦●○■‣".contains(sign)
        {
            return vec![Label::Bullet(sign)];
        }
        if let Some(number) = numbered_row(text) {
            return vec![Label::Row(number)];
        }
        let open = word.starts_with('(');
        let Some(close) = word.chars().last().filter(|sign| ".):".contains(*sign)) else {
            return outline(word).into_iter().collect();
        };
        let inside = word.trim_start_matches('(').trim_end_matches(close);
        let style = Style {
            open,
            close,
            capital: inside.chars().any(char::is_uppercase),
        };
        let mut found: Vec<Label> = outline(inside).into_iter().collect();
        if let Ok(number) = inside.parse::<u16>() {
            found.push(Label::Number(style.clone(), u32::from(number)));
        }
        if let Some(place) = letters(inside) {
            found.push(Label::Letter(style.clone(), place));
        }
        if let Some(number) = roman(inside) {
            found.push(Label::Roman(style, number));
        }
        found
    }

    /// Whether it comes right after another of the same list, as `(b)` does after `(a)`, and every bullet after one like it.
    pub fn comes_after(&self, last: &Label) -> bool {
        match (last, self) {
            (Label::Bullet(a), Label::Bullet(b)) => a == b,
            // Behind `z` some begin with `a` again.
            (Label::Letter(a, LETTERS), Label::Letter(b, 1)) => a == b,
            (Label::Letter(a, m), Label::Letter(b, n))
            | (Label::Number(a, m), Label::Number(b, n))
            | (Label::Roman(a, m), Label::Roman(b, n)) => a == b && m + 1 == *n,
            (Label::Outline(a, m), Label::Outline(b, n)) => a == b && m + 1 == *n,
            (Label::Row(m), Label::Row(n)) => m + 1 == *n,
            _ => false,
        }
    }

    /// Whether what a line may be labelled with comes right after what another may be.
    pub fn any_after(last: &[Label], next: &[Label]) -> bool {
        next.iter()
            .any(|next| last.iter().any(|last| next.comes_after(last)))
    }

    /// Whether it may be the first of its list, as every bullet may be.
    pub fn is_first(&self) -> bool {
        match self {
            Label::Bullet(_) => true,
            Label::Letter(_, number)
            | Label::Number(_, number)
            | Label::Roman(_, number)
            | Label::Row(number) => *number == 1,
            Label::Outline(..) => false,
        }
    }

    /// Whether two labels are of one kind, whatever they count and whatever stands around them: different bullets are not.
    pub fn is_like(&self, other: &Label) -> bool {
        match (self, other) {
            (Label::Bullet(a), Label::Bullet(b)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// Whether a line begins with the label of a list item.
///
/// ```
/// assert!(evidence::is_list_item("(b) flood"));
/// assert!(!evidence::is_list_item("flood (b)"));
/// ```
pub fn is_list_item(text: &str) -> bool {
    !Label::of(text).is_empty()
}

/// The place of a letter, or of one that stands twice, which comes behind `z`.
fn letters(text: &str) -> Option<u32> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let place = u32::from(letter.to_ascii_lowercase()) - u32::from('a') + 1;
    match text.len() {
        1 => Some(place),
        2 if text.ends_with(letter) => Some(LETTERS + place),
        _ => None,
    }
}

/// The number that a row of two columns begins with, the gap of a column behind it: `7  a loose tile`. None where there are more
/// columns, which is a table.
///
/// ```
/// use evidence::numbered_row;
///
/// assert_eq!(numbered_row("7  a loose tile"), Some(7));
/// assert_eq!(numbered_row("7 loose tiles"), None);
/// assert_eq!(numbered_row("7  a loose tile  14.00"), None);
/// ```
pub fn numbered_row(text: &str) -> Option<u32> {
    let text = text.trim();
    let (number, rest) = text.split_once(GAP)?;
    let is_number =
        (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let rest = rest.trim_start();
    let is_text =
        rest.starts_with(char::is_alphabetic) && !rest.contains(GAP) && !rest.contains('|');
    number.parse().ok().filter(|_| is_number && is_text)
}

/// `4.2` or `4.2.1`.
fn outline(text: &str) -> Option<Label> {
    let (before, last) = text.trim_end_matches('.').rsplit_once('.')?;
    let is_number = |part: &str| {
        !part.is_empty() && part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(last) || !before.split('.').all(is_number) {
        return None;
    }
    Some(Label::Outline(before.to_owned(), last.parse().ok()?))
}

/// A roman number up to 39, written as usual.
fn roman(text: &str) -> Option<u32> {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    const TENS: [&str; 4] = ["", "x", "xx", "xxx"];
    let text = text.to_lowercase();
    (1..40_usize)
        .find(|number| {
            let tens = TENS.get(number / 10).copied().unwrap_or_default();
            let ones = ONES.get(number % 10).copied().unwrap_or_default();
            format!("{tens}{ones}") == text
        })
        .map(|number| number as u32)
}
