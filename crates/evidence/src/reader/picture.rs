//! Pages of a PDF as grey pictures, for OCR.
//!
//! # Limits
//!
//! The renderer is safe Rust and bounded by the size of the picture, not in
//! time: like the rest of the reader it belongs into a process that may be
//! ended. A page that it cannot render is left out.

use super::pdf::load_error;
use super::{ReadError, display_name};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most pixels of a picture, and most on a side: a page of A3 at 300 dots per
/// inch has 17 million.
const MAX_PIXELS: f32 = 40_000_000.0;
const MAX_SIDE: f32 = 10_000.0;

/// A page as a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Page, 1-based.
    pub page: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Row by row from the top, 0 black to 255 white.
    pub gray: Vec<u8>,
    /// Pixels per point.
    pub scale: f32,
    /// Width of the page in points.
    pub page_width: f32,
    /// Height of the page in points.
    pub page_height: f32,
}

impl Picture {
    /// The picture as a file: binary PGM, which OCR programs read.
    pub fn to_pgm(&self) -> Vec<u8> {
        let mut file = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        file.extend(&self.gray);
        file
    }
}

/// Renders pages of a PDF, in order; `wanted` says which. `take` gets each
/// picture and says whether to go on. Returns how many pages there are.
///
/// # Errors
///
/// [`ReadError::Encrypted`], [`ReadError::Damaged`] when it is no PDF that can
/// be opened.
pub fn render_pages(
    file_name: &str,
    bytes: &[u8],
    dots_per_inch: f32,
    wanted: &dyn Fn(u32) -> bool,
    take: &mut dyn FnMut(Picture) -> bool,
) -> Result<u32, ReadError> {
    let file = display_name(file_name);
    let damaged = |reason| ReadError::Damaged {
        file: file.clone(),
        page: None,
        reason,
    };
    let loaded = catch_unwind(AssertUnwindSafe(|| Pdf::new(bytes.to_vec())));
    let pdf = loaded
        .map_err(|_| damaged("the PDF could not be interpreted"))?
        .map_err(|error| load_error(&file, error))?;
    let pages = pdf.pages();
    let mut cache = RenderCache::new();
    for (page, number) in pages.iter().zip(1..) {
        if !wanted(number) {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(|| draw(page, &cache, dots_per_inch))) {
            Ok(mut picture) => {
                picture.page = number;
                if !take(picture) {
                    break;
                }
            }
            // The cache may be half-written; the next page gets a new one.
            Err(_) => cache = RenderCache::new(),
        }
    }
    Ok(pages.len() as u32)
}

fn draw<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>, dots_per_inch: f32) -> Picture {
    let (page_width, page_height) = page.render_dimensions();
    let (width, height) = (page_width.max(1.0), page_height.max(1.0));
    let scale = (dots_per_inch / 72.0)
        .min(MAX_SIDE / width.max(height))
        .min((MAX_PIXELS / (width * height)).sqrt());
    let pixmap: Pixmap = render(
        page,
        cache,
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings {
            x_scale: scale,
            y_scale: scale,
            bg_color: WHITE,
        },
    );
    let gray = pixmap
        .data()
        .iter()
        .map(|pixel| {
            let [red, green, blue] = [pixel.r, pixel.g, pixel.b].map(u32::from);
            ((299 * red + 587 * green + 114 * blue) / 1000) as u8
        })
        .collect();
    Picture {
        page: 0,
        width: u32::from(pixmap.width()),
        height: u32::from(pixmap.height()),
        gray,
        scale,
        page_width,
        page_height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &[u8] = include_bytes!("../../../../samples/policy.pdf");

    #[test]
    fn the_pages_wanted_are_drawn_dark_on_white() {
        let mut pictures = Vec::new();
        let pages = render_pages("policy.pdf", SAMPLE, 36.0, &|page| page != 2, &mut |one| {
            pictures.push(one);
            true
        });
        assert_eq!(pages.unwrap(), 3);
        assert_eq!(
            pictures.iter().map(|one| one.page).collect::<Vec<_>>(),
            [1, 3]
        );
        let first = &pictures[0];
        assert_eq!(first.gray.len() as u32, first.width * first.height);
        assert!((first.scale - 0.5).abs() < 1e-6);
        let white = first.gray.iter().filter(|gray| **gray > 250).count();
        assert!(white > first.gray.len() / 2 && white < first.gray.len());
        assert!(first.to_pgm().starts_with(b"P5\n"));
    }

    #[test]
    fn what_is_no_pdf_is_an_error() {
        let error = render_pages("a.pdf", b"%PDF-1.4 no", 72.0, &|_| true, &mut |_| true);
        assert!(matches!(error, Err(ReadError::Damaged { .. })));
    }
}
