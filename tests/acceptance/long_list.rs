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

/// The first so many items, with their numbers.
fn numbered(count: usize) -> Vec<String> {
    let numbered = (1..).zip(items()).take(count);
    numbered
        .map(|(number, item)| format!("{number}. {item}"))
        .collect()
}

/// The lines of each page of a list of so many items, with heads and feet.
fn pages(count: usize) -> Vec<Vec<String>> {
    in_pages_of(&numbered(count))
}

/// The lines of each page of a list of such lines, with heads and feet.
fn in_pages_of(listed: &[String]) -> Vec<Vec<String>> {
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

/// A list of so many items in a PDF with heads and feet.
fn in_pages(count: usize) -> Vec<u8> {
    pdf(&pages(count))
}

/// The same as a text that has lost its pages, and has their heads and feet still.
fn without_pages(count: usize) -> Vec<u8> {
    let lines = pages(count).concat();
    format!("{}\n", lines.join("\n")).into_bytes()
}

/// As it was printed, with other signs before the items than numbers and points: what stands there.
fn printed(count: usize, before: impl Fn(usize) -> String) -> Vec<u8> {
    let items = (1..).zip(items()).take(count);
    let lines: Vec<String> = items
        .map(|(number, item)| format!("{}{item}", before(number)))
        .collect();
    format!("{}\n", in_pages_of(&lines).concat().join("\n")).into_bytes()
}

/// The list over six pages, and one that is shorter in a Word file and in plain text.
fn documents() -> [(&'static str, usize, Vec<u8>); 6] {
    let mut blocks = vec![heading("Section 4. Exclusions"), paragraph(INTRODUCTION)];
    blocks.extend(numbered(FEWER).iter().map(|line| paragraph(line)));
    blocks.push(heading("Section 5. Claims"));
    blocks.push(paragraph(
        "Notice of a claim must be given to the insurer without delay.",
    ));
    let items = items();
    let bullets = items.iter().take(FEWER);
    let bullets: Vec<String> = bullets.map(|item| format!("- {item}\n")).collect();
    let text = format!(
        "Commercial property policy\n\nSection 4. Exclusions\n\n{INTRODUCTION}\n{}\nSection 5. Claims\n\nNotice of a \
         claim must be given to the insurer without delay.\n",
        bullets.concat()
    );
    [
        ("exclusions.pdf", ITEMS, in_pages(ITEMS)),
        ("printed.txt", ITEMS, without_pages(ITEMS)),
        ("bullets.txt", ITEMS, printed(ITEMS, |_| "• ".into())),
        (
            "columns.txt",
            ITEMS,
            printed(ITEMS, |number| format!("{number}\t")),
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
/// missing, and the next adds to it until the list is whole.
#[test]
fn a_list_over_the_budget_grows_with_each_round_and_says_that_something_is_missing() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let shipped = include_str!("../../crates/evidence/policy/default.toml");
    let (read, rounds) = ("max_read_tokens = 6000", "max_rounds = 3 ");
    assert!(shipped.contains(read) && shipped.contains(rounds));
    let small = |count: u32| {
        let text = shipped
            .replace(read, "max_read_tokens = 2000")
            .replace(rounds, &format!("max_rounds = {count} "));
        scratch.file(&format!("{count}.toml"), text)
    };
    let path = scratch.file("exclusions.pdf", in_pages(ITEMS));
    let all = items();

    let first = ask(scratch, QUESTION, &path, &["--policy", &small(1)]);
    let some = values(&first);
    assert!(some.len() > 1 && some.len() < ITEMS, "{}", some.len());
    let is_item = |value: &&str| all.iter().any(|item| item == value);
    assert!(some.iter().all(is_item), "{some:?}");
    assert_eq!(first["answer"]["complete_answer_found"], false);
    assert_eq!(first["context_completeness_strong"], "truncated");
    assert_ne!(first["decision"], "ship");

    let last = ask(scratch, QUESTION, &path, &["--policy", &small(2)]);
    assert_eq!(values(&last), all);
    assert_eq!(last["answer"]["complete_answer_found"], true);
    assert_ne!(last["context_completeness_strong"], "truncated");
    assert_eq!(last["decision"], "ship");
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
