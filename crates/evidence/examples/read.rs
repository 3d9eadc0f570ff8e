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
            for table in &document.tables {
                println!(
                    "table {}-{}, {} row(s) of headings",
                    table.first_line, table.last_line, table.header_rows
                );
                for row in &table.rows {
                    let cells: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).collect();
                    println!("    | {} |", cells.join(" | "));
                }
            }
            if std::env::var_os("GEO").is_some() {
                for line in &document.lines {
                    println!("{} {:?}", line.number, line.bounds);
                }
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
