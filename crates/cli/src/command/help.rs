//! `attest help`: the manual, and where it has no page, the help of a command.

use crate::arguments::Arguments;
use crate::global::Global;
use app::AppError;
use app::manual::{PAGES, page};
use clap::{Command, CommandFactory};
use serde_json::json;

/// Prints a page, the help of a command, or with no words both lists.
pub fn run(global: &Global, words: &[String]) -> Result<u8, AppError> {
    let name = words.join(" ");
    if words.is_empty() {
        global.print(&PAGES, |_| overview());
    } else if let Some(found) = page(&name) {
        global.print(found, |page| {
            let commands = find(&mut Arguments::command(), words).is_some();
            let more = format!("\nThe options of the command: attest {name} --help\n");
            format!("{}{}", page.text, if commands { &more } else { "" })
        });
    } else if let Some(help) = find(&mut Arguments::command(), words) {
        global.print(&json!({ "name": name, "text": help }), |_| help.clone());
    } else {
        return Err(AppError::input(
            format!("there is no page and no command `{name}`"),
            format!("the pages are: {}", names().join(", ")),
        ));
    }
    Ok(0)
}

fn names() -> Vec<&'static str> {
    PAGES.iter().map(|page| page.name).collect()
}

fn overview() -> String {
    let mut text = Arguments::command().render_help().to_string();
    text.push_str("\nPages of the manual, by `attest help PAGE`:\n");
    let lines = PAGES
        .iter()
        .map(|page| format!("  {:<16} {}\n", page.name, page.title()));
    text.extend(lines);
    text
}

/// The long help of the command that these words name; a hidden one is none.
fn find(command: &mut Command, words: &[String]) -> Option<String> {
    command.build();
    let mut at = command;
    for word in words {
        at = at
            .find_subcommand_mut(word)
            .filter(|found| !found.is_hide_set())?;
    }
    Some(at.render_long_help().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_a_command_and_its_own_commands() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let help = find(&mut Arguments::command(), &words("docs add")).unwrap();
        assert!(help.contains("Usage: attest docs add"), "{help}");
        for none in ["docs fly", "fly", "manual", "answers"] {
            assert_eq!(
                find(&mut Arguments::command(), &words(none)),
                None,
                "{none}"
            );
        }
    }

    #[test]
    fn the_overview_names_every_page() {
        let text = overview();
        for page in PAGES {
            assert!(text.contains(page.title()), "{}", page.name);
        }
    }
}
