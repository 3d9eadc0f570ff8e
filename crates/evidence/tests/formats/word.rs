use crate::package::docx;
use crate::{cells, lines, read_ok, sections};
use evidence::MediaType;

/// A paragraph of a style, its runs given.
fn paragraph(properties: &str, runs: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>")
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn plain(text: &str) -> String {
    paragraph("", &run(text))
}

fn style(name: &str) -> String {
    format!("<w:pStyle w:val=\"{name}\"/>")
}

const STYLES: &str = "<w:styles>\
    <w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"N\"><w:name w:val=\"Normal\"/></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"H1\"><w:name w:val=\"heading 1\"/><w:basedOn w:val=\"N\"/>\
      <w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr><w:outlineLvl w:val=\"0\"/></w:pPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"H2\"><w:name w:val=\"heading 2\"/><w:basedOn w:val=\"H1\"/>\
      <w:pPr><w:numPr><w:ilvl w:val=\"1\"/></w:numPr><w:outlineLvl w:val=\"1\"/></w:pPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"T\"><w:name w:val=\"Title\"/></w:style>\
    <w:style w:type=\"character\" w:styleId=\"Hid\"><w:rPr><w:vanish/></w:rPr></w:style>\
    </w:styles>";

const NUMBERING: &str = "<w:numbering>\
    <w:abstractNum w:abstractNumId=\"0\">\
      <w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"lowerLetter\"/><w:lvlText w:val=\"(%1)\"/></w:lvl>\
      <w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"x\"/></w:lvl>\
    </w:abstractNum>\
    <w:abstractNum w:abstractNumId=\"1\">\
      <w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"upperRoman\"/><w:lvlText w:val=\"Article %1.\"/></w:lvl>\
      <w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:isLgl/><w:lvlText w:val=\"%1.%2\"/></w:lvl>\
    </w:abstractNum>\
    <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>\
    <w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>\
    <w:num w:numId=\"3\"><w:abstractNumId w:val=\"0\"/>\
      <w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"3\"/></w:lvlOverride></w:num>\
    </w:numbering>";

fn item(list: u32, level: u32, text: &str) -> String {
    let place =
        format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>");
    paragraph(&place, &run(text))
}

#[test]
fn headings_are_sections_and_their_numbers_are_restored() {
    let body = [
        paragraph(&style("T"), &run("Lease")),
        paragraph(&style("H1"), &run("Rent")),
        paragraph(&style("H2"), &run("Amount")),
        plain("The rent is 12 EUR."),
        paragraph(&style("H2"), &run("Due date")),
        paragraph(&style("H1"), &run("Term")),
        paragraph("<w:outlineLvl w:val=\"1\"/>", &run("By its own level")),
        paragraph(
            &format!("{}<w:numPr><w:numId w:val=\"0\"/></w:numPr>", style("H2")),
            &run("Free"),
        ),
    ]
    .concat();
    let document = read_ok(
        "a.docx",
        docx(&body, &[("styles", STYLES), ("numbering", NUMBERING)]),
    );
    assert_eq!(document.media_type, MediaType::Docx);
    assert_eq!(
        lines(&document),
        [
            "Lease",
            "/",
            "Article I. Rent",
            "/",
            "1.1 Amount",
            "/",
            "The rent is 12 EUR.",
            "/",
            "1.2 Due date",
            "/",
            "Article II. Term",
            "/",
            "By its own level",
            "/",
            "Free"
        ]
    );
    assert_eq!(
        sections(&document),
        [
            ("Lease", 1, 1, 2),
            ("Article I. Rent", 1, 3, 10),
            ("1.1 Amount", 2, 5, 8),
            ("1.2 Due date", 2, 9, 10),
            ("Article II. Term", 1, 11, 15),
            ("By its own level", 2, 13, 14),
            ("Free", 2, 15, 15),
        ]
    );
    assert_eq!(document.warnings, [""; 0]);
}

#[test]
fn lists_count_on_restart_and_stand_close() {
    let body = [
        item(1, 0, "one"),
        item(1, 1, "deep"),
        item(1, 0, "two"),
        plain("between"),
        item(3, 0, "from three"),
        item(3, 0, "four"),
    ]
    .concat();
    let document = read_ok("a.docx", docx(&body, &[("numbering", NUMBERING)]));
    assert_eq!(
        lines(&document),
        [
            "(a) one",
            "  • deep",
            "(b) two",
            "/",
            "between",
            "/",
            "(c) from three",
            "(d) four"
        ]
    );
}

#[test]
fn changes_are_read_as_accepted_and_what_is_not_shown_is_told() {
    let body = format!(
        "<w:p>{}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>{}</w:ins>\
         <w:moveFrom>{}</w:moveFrom>\
         <w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r>\
         <w:r><w:rPr><w:rStyle w:val=\"Hid\"/></w:rPr><w:t>too</w:t></w:r>\
         <w:r><w:drawing><a:blip/></w:drawing></w:r></w:p>\
         <w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>DATE</w:instrText></w:r>\
         <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>{}<w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>",
        run("kept "),
        run("added"),
        run("moved"),
        run("3 May 2020")
    );
    let comments = "<w:comments><w:comment><w:p/></w:comment><w:comment/></w:comments>";
    let document = read_ok(
        "a.docx",
        docx(&body, &[("styles", STYLES), ("comments", comments)]),
    );
    assert_eq!(lines(&document), ["kept added", "/", "3 May 2020"]);
    assert_eq!(
        document.warnings,
        [
            "9 character(s) of deleted text (tracked changes) were left out; insertions were read as accepted.",
            "9 character(s) of hidden text were left out.",
            "2 comment(s) were left out.",
            "1 picture(s) or embedded object(s) were not read.",
        ]
    );
}

fn cell(properties: &str, content: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>")
}

fn table(rows: &[&[String]]) -> String {
    let rows: String = rows
        .iter()
        .map(|row| format!("<w:tr>{}</w:tr>", row.concat()))
        .collect();
    format!("<w:tbl>{rows}</w:tbl>")
}

#[test]
fn tables_are_rows_of_cells_with_merged_ones_filled() {
    let text = |text: &str| cell("", &plain(text));
    let span = "<w:gridSpan w:val=\"2\"/>";
    let body = [
        plain("Before"),
        table(&[
            &[text("Region"), cell(span, &plain("Sales"))],
            &[text(""), text("2019"), text("2020")],
            &[
                cell("<w:vMerge w:val=\"restart\"/>", &plain("North")),
                text("10"),
                text("11 | 12"),
            ],
            &[cell("<w:vMerge/>", "<w:p/>"), text("20"), text("")],
            &[cell(span, &plain("Total")), text("30")],
        ]),
        plain("Behind"),
    ]
    .concat();
    let document = read_ok("a.docx", docx(&body, &[]));
    assert_eq!(
        lines(&document),
        [
            "Before",
            "/",
            "Region | Sales",
            "| 2019 | 2020",
            "North | 10 | 11 | 12",
            "| 20",
            "Total | | 30",
            "/",
            "Behind"
        ]
    );
    let table = document.tables.first().unwrap();
    assert_eq!(
        (table.first_line, table.last_line, table.header_rows),
        (3, 7, 2)
    );
    assert_eq!(
        cells(table),
        [
            ["Region", "Sales", ""],
            ["", "2019", "2020"],
            ["North", "10", "11 | 12"],
            ["North", "20", ""],
            ["Total", "", "30"],
        ]
    );
}

#[test]
fn a_row_marked_as_heading_has_its_merged_words_in_every_column() {
    let row = format!(
        "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>{}{}</w:tr><w:tr>{}{}{}</w:tr></w:tbl>",
        cell("", &plain("Name")),
        cell("<w:gridSpan w:val=\"2\"/>", &plain("Price")),
        cell("", &plain("Tea")),
        cell("", &plain("1")),
        cell("", &plain("EUR"))
    );
    let document = read_ok("a.docx", docx(&row, &[]));
    let table = document.tables.first().unwrap();
    assert_eq!(table.header_rows, 1);
    assert_eq!(
        cells(table),
        [["Name", "Price", "Price"], ["Tea", "1", "EUR"]]
    );
}

#[test]
fn long_cells_are_written_one_after_the_other() {
    let long = "A sentence of some length stands here. ".repeat(4);
    let content = plain(&long) + &plain("Second paragraph.") + &plain(&long);
    let body = table(&[
        &[cell("", &plain("Clause")), cell("", &content)],
        &[cell("", &plain("b")), cell("", &plain("c"))],
    ]);
    let document = read_ok("a.docx", docx(&body, &[]));
    let table = document.tables.first().unwrap();
    let first = table.rows.first().unwrap();
    let (left, right) = (first.first().unwrap(), first.get(1).unwrap());
    assert_eq!((left.line_start, left.line_end), (1, 1));
    assert_eq!(right.line_start, 2);
    assert!(right.line_end > 4 && right.text.contains("Second paragraph."));
}

#[test]
fn a_table_that_holds_tables_is_layout() {
    let inner = table(&[
        &[cell("", &plain("a")), cell("", &plain("1"))],
        &[cell("", &plain("b")), cell("", &plain("2"))],
    ]);
    let body = table(&[&[cell("", &plain("Left")), cell("", &(inner + &plain("")))]]);
    let document = read_ok("a.docx", docx(&body, &[]));
    assert_eq!(lines(&document), ["Left", "/", "a | 1", "b | 2"]);
    assert_eq!(document.tables.len(), 1);
}

#[test]
fn notes_stand_behind_what_refers_to_them_and_running_heads_once() {
    let body = format!(
        "<w:p>{}<w:r><w:footnoteReference w:id=\"7\"/></w:r>{}<w:r><w:endnoteReference w:id=\"2\"/></w:r></w:p>{}\
         <w:sectPr><w:headerReference w:type=\"default\" r:id=\"header1\"/>\
         <w:headerReference w:type=\"first\" r:id=\"header2\"/>\
         <w:footerReference r:id=\"footer1\"/></w:sectPr>",
        run("The fee is 100"),
        run(" EUR"),
        plain("Next.")
    );
    let footnotes = format!(
        "<w:footnotes><w:footnote w:type=\"separator\" w:id=\"0\"><w:p/></w:footnote>\
         <w:footnote w:id=\"7\"><w:p><w:r><w:footnoteRef/></w:r>{}</w:p></w:footnote></w:footnotes>",
        run(" Net of tax.")
    );
    let endnotes = format!(
        "<w:endnotes><w:endnote w:id=\"2\">{}</w:endnote></w:endnotes>",
        plain("See annex.")
    );
    let header = format!("<w:hdr>{}</w:hdr>", plain("ACME"));
    let footer = format!("<w:ftr>{}</w:ftr>", plain("Confidential"));
    let parts = [
        ("footnotes", footnotes.as_str()),
        ("endnotes", endnotes.as_str()),
        ("header1", header.as_str()),
        ("header2", header.as_str()),
        ("footer1", footer.as_str()),
    ];
    let document = read_ok("a.docx", docx(&body, &parts));
    assert_eq!(
        lines(&document),
        [
            "ACME",
            "/",
            "The fee is 100[1] EUR[i]",
            "/",
            "[1] Net of tax.",
            "/",
            "Next.",
            "/",
            "[i] See annex.",
            "/",
            "Confidential"
        ]
    );
}

#[test]
fn pages_are_those_that_word_saw_or_explicit_breaks() {
    let page = "<w:r><w:br w:type=\"page\"/></w:r>";
    let saw = "<w:r><w:lastRenderedPageBreak/><w:t>third</w:t></w:r>";
    let pages = |body: &str| {
        let document = read_ok("a.docx", docx(body, &[]));
        let pages = document.lines.iter().filter(|line| !line.text.is_empty());
        pages
            .map(|line| (line.page, line.text.clone()))
            .collect::<Vec<_>>()
    };
    let expected =
        [(1, "first"), (2, "second"), (3, "third")].map(|(page, text)| (page, text.to_owned()));
    let explicit = plain("first")
        + &paragraph("", page)
        + &plain("second")
        + &paragraph("<w:pageBreakBefore/>", &run("third"));
    assert_eq!(pages(&explicit), expected);
    let noted = plain("first")
        + &paragraph(
            "",
            &format!("{page}<w:r><w:lastRenderedPageBreak/><w:t>second</w:t></w:r>"),
        )
        + &paragraph("", saw);
    assert_eq!(pages(&noted), expected);
    let sections = plain("first")
        + &paragraph("<w:sectPr><w:type w:val=\"continuous\"/></w:sectPr>", "")
        + &plain("second")
        + "<w:sectPr/>";
    assert_eq!(
        pages(&sections),
        [(1, "first".to_owned()), (2, "second".to_owned())]
    );
}

#[test]
fn text_boxes_forms_and_line_breaks_are_read() {
    let body = format!(
        "<w:p>{}<w:r><w:br/><w:t>below</w:t><w:tab/><w:t>right</w:t></w:r>\
         <w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>{}</w:txbxContent></w:drawing></mc:Choice>\
         <mc:Fallback><w:pict><w:txbxContent>{}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>\
         <w:p><w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>\
         <w:r><w:fldChar w:fldCharType=\"end\"/></w:r>{}</w:p>",
        run("above"),
        plain("in the box"),
        plain("in the box"),
        run(" Yes")
    );
    let document = read_ok("a.docx", docx(&body, &[]));
    assert_eq!(
        lines(&document),
        ["above", "below  right", "/", "in the box", "/", "☒ Yes"]
    );
}

#[test]
fn long_paragraphs_are_wrapped_and_superscripts_kept_apart() {
    let text = "The tenant pays the rent in advance. ".repeat(6);
    let power = "<w:p><w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>6</w:t></w:r></w:p>";
    let document = read_ok("a.docx", docx(&(plain(&text) + power), &[]));
    let lines = lines(&document);
    assert_eq!(
        lines.first(),
        Some(&"The tenant pays the rent in advance. The tenant pays the rent in advance.")
    );
    assert_eq!((lines.len(), lines.last()), (5, Some(&"10^6")));
}

#[test]
fn a_document_without_heading_styles_has_headings_by_their_look() {
    let bold = |text: &str| format!("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r></w:p>");
    let prose = plain("Some words that say what the parties have agreed upon here.");
    let body = bold("Governing Law") + &prose.repeat(6) + &bold("Notices") + &prose.repeat(6);
    let document = read_ok("a.docx", docx(&body, &[]));
    let titles: Vec<&str> = sections(&document)
        .iter()
        .map(|section| section.0)
        .collect();
    assert_eq!(titles, ["Governing Law", "Notices"]);
}
