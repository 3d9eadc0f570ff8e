//! Picture files (PNG, JPEG, TIFF) drawn for people.
//!
//! The picture is drawn as its pixels lie, without the turn that a camera may
//! note beside them: OCR read it so, and its boxes stand there.
//!
//! # Limits
//!
//! Of a TIFF file only the first page. Colour profiles are not applied.

use super::color_picture::ColorPicture;
use image::imageops::thumbnail;
use image::{DynamicImage, ImageFormat, ImageReader, Limits, RgbImage, Rgba};
use std::io::Cursor;

/// Most pixels on a side, as for pages.
const MAX_SIDE: u32 = 10_000;
/// Most bytes that decoding may take.
const MAX_BYTES: u64 = 1 << 29;
const WHITE: f32 = 255.0;

/// A picture file, decoded.
pub(super) struct Raster {
    pixels: RgbImage,
}

impl Raster {
    /// None where the bytes are no picture of a known format, or one too
    /// large.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .ok()?;
        let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Tiff];
        reader.format().filter(|format| known.contains(format))?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(MAX_SIDE * 4);
        limits.max_image_height = Some(MAX_SIDE * 4);
        limits.max_alloc = Some(MAX_BYTES);
        reader.limits(limits);
        let pixels = on_white(reader.decode().ok()?);
        Some(Self { pixels })
    }

    /// The picture with `scale` pixels for each of its own; at most 1.
    pub(super) fn draw(&self, scale: f32) -> ColorPicture {
        let (width, height) = self.pixels.dimensions();
        let scale = scale
            .min(1.0)
            .min(MAX_SIDE as f32 / width.max(height).max(1) as f32);
        let side = |side: u32| ((side as f32 * scale).round() as u32).max(1);
        let drawn = thumbnail(&self.pixels, side(width), side(height));
        ColorPicture {
            width: drawn.width(),
            height: drawn.height(),
            rgb: drawn.into_raw(),
        }
    }
}

/// What is transparent shows the paper.
fn on_white(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let mut clear = image.into_rgba8();
    for Rgba([red, green, blue, alpha]) in clear.pixels_mut() {
        let share = f32::from(*alpha) / WHITE;
        for part in [red, green, blue] {
            *part = (f32::from(*part) * share + WHITE * (1.0 - share)).round() as u8;
        }
    }
    DynamicImage::ImageRgba8(clear).into_rgb8()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageBuffer, Rgb};

    fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn pictures_of_every_format_are_drawn_smaller() {
        let left_dark =
            ImageBuffer::from_fn(40, 20, |x, _| Rgb([if x < 20 { 0_u8 } else { 255 }; 3]));
        let image = DynamicImage::ImageRgb8(left_dark);
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Tiff] {
            let drawn = Raster::decode(&file(&image, format)).unwrap().draw(0.5);
            assert_eq!((drawn.width, drawn.height, drawn.rgb.len()), (20, 10, 600));
            assert!(drawn.rgb[0] < 20 && drawn.rgb[57] > 235, "{format:?}");
        }
    }

    #[test]
    fn what_is_transparent_is_white() {
        let clear = DynamicImage::ImageRgba8(ImageBuffer::from_pixel(2, 2, Rgba([9, 9, 9, 0])));
        let drawn = Raster::decode(&file(&clear, ImageFormat::Png))
            .unwrap()
            .draw(4.0);
        assert_eq!((drawn.width, drawn.rgb[0]), (2, 255));
    }

    #[test]
    fn what_is_no_picture_is_none() {
        assert!(Raster::decode(b"GIF89a").is_none());
        let image = DynamicImage::ImageRgb8(ImageBuffer::new(30, 30));
        let mut bytes = file(&image, ImageFormat::Png);
        bytes.truncate(bytes.len() / 2);
        assert!(Raster::decode(&bytes).is_none());
    }
}
