//! How much of a foreign file is read at most.

/// How much of a file is read at most. Every limit is an error when reached,
/// never a silent cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of the source file. Default 256 MiB: the largest annual reports
    /// are a tenth of that.
    pub max_bytes: u64,
    /// Pages of a document. Default 10,000.
    pub max_pages: u32,
    /// Lines of a document. Default 1,000,000.
    pub max_lines: u32,
    /// Characters of one line. Default 100,000: longer ones are data, not
    /// text.
    pub max_line_characters: u32,
    /// Glyphs drawn on one page of a PDF. Default 200,000, twenty times what
    /// the densest real page holds.
    pub max_page_glyphs: u32,
    /// Drawing operations of one page of a PDF. Default 1,000,000: dense maps
    /// and plots have hundreds of thousands, and a million take about a second.
    pub max_page_operations: u64,
    /// Bytes that a zipped format (DOCX, XLSX, ODS) may unpack to, all its
    /// parts together, and bytes of text that any format but PDF and text is
    /// written to. Default 512 MiB: a sheet of a million rows has 200.
    pub max_unpacked_bytes: u64,
    /// Parts of a zipped format or of a mail. Default 10,000: documents with
    /// a picture on every page have a thousand.
    pub max_parts: u32,
    /// Levels of nesting of XML, of HTML's blocks and of mails in mails.
    /// Default 256: real documents stay under 60.
    pub max_depth: u32,
    /// Elements of one XML part. Default 10,000,000: a Word file of a
    /// thousand pages has a tenth of that, a sheet two per cell.
    pub max_elements: u64,
    /// Cells of all tables together, empty ones included. Default 5,000,000:
    /// a sheet of 100,000 rows and 50 columns.
    pub max_cells: u64,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            max_bytes: 256 * 1024 * 1024,
            max_pages: 10_000,
            max_lines: 1_000_000,
            max_line_characters: 100_000,
            max_page_glyphs: 200_000,
            max_page_operations: 1_000_000,
            max_unpacked_bytes: 512 * 1024 * 1024,
            max_parts: 10_000,
            max_depth: 256,
            max_elements: 10_000_000,
            max_cells: 5_000_000,
        }
    }
}
