//! What a cell of a sheet holds.

use crate::error::AppError;
use rust_xlsxwriter::XlsxError;

/// What Excel takes into a cell, in UTF-16 units.
const MAX_UNITS: usize = 32_767;
const CUT: &str = " [cut: too long for a cell]";

/// A text that fits into a cell.
pub(super) fn fit(text: &str) -> String {
    if text.encode_utf16().count() <= MAX_UNITS {
        return text.to_owned();
    }
    let mut room = MAX_UNITS - CUT.len();
    let kept: String = text
        .chars()
        .take_while(|character| {
            let fits = character.len_utf16() <= room;
            room = room.saturating_sub(character.len_utf16());
            fits
        })
        .collect();
    kept + CUT
}

/// An error of the library.
pub(super) fn failed(error: XlsxError) -> AppError {
    let error = match error {
        XlsxError::IoError(error) => error,
        other => std::io::Error::other(other.to_string()),
    };
    AppError::File {
        path: "the XLSX table".into(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_too_long_for_a_cell_says_so() {
        let long = "ä𝄞".repeat(20_000);
        let cut = fit(&long);
        assert!(cut.encode_utf16().count() <= MAX_UNITS && cut.ends_with(CUT));
        assert_eq!(fit("short"), "short");
    }
}
