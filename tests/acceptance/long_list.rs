//! Lists of texts that are longer than a passage, a page or what is shown at once: they come back
//! whole, or the answer says that something is missing.

use acceptance::made::{docx, heading, paragraph, pdf, table};
use acceptance::{Scratch, assert_cited, take_model};
use serde_json::Value;

/// Items of the list over six pages.
const ITEMS: usize = 120;
/// Items where there are no pages, or fewer: still far more than a passage holds.
const FEWER: usize = 60;
/// Items on a page.
const ON_A_PAGE: usize = 20;
const QUESTION: &str = "Which perils are excluded?";

/// The items, each different.
fn items() -> Vec<String> {
    let causes = [
        "fire", "frost", "hail", "theft", "dust", "smoke", "vermin", "damp", "rust", "flood",
        "wind", "heat",
    ];
    let things = [
        "fences",
        "awnings",
        "lawns",
        "statues",
        "cellars",
        "chimneys",
        "gutters",
        "greenhouses",
        "pavements",
        "boats",
    ];
    let all = things.iter().flat_map(|thing| {
        causes
            .iter()
            .map(move |cause| format!("Damage to {thing} by {cause}"))
    });
    let all: Vec<String> = all.collect();
    assert_eq!(all.len(), ITEMS);
    all
}

const INTRODUCTION: &str = "The following perils are excluded from this policy:";

/// The first so many items, each behind what its number from 1 gives.
fn marked(count: usize, mark: impl Fn(usize) -> String) -> Vec<String> {
    let items = (1..).zip(items()).take(count);
    items
        .map(|(number, item)| format!("{}{item}", mark(number)))
        .collect()
}

/// The first so many items, with their numbers.
fn numbered(count: usize) -> Vec<String> {
    marked(count, |number| format!("{number}. "))
}

/// The lines of each page of a list of such lines, with heads and feet.
fn pages(listed: &[String]) -> Vec<Vec<String>> {
    let last = listed.len() / ON_A_PAGE;
    let pages = listed.chunks(ON_A_PAGE).zip(1..).map(|(lines, page)| {
        let mut shown = vec![
            "Commercial property policy CP-20418".to_owned(),
            String::new(),
        ];
        if page == 1 {
            shown.extend([
                "Section 4. Exclusions".to_owned(),
                String::new(),
                INTRODUCTION.to_owned(),
            ]);
        }
        shown.extend(lines.iter().cloned());
        shown.extend([String::new(), format!("Page {page} of {last}")]);
        shown
    });
    pages.collect()
}

/// The list in a PDF with heads and feet.
fn in_pages() -> Vec<u8> {
    pdf(&pages(&numbered(ITEMS)))
}

/// The list as a text that has lost its pages, and has their heads and feet still.
fn without_pages(mark: impl Fn(usize) -> String) -> Vec<u8> {
    let lines = pages(&marked(ITEMS, mark)).concat();
    format!("{}\n", lines.join("\n")).into_bytes()
}

/// The list over six pages, and one that is shorter in a Word file and in plain text.
fn documents() -> [(&'static str, usize, Vec<u8>); 6] {
    let mut blocks = vec![heading("Section 4. Exclusions"), paragraph(INTRODUCTION)];
    blocks.extend(numbered(FEWER).iter().map(|line| paragraph(line)));
    blocks.push(heading("Section 5. Claims"));
    blocks.push(paragraph(
        "Notice of a claim must be given to the insurer without delay.",
    ));
    let bullets = marked(FEWER, |_| "- ".into());
    let text = format!(
        "Commercial property policy\n\nSection 4. Exclusions\n\n{INTRODUCTION}\n{}\n\nSection 5. Claims\n\nNotice of a \
         claim must be given to the insurer without delay.\n",
        bullets.join("\n")
    );
    [
        ("exclusions.pdf", ITEMS, in_pages()),
        (
            "printed.txt",
            ITEMS,
            without_pages(|number| format!("{number}. ")),
        ),
        ("bullets.txt", ITEMS, without_pages(|_| "• ".into())),
        (
            "columns.txt",
            ITEMS,
            without_pages(|number| format!("{number}\t")),
        ),
        ("exclusions.docx", FEWER, docx(&blocks)),
        ("exclusions.txt", FEWER, text.into_bytes()),
    ]
}

fn values(response: &Value) -> Vec<&str> {
    let items = response["answer"]["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["value"].as_str().unwrap())
        .collect()
}

fn ask(scratch: &Scratch, question: &str, path: &str, further: &[&str]) -> Value {
    let mut arguments = vec!["ask", question, "--type", "list", "--doc", path];
    arguments.extend(further);
    let response = scratch.json(&arguments);
    assert_cited(scratch, &response);
    response
}

#[test]
fn a_list_of_six_pages_comes_back_whole() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, count, bytes) in documents() {
        let path = scratch.file(name, bytes);
        let response = ask(scratch, QUESTION, &path, &[]);
        assert_eq!(values(&response), items()[..count], "{name}");
        assert_eq!(response["answer"]["complete_answer_found"], true, "{name}");
    }
    scratch.assert_sound();
}

/// What is read at once is less than the list: the answer of one round says that something is
/// missing, and the next follows the list to its end.
#[test]
fn a_list_over_the_budget_is_followed_to_its_end_or_says_that_something_is_missing() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let shipped = include_str!("../../crates/evidence/policy/default.toml");
    let (read, rounds) = ("max_read_tokens = 6000", "max_rounds = 3 ");
    assert!(shipped.contains(read) && shipped.contains(rounds));
    let all = items();
    let path = scratch.file("exclusions.pdf", in_pages());
    for tokens in [250, 600, 1000] {
        let in_rounds = |count: u32| {
            let text = shipped
                .replace(read, &format!("max_read_tokens = {tokens}"))
                .replace(rounds, &format!("max_rounds = {count} "));
            let policy = scratch.file(&format!("{tokens}-{count}.toml"), text);
            ask(scratch, QUESTION, &path, &["--policy", &policy])
        };
        let first = in_rounds(1);
        let some = values(&first);
        assert!(some.len() > 1 && some.len() < ITEMS, "{tokens}: {some:?}");
        let is_item = |value: &&str| all.iter().any(|item| item == value);
        assert!(some.iter().all(is_item), "{tokens}: {some:?}");
        assert_eq!(first["answer"]["complete_answer_found"], false, "{tokens}");
        assert_eq!(first["context_completeness_strong"], "truncated");
        assert_ne!(first["decision"], "ship", "{tokens}");

        let last = in_rounds(2);
        assert_eq!(values(&last), all, "{tokens}");
        assert_eq!(last["answer"]["complete_answer_found"], true, "{tokens}");
        assert_ne!(last["context_completeness_strong"], "truncated");
        assert_eq!(last["decision"], "ship", "{tokens}");
    }
}

/// Rows of a Word table over passages: the first column is the list.
#[test]
fn the_labels_of_a_long_table_come_back_whole() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut rows = vec![vec!["Excluded peril".to_owned(), "Sublimit USD".to_owned()]];
    rows.extend(
        items()
            .into_iter()
            .take(FEWER)
            .zip(1..)
            .map(|(item, number)| vec![item, format!("{}", 1000 + number)]),
    );
    let blocks = [
        heading("Section 4. Exclusions"),
        paragraph(INTRODUCTION),
        table(&rows),
    ];
    let path = scratch.file("table.docx", docx(&blocks));
    let response = ask(scratch, QUESTION, &path, &[]);
    assert_eq!(values(&response), items()[..FEWER]);
    assert_eq!(response["answer"]["complete_answer_found"], true);
}
