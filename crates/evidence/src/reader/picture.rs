//! Pages of a PDF as pictures: grey for OCR, in colours for people. Picture
//! files are drawn for people, too.
//!
//! # Limits
//!
//! The renderer is safe Rust and bounded by the size of the picture, not in
//! time: like the rest of the reader it belongs into a process that may be
//! ended. A page that it cannot render is left out.

use super::error::ReadError;
use super::identity::display_name;
use super::pdf::load_error;
use super::raster::Raster;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use super::color_picture::ColorPicture;

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
    let pdf = open(file_name, bytes)?;
    let pages = pdf.pages();
    let mut cache = RenderCache::new();
    for (page, number) in pages.iter().zip(1..) {
        if !wanted(number) {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(|| gray(page, &cache, dots_per_inch))) {
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

/// Draws pages of a PDF, or a picture file, as they are asked for: `next` names
/// a page (from 1) and pixels per point (of a picture: per pixel of its own), or
/// ends it; `take` gets the picture, none where there is no such page or it
/// cannot be drawn.
///
/// # Errors
///
/// As [`render_pages`].
pub fn draw_on_demand(
    file_name: &str,
    bytes: &[u8],
    next: &mut dyn FnMut() -> Option<(u32, f32)>,
    take: &mut dyn FnMut(Option<ColorPicture>),
) -> Result<(), ReadError> {
    if let Some(raster) = Raster::decode(bytes) {
        while let Some((number, scale)) = next() {
            take((number == 1).then(|| raster.draw(scale)));
        }
        return Ok(());
    }
    let pdf = open(file_name, bytes)?;
    let pages = pdf.pages();
    while let Some((number, scale)) = next() {
        // Fonts and images of a page are kept no longer than it takes to draw
        // it: a long document would fill the memory.
        let cache = RenderCache::new();
        let page = (number as usize)
            .checked_sub(1)
            .and_then(|at| pages.get(at));
        take(page.and_then(|page| {
            catch_unwind(AssertUnwindSafe(|| in_color(page, &cache, scale))).ok()
        }));
    }
    Ok(())
}

fn open(file_name: &str, bytes: &[u8]) -> Result<Pdf, ReadError> {
    let file = display_name(file_name);
    let loaded = catch_unwind(AssertUnwindSafe(|| Pdf::new(bytes.to_vec())));
    loaded
        .map_err(|_| ReadError::Damaged {
            file: file.clone(),
            page: None,
            reason: "the PDF could not be interpreted",
        })?
        .map_err(|error| load_error(&file, error))
}

/// A page drawn on white, and the pixels per point it was drawn with: those
/// wanted, or fewer within the limits.
fn draw<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>, wanted: f32) -> (Pixmap, f32) {
    let (width, height) = page.render_dimensions();
    let (width, height) = (width.max(1.0), height.max(1.0));
    let scale = wanted
        .min(MAX_SIDE / width.max(height))
        .min((MAX_PIXELS / (width * height)).sqrt());
    let pixmap = render(
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
    (pixmap, scale)
}

fn gray<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>, dots_per_inch: f32) -> Picture {
    let (pixmap, scale) = draw(page, cache, dots_per_inch / 72.0);
    let gray = pixmap
        .data()
        .iter()
        .map(|pixel| {
            let [red, green, blue] = [pixel.r, pixel.g, pixel.b].map(u32::from);
            ((299 * red + 587 * green + 114 * blue) / 1000) as u8
        })
        .collect();
    let (page_width, page_height) = page.render_dimensions();
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

fn in_color<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>, scale: f32) -> ColorPicture {
    let (pixmap, _) = draw(page, cache, scale);
    ColorPicture {
        width: u32::from(pixmap.width()),
        height: u32::from(pixmap.height()),
        // The ground is opaque, so nothing of a colour was multiplied away.
        rgb: pixmap
            .data()
            .iter()
            .flat_map(|pixel| [pixel.r, pixel.g, pixel.b])
            .collect(),
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
    fn pages_are_drawn_as_they_are_asked_for_and_a_missing_one_is_none() {
        let mut orders = vec![(1, 2.0), (9, 1.0), (0, 1.0), (3, 0.5)].into_iter();
        let mut sizes = Vec::new();
        draw_on_demand("a.pdf", SAMPLE, &mut || orders.next(), &mut |drawn| {
            sizes.push(drawn.map(|one| (one.width, one.height, one.rgb.len())));
        })
        .unwrap();
        let (width, height, bytes) = sizes[0].unwrap();
        assert!(width > 1000 && height > 1400 && bytes as u32 == width * height * 3);
        assert_eq!((sizes[1], sizes[2]), (None, None));
        assert!(sizes[3].unwrap().0 < width / 3);
    }

    #[test]
    fn what_is_no_pdf_is_an_error() {
        let error = render_pages("a.pdf", b"%PDF-1.4 no", 72.0, &|_| true, &mut |_| true);
        assert!(matches!(error, Err(ReadError::Damaged { .. })));
    }
}
