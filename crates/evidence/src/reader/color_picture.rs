//! A picture in colours, as a person sees it: of a page of a PDF, or of a
//! picture file.

/// A page as a person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColorPicture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Row by row from the top, red, green and blue.
    pub rgb: Vec<u8>,
}
