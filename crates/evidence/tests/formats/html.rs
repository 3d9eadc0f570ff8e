use crate::{cells, lines, read_ok, sections};
use evidence::MediaType;

#[test]
fn blocks_are_lines_and_headings_sections() {
    let page = "<!DOCTYPE html><title>Prices</title><body><h1>Prices &amp; fees</h1>\
        <p>Some <b>bold</b>\n text<br>second&nbsp;line<p>Unclosed<h3>Deep</h3><hr>\
        <ul><li>one<li>two <i>more</i><ol type=i start=4><li>x<li>y</ol></ul>\
        <dl><dt>Term<dd>Meaning</dl><pre>\n  keep   this\n\tcolumn</pre>End";
    let document = read_ok("a.html", page);
    assert_eq!(document.media_type, MediaType::Html);
    assert_eq!(
        lines(&document),
        [
            "Prices",
            "/",
            "Prices & fees",
            "/",
            "Some bold text",
            "second line",
            "/",
            "Unclosed",
            "/",
            "Deep",
            "/",
            "• one",
            "• two more",
            "  iv. x",
            "  v. y",
            "Term",
            "Meaning",
            "/",
            "  keep   this",
            "  column",
            "/",
            "End"
        ]
    );
    assert_eq!(
        sections(&document),
        [("Prices & fees", 1, 3, 22), ("Deep", 3, 10, 22)]
    );
}

#[test]
fn what_is_hidden_or_no_text_is_left_out_and_told() {
    let page = "<html><style>p{color:red}</style><script>if (a<b) write('<p>no</p>')</script>\
        <p>Seen <span style='Display : NONE'>se<b>cr</b>et</span>words\
        <div hidden><div>gone</div>too</div><p style='display:none'>off<p>on \
        <img src=x><img width=1 height=1><iframe src=y>no</iframe><template>no</template>\
        <select><option>a<option selected>b</select> <input type=checkbox checked> <input value=typed><input type=hidden value=no>";
    let document = read_ok("a.html", page);
    assert_eq!(lines(&document), ["Seen words", "/", "on b ☒ typed"]);
    assert_eq!(
        document.warnings,
        [
            "16 character(s) of hidden text were left out.",
            "1 picture(s) were not read.",
            "1 embedded frame(s) or object(s) were not read."
        ]
    );
}

#[test]
fn tables_with_spans_are_rows_of_cells() {
    let page = "<html><table><caption>Tariff</caption><thead><tr><th>Item<th colspan=2>Price</thead>\
        <tr><td rowspan=2>Tea<td>1.50<td>EUR<tr><td>2.00<td>USD<tr><td>m<sup>2</sup><td>3<sup>1</sup></table>";
    let document = read_ok("a.html", page);
    assert_eq!(
        lines(&document),
        [
            "Tariff",
            "/",
            "Item | Price",
            "Tea | 1.50 | EUR",
            "| 2.00 | USD",
            "m^2 | 3^1"
        ]
    );
    let table = document.tables.first().unwrap();
    assert_eq!(table.header_rows, 1);
    assert_eq!(
        cells(table),
        [
            ["Item", "Price", "Price"],
            ["Tea", "1.50", "EUR"],
            ["Tea", "2.00", "USD"],
            ["m^2", "3^1", ""]
        ]
    );
}

#[test]
fn layout_tables_are_read_cell_by_cell() {
    let page = "<html><table><tr><td><p>Menu</p></td><td><h2>News</h2><p>Text</p>\
        <table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></td></tr></table>";
    let document = read_ok("a.html", page);
    assert_eq!(
        lines(&document),
        ["Menu", "/", "News", "/", "Text", "/", "a | 1", "b | 2"]
    );
    assert_eq!(document.tables.len(), 1);
}

#[test]
fn encodings_are_declared_or_guessed() {
    let cases: &[(&[u8], &str)] = &[
        (b"<html><meta charset=iso-8859-15><p>\xA4 5", "€ 5"),
        (
            b"<?xml version='1.0' encoding='windows-1251'?><html><p>\xC4\xE0",
            "Да",
        ),
        (
            b"<html><meta http-equiv=Content-Type content='text/html; charset=utf-8'><p>\xC3\xA9",
            "é",
        ),
        (b"\xFF\xFE<\0h\0t\0m\0l\0>\0\xE9\0", "é"),
        (b"<html><p>\x93x\x94", "“x”"),
    ];
    for (bytes, text) in cases {
        assert_eq!(lines(&read_ok("a.html", bytes)), [*text]);
    }
}
