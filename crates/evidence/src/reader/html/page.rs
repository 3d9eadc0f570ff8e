//! A page as it is shown: its blocks, and what was met and left out.

use crate::reader::block::Block;

/// What was met and is not shown.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::reader) struct Counts {
    /// Characters of hidden text.
    pub(in crate::reader) hidden: u64,
    pub(in crate::reader) pictures: u64,
    /// Frames and embedded objects.
    pub(in crate::reader) embedded: u64,
}

/// A page as blocks.
#[derive(Debug, Default)]
pub(in crate::reader) struct Page {
    /// The text of its `title`, which stands above the page in no page.
    pub(in crate::reader) title: String,
    pub(in crate::reader) blocks: Vec<Block>,
    pub(in crate::reader) counts: Counts,
}
