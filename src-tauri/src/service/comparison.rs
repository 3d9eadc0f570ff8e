//! Comparisons of models or settings.

use super::Service;
use crate::failure::Reply;
use crate::wire::OpenedComparison;
use std::path::Path;

impl Service {
    /// The finished comparison in a folder.
    pub fn comparison_in(folder: &Path) -> Reply<OpenedComparison> {
        Ok(OpenedComparison {
            folder: folder.display().to_string(),
            comparison: lab::compare::read_comparison(folder)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_comparison_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Service::comparison_in(folder.path()).unwrap_err();
        assert!(missing.message.contains("comparison.json"), "{missing:?}");
        std::fs::write(folder.path().join("comparison.json"), "{}").unwrap();
        let other = Service::comparison_in(folder.path()).unwrap_err();
        assert_eq!(other.kind, "input");
        assert!(other.message.contains("no comparison of this version"));
    }
}
