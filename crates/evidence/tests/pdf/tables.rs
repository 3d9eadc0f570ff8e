//! Tables with and without rules, over pages, and what is none.

use super::*;

/// A grid of lines at these places.
fn grid(xs: &[i32], ys: &[i32]) -> String {
    let (left, right) = (xs[0], xs[xs.len() - 1]);
    let (top, bottom) = (ys[0], ys[ys.len() - 1]);
    let down = xs.iter().map(|x| stroke((*x, top), (*x, bottom)));
    let across = ys.iter().map(|y| stroke((left, *y), (right, *y)));
    down.chain(across).collect()
}

#[test]
fn a_grid_of_rules_is_a_table_whatever_stands_in_it() {
    // Cells of several lines, drawn cell by cell.
    let mut content = grid(&[20, 80, 180, 280], &[360, 340, 300, 260]);
    for (x, y, text) in [
        (24, 346, "Tier"),
        (84, 346, "Governance"),
        (184, 346, "Management"),
        (24, 326, "Tier 1"),
        (84, 326, "Risk is managed"),
        (84, 312, "ad hoc by all"),
        (184, 326, "No awareness"),
        (24, 286, "Tier 2"),
        (84, 286, "Approved"),
        (184, 286, "Some awareness"),
        (184, 272, "of suppliers"),
    ] {
        content.push_str(&show(x, y, text));
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        rows_of(&document),
        [[
            "Tier|Governance|Management",
            "Tier 1|Risk is managed ad hoc by all|No awareness",
            "Tier 2|Approved|Some awareness of suppliers",
        ]]
    );
    assert_eq!(document.tables[0].header_rows, 1);
}

#[test]
fn rules_between_columns_alone_leave_a_row_for_every_line() {
    let mut content = grid(&[20, 120, 200, 280], &[360, 340, 280]);
    for (y, row) in [
        (346, ["Item", "Price", "Pieces"]),
        (326, ["Tea", "3.50", "2"]),
        (310, ["Salt", "0.99", "10"]),
        (294, ["Oil", "7.25", "1"]),
    ] {
        for (x, text) in [24, 150, 240].into_iter().zip(row) {
            content.push_str(&show(x, y, text));
        }
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        rows_of(&document),
        [[
            "Item|Price|Pieces",
            "Tea|3.50|2",
            "Salt|0.99|10",
            "Oil|7.25|1"
        ]]
    );
}

#[test]
fn a_cell_over_several_rows_stands_in_the_first() {
    let mut content = grid(&[100, 200, 280], &[360, 340, 320, 300]);
    content.push_str(&stroke((20, 360), (20, 300)));
    for y in [360, 340, 300] {
        content.push_str(&stroke((20, y), (100, y)));
    }
    for (x, y, text) in [
        (24, 346, "Group"),
        (104, 346, "Name"),
        (204, 346, "Code"),
        (24, 316, "Protect"),
        (104, 326, "Training"),
        (204, 326, "PR.AT"),
        (104, 306, "Platform"),
        (204, 306, "PR.PS"),
    ] {
        content.push_str(&show(x, y, text));
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        rows_of(&document),
        [[
            "Group|Name|Code",
            "Protect|Training|PR.AT",
            "|Platform|PR.PS"
        ]]
    );
}

#[test]
fn a_ruled_table_goes_on_on_the_next_page() {
    let page = |names: [&str; 2], footer: &str| {
        let mut content = grid(&[20, 120, 280], &[360, 340, 320, 300]);
        for (y, row) in [
            (346, ["Name", "Duty"]),
            (326, [names[0], "Watch"]),
            (306, [names[1], "Report"]),
        ] {
            content.push_str(&show(24, y, row[0]));
            content.push_str(&show(124, y, row[1]));
        }
        content.push_str(&show(140, 20, footer));
        sheet(content)
    };
    let document = read_ok(&pdf(&[
        page(["Anna", "Boris"], "1"),
        page(["Clara", "Dora"], "2"),
    ]));
    assert_eq!(
        rows_of(&document),
        [[
            "Name|Duty",
            "Anna|Watch",
            "Boris|Report",
            "Clara|Watch",
            "Dora|Report"
        ]]
    );
}

#[test]
fn rows_without_rules_line_up_on_their_right() {
    let mut content = show(20, 380, "What was spent in the year, by kind:");
    let rows = [
        ("", "2020", "2019"),
        ("Rent", "12,000", "900"),
        ("Heating", "80", "1,150"),
        ("Water", "7", "(25)"),
    ];
    for (y, (label, a, b)) in (0..).map(|n| 350 - 16 * n).zip(rows) {
        content.push_str(&show(20, y, label));
        // Helvetica's digits are 556 wide, comma 278, brackets 333.
        let width = |text: &str| {
            text.chars()
                .map(|c| match c {
                    ',' => 278,
                    '(' | ')' => 333,
                    _ => 556,
                })
                .sum::<i32>()
                / 100
        };
        content.push_str(&show(200 - width(a), y, a));
        content.push_str(&show(270 - width(b), y, b));
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        rows_of(&document),
        [[
            "|2020|2019",
            "Rent|12,000|900",
            "Heating|80|1,150",
            "Water|7|(25)"
        ]]
    );
    assert_eq!(
        (
            document.tables[0].first_line,
            document.tables[0].header_rows
        ),
        (2, 1)
    );
}

#[test]
fn columns_of_text_frames_and_drawings_are_no_tables() {
    let mut columns = String::new();
    for n in 0..8 {
        columns.push_str(&show_in("F1", 8, 20, 300 - 12 * n, &format!("{LEFT} {n}")));
        columns.push_str(&show_in(
            "F1",
            8,
            160,
            300 - 12 * n,
            &format!("{RIGHT} {n}"),
        ));
    }
    let frame = format!(
        "20 200 260 150 re S\n{}{}",
        show(30, 330, "A box with words in it,"),
        show(30, 310, "and nothing else.")
    );
    let hatch: String = (0..200)
        .map(|n| stroke((20 + n, 100), (20 + n, 380)) + &stroke((20, 100 + n), (280, 100 + n)))
        .collect();
    for content in [columns, frame, hatch + &show(30, 390, "A pattern")] {
        assert_eq!(read_ok(&pdf(&[sheet(content)])).tables, []);
    }
}
