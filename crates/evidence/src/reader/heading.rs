//! Headings -> sections. Markdown says which lines are headings; elsewhere
//! they are reconstructed, cautiously: a missed heading costs a section
//! filter, a wrong one cuts a passage in two.

mod level;
mod markdown;
mod section;
mod style;
mod text;
mod wording;

pub(crate) use markdown::of_markdown;
pub(crate) use section::{Heading, sections};
pub(crate) use style::{Style, of_pdf};
pub(crate) use text::of_text;
