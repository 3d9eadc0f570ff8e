//! A format's code, read: its sections, and the pieces that each is made of.

/// One alternative of a format.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::reader::sheet) struct Section {
    pub(super) condition: Option<(Comparison, f64)>,
    pub(super) tokens: Vec<Token>,
    /// Windows language number, for names of months.
    pub(super) language: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

/// A piece of a code.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Literal(String),
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    Comma,
    Percent,
    /// `E+` or `E-`: whether a plus is written.
    Exponent(bool),
    /// A run of `y`, `m`, `d`, `h` or `s`.
    Date(char, usize),
    /// `[h]`, `[m]`, `[s]`: all of them that went by.
    Elapsed(char),
    AmPm,
    General,
    /// `/` between digits.
    Slash,
}

/// The sections of a code, in its order.
pub(super) fn sections(code: &str) -> Vec<Section> {
    split(code).iter().map(|section| parse(section)).collect()
}

/// Sections, split at semicolons that are not quoted.
fn split(code: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let (mut quoted, mut bracket, mut escaped) = (false, false, false);
    for character in code.chars() {
        let plain = !quoted && !bracket && !escaped;
        if plain && character == ';' {
            sections.push(String::new());
            continue;
        }
        let toggles = character == '"' && !escaped && !bracket;
        quoted ^= toggles;
        bracket = !quoted && !escaped && (character == '[' || bracket && character != ']');
        escaped = plain && character == '\\';
        if let Some(section) = sections.last_mut() {
            section.push(character);
        }
    }
    sections
}

fn parse(code: &str) -> Section {
    let mut section = Section::default();
    let mut characters = code.chars().peekable();
    while let Some(character) = characters.next() {
        let token = match character {
            '"' => Token::Literal(characters.by_ref().take_while(|c| *c != '"').collect()),
            '\\' | '!' => Token::Literal(characters.next().into_iter().collect()),
            // A space as wide as the next character; a fill with it.
            '_' => {
                characters.next();
                Token::Literal(" ".to_owned())
            }
            '*' => {
                characters.next();
                continue;
            }
            '[' => {
                let inner: String = characters.by_ref().take_while(|c| *c != ']').collect();
                match bracket(&inner, &mut section) {
                    Some(token) => token,
                    None => continue,
                }
            }
            '0' | '#' | '?' => Token::Digit(character),
            '.' => Token::Point,
            ',' => Token::Comma,
            '%' => Token::Percent,
            '/' => slash(&section.tokens),
            'E' | 'e' if matches!(characters.peek(), Some('+' | '-')) => {
                Token::Exponent(characters.next() == Some('+'))
            }
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' => {
                let mut run = 1;
                while characters
                    .next_if(|c| c.eq_ignore_ascii_case(&character))
                    .is_some()
                {
                    run += 1;
                }
                Token::Date(character.to_ascii_lowercase(), run)
            }
            'A' | 'a' if am_pm(&mut characters) => Token::AmPm,
            'G' | 'g' if skip(&mut characters, "eneral") => Token::General,
            other => Token::Literal(other.to_string()),
        };
        section.tokens.push(token);
    }
    section
}

/// Between digits a fraction, else itself.
fn slash(before: &[Token]) -> Token {
    if matches!(before.last(), Some(Token::Digit(_))) {
        Token::Slash
    } else {
        Token::Literal("/".to_owned())
    }
}

type Characters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn am_pm(characters: &mut Characters<'_>) -> bool {
    skip(characters, "M/PM") || skip(characters, "/P")
}

/// Skips the given characters if all of them come next.
fn skip(characters: &mut Characters<'_>, expected: &str) -> bool {
    let mut ahead = characters.clone();
    if expected.chars().all(|c| {
        ahead
            .next()
            .is_some_and(|next| next.eq_ignore_ascii_case(&c))
    }) {
        *characters = ahead;
        return true;
    }
    false
}

/// `[h]`, `[$€-407]`, `[>100]`, `[Red]`.
fn bracket(inner: &str, section: &mut Section) -> Option<Token> {
    let lower = inner.to_ascii_lowercase();
    if let Some(unit) = lower
        .chars()
        .next()
        .filter(|unit| matches!(unit, 'h' | 'm' | 's'))
        && lower.chars().all(|character| character == unit)
    {
        return Some(Token::Elapsed(unit));
    }
    if let Some(currency) = inner.strip_prefix('$') {
        let (symbol, language) = currency.rsplit_once('-').unwrap_or((currency, ""));
        section.language = u32::from_str_radix(language, 16).unwrap_or(0) & 0xFFFF;
        return (!symbol.is_empty()).then(|| Token::Literal(symbol.to_owned()));
    }
    let comparisons = [
        ("<=", Comparison::LessOrEqual),
        (">=", Comparison::GreaterOrEqual),
        ("<>", Comparison::NotEqual),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
        ("=", Comparison::Equal),
    ];
    for (sign, comparison) in comparisons {
        if let Some(bound) = inner.strip_prefix(sign) {
            section.condition = bound.trim().parse().ok().map(|bound| (comparison, bound));
            break;
        }
    }
    None
}
