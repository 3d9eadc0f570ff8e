//! Where Tesseract lies, and what a process that may start it has to see of the file system.

use evidence::reader::recognized::is_picture;
use host::wall::Sight;
use std::path::{Path, PathBuf};

/// The system's programs, libraries and data, of which Tesseract is made, and those of package
/// managers that keep them elsewhere: nobody's documents. In them lies also what a wrapper of
/// Tesseract would call.
const SYSTEM: [&str; 10] = [
    "/usr",
    "/bin",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/home/linuxbrew/.linuxbrew",
];
/// What the loader and OpenMP ask of the machine.
const MACHINE: [&str; 4] = [
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
    "/dev/null",
    "/dev/urandom",
];
/// As far into a file as the mark of a PDF may stand.
const PDF_MARK_WITHIN: usize = 1024;

/// The Tesseract on the path. Never one beside a document: only absolute folders count.
pub(super) fn find() -> Option<PathBuf> {
    let name = if cfg!(windows) {
        "tesseract.exe"
    } else {
        "tesseract"
    };
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}

/// What a worker may see that reads this file: nothing, or what Tesseract needs where the file
/// may hold pictures of pages.
pub(super) fn sight(bytes: &[u8]) -> Sight {
    let head = bytes.get(..PDF_MARK_WITHIN).unwrap_or(bytes);
    let may_be_pdf = head.windows(5).any(|window| window == b"%PDF-");
    match find() {
        Some(program) if may_be_pdf || is_picture(bytes) => with(&program),
        _ => Sight::default(),
    }
}

fn with(program: &Path) -> Sight {
    // Its data, where it was not installed with the system's packages.
    let folder = program.ancestors().nth(2).map(Path::to_owned);
    let beside = ["lib", "share/tessdata", "share/tesseract-ocr"];
    let beside = folder
        .iter()
        .flat_map(|folder| beside.map(|name| folder.join(name)));
    let named = std::env::var_os("TESSDATA_PREFIX").map(PathBuf::from);
    let data = beside.chain(named).filter(|path| path.is_absolute());
    Sight {
        read: MACHINE.iter().map(Into::into).chain(data).collect(),
        run: SYSTEM
            .iter()
            .map(Into::into)
            .chain([program.to_owned()])
            .collect(),
        ..Sight::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_pages_of_pictures_is_read_by_a_process_that_sees_nothing() {
        assert_eq!(sight(b"PK\x03\x04 a workbook"), Sight::default());
        assert_eq!(sight(b""), Sight::default());
    }

    #[test]
    fn beside_the_system_only_tesseract_and_its_data_are_seen() {
        let seen = with(Path::new("/home/somebody/tools/bin/tesseract"));
        let own: Vec<&PathBuf> = seen
            .read
            .iter()
            .chain(&seen.run)
            .filter(|path| path.starts_with("/home/somebody"))
            .collect();
        let expected = [
            "lib",
            "share/tessdata",
            "share/tesseract-ocr",
            "bin/tesseract",
        ];
        let expected = expected.map(|name| Path::new("/home/somebody/tools").join(name));
        assert_eq!(own, expected.iter().collect::<Vec<_>>());
    }
}
