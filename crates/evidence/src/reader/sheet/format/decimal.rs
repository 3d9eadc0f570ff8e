//! Numbers in decimal, rounded as spreadsheets do: to 15 significant digits
//! first, then half away from zero.

/// Significant digits that a spreadsheet keeps.
const DIGITS: usize = 15;
/// Significant digits that a cell without a format shows.
const GENERAL_DIGITS: usize = 11;

/// Digits and the power of ten behind the first: 12.5 is `[1, 2, 5]`, 1.
fn digits(value: f64, count: usize) -> (Vec<u8>, i32) {
    let text = format!("{:.*e}", count - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|byte| byte - b'0');
    (digits.collect(), exponent.parse().unwrap_or(0))
}

/// The absolute value with that many decimals.
pub(super) fn rounded(value: f64, decimals: usize) -> String {
    let (significant, exponent) = digits(value, DIGITS);
    // Digits from the first before the point to one behind the last shown.
    let lead = (-exponent).max(0) as usize;
    let mut all: Vec<u8> = vec![0; lead.min(DIGITS + decimals + 2)];
    all.extend(significant);
    let whole = exponent.max(0) as usize + 1;
    let keep = whole + decimals;
    all.resize(all.len().max(keep + 1), 0);
    let up = all.get(keep).is_some_and(|digit| *digit >= 5);
    all.truncate(keep);
    if up {
        carry(&mut all);
    }
    let whole = all.len() - decimals;
    let mut text = String::with_capacity(all.len() + 1);
    for (index, digit) in all.iter().enumerate() {
        if index == whole {
            text.push('.');
        }
        text.push(char::from(b'0' + digit));
    }
    let zeros = text.bytes().take_while(|byte| *byte == b'0').count();
    let zeros = zeros.min(whole.saturating_sub(1));
    text.split_off(zeros)
}

fn carry(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return;
        }
        *digit = 0;
    }
    digits.insert(0, 1);
}

/// As a cell without a format shows it, a little more exact where it is long.
pub(super) fn general(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let exponent = digits(value, DIGITS).1;
    if !(-9..15).contains(&exponent) {
        let text = format!("{:.*e}", GENERAL_DIGITS - 1, value.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa = trim_zeros(mantissa);
        let plus = if exponent.starts_with('-') { "" } else { "+" };
        return format!("{sign}{mantissa}E{plus}{exponent}");
    }
    let decimals = (GENERAL_DIGITS as i32 - 1 - exponent).max(0) as usize;
    format!("{sign}{}", trim_zeros(&rounded(value, decimals)))
}

fn trim_zeros(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}
