//! Prints the numbered lines of a file, its sections and its warnings:
//! `cargo run -p evidence --example read -- FILE`.
#![allow(clippy::print_stdout)] // printing is what it is for

use evidence::reader::{ReadLimits, read};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: read FILE");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("error: {path}: {error}");
            return ExitCode::from(2);
        }
    };
    match read(&path, &bytes, &ReadLimits::default()) {
        Ok(document) => {
            for line in &document.lines {
                println!("{:>3} {:>5}: {}", line.page, line.number, line.text);
            }
            for section in &document.sections {
                let indent = "  ".repeat(usize::from(section.level));
                println!(
                    "section{indent}{}-{} {}",
                    section.first_line, section.last_line, section.title
                );
            }
            for warning in &document.warnings {
                println!("warning: {warning}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}\nhelp: {}", error.help());
            ExitCode::from(2)
        }
    }
}
