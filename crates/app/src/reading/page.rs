//! Pages of a PDF drawn for people, by a process of its own under the same
//! limits as reading.
//!
//! One process draws the pages of one document, as long as they are asked for:
//! a file of hundreds of megabytes is handed over once. What it cannot draw it
//! says; when a page makes it abort, spin or run out of memory, that page fails
//! and the next one gets a new process.

use super::{WorkerLimits, end, limit, start};
use crate::error::AppError;
use evidence::reader::picture::{ColorPicture, draw_on_demand};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout};

/// Name of the hidden sub-command that starts the process.
pub const SUBCOMMAND: &str = "page-worker";
/// Processor time for one page. Charts of a hundred thousand strokes take
/// seconds.
const SECONDS_A_PAGE: u64 = 30;
/// Most pixels per point: 288 dots per inch.
const MAX_SCALE: f32 = 4.0;
const MIN_SCALE: f32 = 0.1;
/// Most bytes of a picture.
const MAX_PICTURE_BYTES: u64 = 200 << 20;

/// First line to the process; the file's bytes follow.
#[derive(Debug, Serialize, Deserialize)]
struct Opening {
    file: String,
    size: u64,
    memory_bytes: u64,
}

/// A page that is wanted.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    page: u32,
    scale: f32,
}

/// What comes back: the picture's bytes follow. 0: it cannot be drawn.
#[derive(Debug, Serialize, Deserialize)]
struct Delivery {
    size: u64,
}

/// Draws pages until nobody asks any more. Called by the executables' hidden
/// sub-command; returns the exit code.
pub fn serve() -> i32 {
    let mut input = std::io::stdin().lock();
    let Some(opening) = line::<Opening>(&mut input) else {
        return 2;
    };
    limit::bind(opening.memory_bytes, SECONDS_A_PAGE);
    let mut bytes = Vec::new();
    let read = input.by_ref().take(opening.size).read_to_end(&mut bytes);
    if !read.is_ok_and(|count| count as u64 == opening.size) {
        return 2;
    }
    let mut next = || {
        let order = line::<Order>(&mut input)?;
        limit::allow_processor_time(SECONDS_A_PAGE);
        Some((order.page, order.scale))
    };
    let mut take = |drawn: Option<ColorPicture>| {
        let png = drawn
            .and_then(|picture| encode(&picture))
            .unwrap_or_default();
        // A program that is gone ends this process with its next order.
        let _ = deliver(&png);
    };
    match draw_on_demand(&opening.file, &bytes, &mut next, &mut take) {
        Ok(()) => 0,
        Err(_) => 3,
    }
}

fn line<T: for<'de> Deserialize<'de>>(input: &mut dyn BufRead) -> Option<T> {
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    serde_json::from_str(&line).ok()
}

fn deliver(png: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let delivery = Delivery {
        size: png.len() as u64,
    };
    serde_json::to_writer(&mut out, &delivery)?;
    out.write_all(b"\n")?;
    out.write_all(png)?;
    out.flush()
}

/// PNG, packed for speed: it only crosses to the next process.
fn encode(picture: &ColorPicture) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&picture.rgb).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// A document whose pages are being drawn.
pub(crate) struct Drawer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The document's id.
    pub document_id: String,
}

impl Drawer {
    /// Starts the process and hands the file over.
    pub(crate) fn start(
        executable: &Path,
        limits: &WorkerLimits,
        document_id: &str,
        bytes: &[u8],
    ) -> Result<Drawer, AppError> {
        let mut child =
            start(executable, SUBCOMMAND).map_err(|error| broken(&error.to_string()))?;
        // Nothing it says there is of use, and a full pipe would stop it.
        drop(child.stderr.take());
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            end(&mut child);
            return Err(broken("it has no streams"));
        };
        let mut drawer = Drawer {
            child,
            input,
            output: BufReader::new(output),
            document_id: document_id.to_owned(),
        };
        let opening = Opening {
            file: document_id.to_owned(),
            size: bytes.len() as u64,
            memory_bytes: limits.memory_bytes,
        };
        let opened = drawer.say(&opening).and_then(|()| {
            drawer.input.write_all(bytes)?;
            drawer.input.flush()
        });
        opened.map_err(|error| broken(&error.to_string()))?;
        Ok(drawer)
    }

    /// A page as PNG.
    ///
    /// # Errors
    ///
    /// [`AppError::Document`] where the page is not there or cannot be drawn,
    /// [`AppError::Reader`] when the process ended over it; it is of no more
    /// use then.
    pub(crate) fn draw(&mut self, page: u32, scale: f32) -> Result<Vec<u8>, AppError> {
        let scale = if scale.is_finite() {
            scale.clamp(MIN_SCALE, MAX_SCALE)
        } else {
            1.0
        };
        let gone = |_| broken("the page needs more time or memory than it may use");
        self.say(&Order { page, scale }).map_err(gone)?;
        let delivery: Delivery = line(&mut self.output)
            .ok_or_else(|| broken("the page needs more time or memory than it may use"))?;
        if delivery.size == 0 || delivery.size > MAX_PICTURE_BYTES {
            return Err(AppError::Document {
                message: format!("page {page} cannot be drawn"),
                help: "read its lines instead".into(),
            });
        }
        let mut png = vec![0; delivery.size as usize];
        self.output.read_exact(&mut png).map_err(gone)?;
        Ok(png)
    }

    fn say<T: Serialize>(&mut self, message: &T) -> std::io::Result<()> {
        let text = serde_json::to_string(message)?;
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }
}

impl Drop for Drawer {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn broken(what: &str) -> AppError {
    AppError::Reader {
        message: format!("the page could not be drawn: {what}"),
        help: "read its lines instead".into(),
    }
}
