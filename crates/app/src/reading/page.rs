//! Pages of a PDF drawn for people, by a process of its own under the same
//! limits as reading.
//!
//! One process draws the pages of one document, as long as they are asked for:
//! a file of hundreds of megabytes is handed over once. What it cannot draw it
//! says; when a page makes it abort, spin or run out of memory, that page fails
//! and the next one gets a new process.

use super::{WorkerLimits, start};
use crate::error::AppError;
use evidence::reader::picture::{ColorPicture, draw_on_demand};
use host::serve::{self, Chatter, Streams};
use host::wall::Sight;
use host::{Conversation, Received, cancel, limit, wall};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// Name of the hidden sub-command that starts the process.
pub const SUBCOMMAND: &str = "page-worker";
/// Processor time for one page. Charts of a hundred thousand strokes take
/// seconds.
const SECONDS_A_PAGE: u64 = 30;
/// Most pixels per point: 288 dots per inch.
const MAX_SCALE: f32 = 4.0;
const MIN_SCALE: f32 = 0.1;
/// Most bytes of a picture.
const MAX_PICTURE_BYTES: usize = 200 << 20;
/// Most bytes of a message: what the length of a frame can say.
const MAX_FILE_BYTES: u32 = u32::MAX;
/// How long a page may take by the clock, on a machine that does other things as well.
const MAX_SILENCE: Duration = Duration::from_mins(10);

/// First message to the process; the file's bytes are the second.
#[derive(Debug, Serialize, Deserialize)]
struct Opening {
    file: String,
    memory_bytes: u64,
}

/// A page that is wanted.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    page: u32,
    scale: f32,
}

/// Draws pages until nobody asks any more. Called by the executables' hidden
/// sub-command; returns the exit code.
pub fn serve() -> i32 {
    let Ok(mut streams) = Streams::open(Chatter::Refused, MAX_FILE_BYTES) else {
        return 2;
    };
    let opening = streams.read().unwrap_or_default();
    let Ok(opening) = serde_json::from_slice::<Opening>(&opening) else {
        return 2;
    };
    // Before there is a second thread, which would see more.
    if wall::confine(&Sight::default()).is_err() {
        return 2;
    }
    limit::bind(opening.memory_bytes, SECONDS_A_PAGE);
    let Some(bytes) = streams.read() else {
        return 2;
    };
    let mut orders = streams.listen(0);
    let mut next = || {
        let order: Order = serde_json::from_slice(&orders.next()?).ok()?;
        limit::allow_processor_time(SECONDS_A_PAGE);
        Some((order.page, order.scale))
    };
    // What comes back is the picture; nothing: it cannot be drawn.
    let mut take = |drawn: Option<ColorPicture>| {
        let png = drawn
            .and_then(|picture| encode(&picture))
            .unwrap_or_default();
        // A program that is gone ends this process on its own.
        let _ = serve::reply(&png);
    };
    match draw_on_demand(&opening.file, &bytes, &mut next, &mut take) {
        Ok(()) => 0,
        Err(_) => 3,
    }
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
    process: Conversation,
    /// The document's id.
    pub document_id: String,
}

impl Drawer {
    /// Starts the process and hands the file over.
    pub(crate) fn start(
        executable: &Path,
        limits: &WorkerLimits,
        document_id: &str,
        bytes: Vec<u8>,
    ) -> Result<Drawer, AppError> {
        let failed = |error: std::io::Error| broken(&error.to_string());
        let drawer = Drawer {
            process: start(executable, "page", SUBCOMMAND).map_err(failed)?,
            document_id: document_id.to_owned(),
        };
        let opening = Opening {
            file: document_id.to_owned(),
            memory_bytes: limits.memory_bytes,
        };
        drawer.say(&opening)?;
        drawer.process.send(bytes).map_err(failed)?;
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
        self.say(&Order { page, scale })?;
        match self.process.receive(MAX_SILENCE, &cancel::current()) {
            Received::Message(png) if png.is_empty() || png.len() > MAX_PICTURE_BYTES => {
                Err(AppError::Document {
                    message: format!("page {page} cannot be drawn"),
                    help: "read its lines instead".into(),
                })
            }
            Received::Message(png) => Ok(png),
            _ => Err(broken("the page needs more time or memory than it may use")),
        }
    }

    fn say<T: Serialize>(&self, message: &T) -> Result<(), AppError> {
        let message = serde_json::to_vec(message).unwrap_or_default();
        let sent = self.process.send(message);
        sent.map_err(|error| broken(&error.to_string()))
    }
}

fn broken(what: &str) -> AppError {
    AppError::Reader {
        message: format!("the page could not be drawn: {what}"),
        help: "read its lines instead".into(),
    }
}
