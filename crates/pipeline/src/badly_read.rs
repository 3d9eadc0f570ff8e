//! Pages that were badly read: where the model says so (`context_structured`), or where too many
//! signs of a PDF page have no known meaning (fonts without a mapping to text).

use crate::error::StageError;
use crate::resources::{PageOf, Resources};
use evidence::MediaType;
use firewall::Answer;

/// Share of signs without a meaning from which a page is badly read, 0..=1: set by hand, far above
/// the few signs that a well-made file has.
const MAX_UNKNOWN_SHARE: f64 = 0.05;

/// The first cited page that was badly read and can be read in another
/// way.
pub(crate) fn badly_read(
    answer: &Answer,
    resources: &dyn Resources,
) -> Result<Option<PageOf>, StageError> {
    let structured = answer.body().context_structured;
    for citation in answer.citations() {
        let document = resources.document(&citation.document_id)?;
        let number = citation.page_number;
        let by_ocr = document
            .ocr
            .as_ref()
            .is_some_and(|ocr| ocr.pages.contains(&number));
        if document.media_type != MediaType::Pdf || by_ocr {
            continue;
        }
        let page = document.pages.iter().find(|page| page.number == number);
        let unknown = page.is_some_and(|page| {
            let signs = f64::from(page.characters.max(1));
            f64::from(page.unknown_characters) > signs * MAX_UNKNOWN_SHARE
        });
        if unknown || !structured {
            return Ok(Some(PageOf {
                document_id: citation.document_id.clone(),
                page: number,
            }));
        }
    }
    Ok(None)
}
