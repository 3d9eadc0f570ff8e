//! Paragraphs, runs and tables -> blocks.

use super::number::{Numbering, roman};
use super::property::{RunLook, Style, Styles, list_place, outline};
use crate::reader::block::{Block, BlockCell, BlockRow, Paragraph};
use crate::reader::build::PAGE_BREAK;
use crate::reader::office::xml::{Element, Node};
use std::collections::BTreeMap;

/// What was met and is not shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Characters of deleted text.
    pub(super) deleted: u64,
    /// Characters of hidden text.
    pub(super) hidden: u64,
    pub(super) pictures: u64,
    /// Embedded files.
    pub(super) embedded: u64,
    pub(super) unknown_numbers: u64,
}

/// Goes through a document once, from its first paragraph to its last:
/// numbers of lists and notes count on the way.
#[allow(clippy::struct_excessive_bools)] // independent facts of a place, not states
pub(super) struct Reader<'a> {
    styles: &'a Styles,
    numbering: Numbering,
    footnotes: &'a BTreeMap<String, Element>,
    endnotes: &'a BTreeMap<String, Element>,
    /// Word noted where its pages began; explicit breaks are among these.
    saved_pages: bool,
    pub(super) counts: Counts,
    /// For each section in order: whether it goes on on the same page.
    continuous: Vec<bool>,
    section: usize,
    /// A page has begun and nothing stands on it.
    page_begun: bool,
    break_due: bool,
    /// Open fields: whether their instruction is still running.
    fields: Vec<bool>,
    footnote_count: u32,
    endnote_count: u32,
    due_footnotes: Vec<(String, String)>,
    due_endnotes: Vec<(String, String)>,
    /// Text boxes of the paragraph being read.
    boxes: Vec<Block>,
    table_depth: u32,
    in_note: bool,
}

/// A paragraph while its runs are read.
#[derive(Default)]
struct Text {
    words: String,
    /// Characters that are bold, of all.
    bold: usize,
    all: usize,
    /// The size of most characters.
    sizes: BTreeMap<i64, usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        styles: &'a Styles,
        numbering: Numbering,
        footnotes: &'a BTreeMap<String, Element>,
        endnotes: &'a BTreeMap<String, Element>,
    ) -> Self {
        Self {
            styles,
            numbering,
            footnotes,
            endnotes,
            saved_pages: false,
            counts: Counts::default(),
            continuous: Vec::new(),
            section: 0,
            page_begun: true,
            break_due: false,
            fields: Vec::new(),
            footnote_count: 0,
            endnote_count: 0,
            due_footnotes: Vec::new(),
            due_endnotes: Vec::new(),
            boxes: Vec::new(),
            table_depth: 0,
            in_note: false,
        }
    }

    /// The body of the document.
    pub(super) fn body(&mut self, body: &Element) -> Vec<Block> {
        self.saved_pages = body.count("lastRenderedPageBreak") > 0;
        sections(body, &mut self.continuous);
        let blocks = self.blocks(body);
        self.counts.unknown_numbers = self.numbering.unknown;
        blocks
    }

    /// Headers or footers.
    pub(super) fn running(&mut self, parts: &[Element]) -> Vec<Block> {
        parts.iter().flat_map(|part| self.blocks(part)).collect()
    }

    /// The endnotes that were referred to.
    pub(super) fn endnotes(&mut self) -> Vec<Block> {
        let due = std::mem::take(&mut self.due_endnotes);
        let notes = self.endnotes;
        due.iter()
            .filter_map(|(label, id)| Some((label, notes.get(id)?)))
            .flat_map(|(label, note)| self.note(label, note))
            .collect()
    }

    fn footnotes(&mut self) -> Vec<Block> {
        let due = std::mem::take(&mut self.due_footnotes);
        let notes = self.footnotes;
        due.iter()
            .filter_map(|(label, id)| Some((label, notes.get(id)?)))
            .flat_map(|(label, note)| self.note(label, note))
            .collect()
    }

    fn note(&mut self, label: &str, note: &Element) -> Vec<Block> {
        let outer = std::mem::replace(&mut self.in_note, true);
        let mut blocks = self.blocks(note);
        self.in_note = outer;
        if let Some(Block::Paragraph(first)) = blocks.first_mut() {
            first.text = format!("{label} {}", first.text.trim_start());
        }
        blocks
    }

    fn blocks(&mut self, parent: &Element) -> Vec<Block> {
        let mut blocks = Vec::new();
        for child in parent.elements() {
            match child.name.as_str() {
                "p" => self.paragraph(child, &mut blocks),
                "tbl" => {
                    let table = self.table(child);
                    blocks.push(table);
                }
                "del" | "moveFrom" => self.counts.deleted += letters(child),
                "altChunk" => self.counts.embedded += 1,
                "AlternateContent" => {
                    if let Some(choice) = choice(child) {
                        blocks.extend(self.blocks(choice));
                    }
                }
                "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "smartTag" => {
                    blocks.extend(self.blocks(child));
                }
                _ => {}
            }
            if self.table_depth == 0 && !self.in_note {
                blocks.extend(self.footnotes());
            }
        }
        blocks
    }

    fn paragraph(&mut self, element: &Element, blocks: &mut Vec<Block>) {
        for instruction in &mut self.fields {
            // An instruction ends with its paragraph at the latest.
            *instruction = false;
        }
        let properties = element.child("pPr");
        let style_id = properties.and_then(|properties| properties.value("pStyle"));
        let style = self.styles.paragraph(style_id).clone();
        let mut text = Text::default();
        let breaks = properties.and_then(|properties| properties.switch("pageBreakBefore"));
        if breaks.or(style.page_break) == Some(true) || std::mem::take(&mut self.break_due) {
            self.break_page(&mut text, false);
        }
        self.inline(element, &style, &mut text);
        let mut place = properties.map(list_place).unwrap_or_default();
        place.list = place.list.or_else(|| style.list.list.clone());
        place.level = place.level.or(style.list.level);
        let label = self.numbering.next(&place);
        let level = outline(properties)
            .or(style.outline)
            .filter(|level| *level > 0);
        let look = text.look(&style);
        let body = text.words.trim_start_matches([PAGE_BREAK, ' ', '\n']);
        let head = text
            .words
            .get(..text.words.len() - body.len())
            .unwrap_or_default();
        let tight = label.is_some() && level.is_none();
        let indent = label
            .as_ref()
            .filter(|_| tight)
            .map_or(0, |label| label.level * 2);
        let written = match label {
            Some(label) if !body.trim().is_empty() => format!("{head}{} {body}", label.text),
            _ => text.words,
        };
        if !written.is_empty() {
            blocks.push(Block::Paragraph(Paragraph {
                text: written,
                level,
                tight,
                indent,
                verbatim: false,
                style: Some(look),
            }));
        }
        blocks.append(&mut self.boxes);
        if properties
            .and_then(|properties| properties.child("sectPr"))
            .is_some()
        {
            self.section += 1;
            let goes_on = self.continuous.get(self.section).copied().unwrap_or(true);
            self.break_due = !goes_on && !self.saved_pages;
        }
    }

    /// A page break. One that Word noted stands behind the explicit one that
    /// caused it, and is the same.
    fn break_page(&mut self, text: &mut Text, noted: bool) {
        if noted && self.page_begun {
            return;
        }
        text.words.push(PAGE_BREAK);
        self.page_begun = true;
    }

    fn inline(&mut self, parent: &Element, style: &Style, text: &mut Text) {
        for child in parent.elements() {
            match child.name.as_str() {
                "r" => self.run(child, style, text),
                "del" | "moveFrom" => self.counts.deleted += letters(child),
                "AlternateContent" => {
                    if let Some(choice) = choice(child) {
                        self.inline(choice, style, text);
                    }
                }
                // The reading aid above a word; properties.
                "rt" | "pPr" | "rPr" | "sdtPr" => {}
                "drawing" | "pict" | "object" => self.picture(child),
                _ => self.inline(child, style, text),
            }
        }
    }

    fn run(&mut self, run: &Element, style: &Style, text: &mut Text) {
        let properties = run.child("rPr");
        let named = properties
            .and_then(|properties| properties.value("rStyle"))
            .and_then(|id| self.styles.get(id))
            .map(|style| style.run)
            .unwrap_or_default();
        let look = RunLook::read(properties).or(named).or(style.run);
        let raised = properties.and_then(|p| p.value("vertAlign")) == Some("superscript");
        if raised && starts_with_digit(run) && text.words.ends_with(char::is_alphanumeric) {
            // 10 to the 6th, or a note to a figure: not 106.
            self.words("^", true, look, text);
        }
        for child in &run.children {
            if let Node::Element(child) = child {
                self.piece(child, style, look, text);
            }
        }
    }

    /// One piece of a run.
    fn piece(&mut self, piece: &Element, style: &Style, look: RunLook, text: &mut Text) {
        let shown = !self.fields.iter().any(|instruction| *instruction);
        match piece.name.as_str() {
            "t" => self.words(&piece.text(), shown, look, text),
            "tab" | "ptab" => self.words("\t", shown, look, text),
            "noBreakHyphen" => self.words("-", shown, look, text),
            "sym" => self.words(&symbol(piece), shown, look, text),
            "br" if piece.get("type") == Some("page") => self.break_page(text, false),
            "br" | "cr" => self.words("\n", shown, look, text),
            "lastRenderedPageBreak" => self.break_page(text, true),
            "fldChar" => self.field(piece, look, text),
            "footnoteReference" if !self.in_note => {
                if let Some(id) = piece.get("id") {
                    self.footnote_count += 1;
                    let label = format!("[{}]", self.footnote_count);
                    self.words(&label, true, look, text);
                    self.due_footnotes.push((label, id.to_owned()));
                }
            }
            "endnoteReference" if !self.in_note => {
                if let Some(id) = piece.get("id") {
                    self.endnote_count += 1;
                    let label = format!("[{}]", roman(self.endnote_count).to_ascii_lowercase());
                    self.words(&label, true, look, text);
                    self.due_endnotes.push((label, id.to_owned()));
                }
            }
            "delText" => self.counts.deleted += piece.text().chars().count() as u64,
            "drawing" | "pict" | "object" => self.picture(piece),
            "AlternateContent" => {
                if let Some(choice) = choice(piece) {
                    for child in choice.elements() {
                        self.piece(child, style, look, text);
                    }
                }
            }
            "ruby" => self.inline(piece, style, text),
            _ => {}
        }
    }

    fn words(&mut self, words: &str, shown: bool, look: RunLook, text: &mut Text) {
        if !shown {
            return;
        }
        let letters = words.chars().filter(|c| !c.is_whitespace()).count();
        if look.hidden == Some(true) {
            self.counts.hidden += letters as u64;
            return;
        }
        self.page_begun &= letters == 0;
        text.all += letters;
        let look = look.look();
        text.bold += if look.bold { letters } else { 0 };
        *text.sizes.entry((look.size * 2.0) as i64).or_default() += letters;
        // A form feed cannot stand in XML; one that does is no page break.
        text.words.push_str(&words.replace(PAGE_BREAK, " "));
    }

    fn field(&mut self, piece: &Element, look: RunLook, text: &mut Text) {
        match piece.get("fldCharType") {
            Some("begin") => {
                if let Some(form) = piece.child("ffData") {
                    self.words(&form_value(form), true, look, text);
                }
                self.fields.push(true);
            }
            Some("separate") => {
                if let Some(instruction) = self.fields.last_mut() {
                    *instruction = false;
                }
            }
            Some("end") => {
                self.fields.pop();
            }
            _ => {}
        }
    }

    /// The words of a text box follow the paragraph it hangs on.
    fn picture(&mut self, element: &Element) {
        let mut found = Vec::new();
        find_boxes(element, &mut found);
        if found.is_empty() {
            let is_picture = ["blip", "imagedata", "chart", "relIds", "OLEObject"]
                .iter()
                .any(|name| element.count(name) > 0);
            self.counts.pictures += u64::from(is_picture);
        }
        for content in found {
            let outer = std::mem::take(&mut self.boxes);
            let fields = std::mem::take(&mut self.fields);
            let blocks = self.blocks(content);
            self.fields = fields;
            self.boxes = outer;
            self.boxes.extend(blocks);
        }
    }

    fn table(&mut self, element: &Element) -> Block {
        self.table_depth += 1;
        let mut rows = Vec::new();
        self.rows(element, &mut rows);
        self.table_depth -= 1;
        Block::Table(rows)
    }

    fn rows(&mut self, parent: &Element, rows: &mut Vec<BlockRow>) {
        for child in parent.elements() {
            match child.name.as_str() {
                "tr" => {
                    let properties = child.child("trPr");
                    if properties.is_some_and(|properties| properties.child("del").is_some()) {
                        self.counts.deleted += letters(child);
                        continue;
                    }
                    let header = properties.and_then(|p| p.switch("tblHeader")) == Some(true);
                    let mut row = BlockRow {
                        cells: Vec::new(),
                        header,
                    };
                    let before = properties.and_then(|p| p.value("gridBefore"));
                    let before = before
                        .and_then(|span| span.parse().ok())
                        .filter(|span| *span > 0);
                    row.cells.extend(before.map(|span| BlockCell {
                        span,
                        ..BlockCell::default()
                    }));
                    self.cells(child, &mut row.cells);
                    rows.push(row);
                }
                "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" => self.rows(child, rows),
                _ => {}
            }
        }
    }

    fn cells(&mut self, parent: &Element, cells: &mut Vec<BlockCell>) {
        for child in parent.elements() {
            match child.name.as_str() {
                "tc" => {
                    let properties = child.child("tcPr");
                    let span = properties.and_then(|properties| properties.value("gridSpan"));
                    let merge = properties.and_then(|properties| properties.child("vMerge"));
                    cells.push(BlockCell {
                        blocks: self.blocks(child),
                        span: span.and_then(|span| span.parse().ok()).unwrap_or(1),
                        continues: merge.is_some_and(|merge| merge.get("val") != Some("restart")),
                    });
                }
                "sdt" | "sdtContent" | "customXml" => self.cells(child, cells),
                _ => {}
            }
        }
    }
}

impl Text {
    fn look(&self, style: &Style) -> crate::reader::heading::Style {
        let size = self.sizes.iter().max_by_key(|(_, count)| **count);
        let mut look = style.run.look();
        if let Some((size, _)) = size {
            look.size = *size as f64 / 2.0;
        }
        look.bold = self.all > 0 && self.bold == self.all;
        look
    }
}

/// Whether each section begins on the page of the one before it.
fn sections(element: &Element, continuous: &mut Vec<bool>) {
    for child in element.elements() {
        match child.name.as_str() {
            "sectPr" => {
                let kind = child.value("type").unwrap_or("nextPage");
                continuous.push(matches!(kind, "continuous" | "nextColumn"));
            }
            "p" | "pPr" | "sdt" | "sdtContent" => sections(child, continuous),
            _ => {}
        }
    }
}

/// Of alternatives for newer and older programs, the first.
fn choice(element: &Element) -> Option<&Element> {
    element
        .child("Choice")
        .or_else(|| element.child("Fallback"))
}

fn find_boxes<'e>(element: &'e Element, found: &mut Vec<&'e Element>) {
    for child in element.elements() {
        match child.name.as_str() {
            "txbxContent" => found.push(child),
            "AlternateContent" => {
                if let Some(choice) = choice(child) {
                    find_boxes(choice, found);
                }
            }
            _ => find_boxes(child, found),
        }
    }
}

/// Characters of text in an element, deleted or not.
fn letters(element: &Element) -> u64 {
    element
        .elements()
        .map(|child| match child.name.as_str() {
            "t" | "delText" => child.text().chars().count() as u64,
            _ => letters(child),
        })
        .sum()
}

/// A character of a symbol font: the marks that forms and formulas use, else
/// a bullet.
fn symbol(piece: &Element) -> String {
    let code = piece
        .get("char")
        .and_then(|code| u32::from_str_radix(code, 16).ok());
    let private = code.is_none_or(|code| code < 0x100 || (0xF000..=0xF0FF).contains(&code));
    if let Some(own) = code.filter(|_| !private).and_then(char::from_u32) {
        return own.to_string();
    }
    let wingdings = piece
        .get("font")
        .is_some_and(|font| font.starts_with("Wingdings"));
    let mark = match (wingdings, code.map(|code| code & 0xFF)) {
        (true, Some(0xFE | 0x78 | 0x53 | 0x54)) => '☒',
        (true, Some(0xA8 | 0x6F | 0x71 | 0xA3)) => '☐',
        (true, Some(0xFC | 0x50)) => '✓',
        (true, Some(0xFB | 0x4F)) => '✗',
        (false, Some(0xA3)) => '≤',
        (false, Some(0xB3)) => '≥',
        (false, Some(0xB1)) => '±',
        (false, Some(0xB0)) => '°',
        (false, Some(0xB4)) => '×',
        (false, Some(0x2D)) => '−',
        _ => '•',
    };
    mark.to_string()
}

fn starts_with_digit(run: &Element) -> bool {
    let text = run.child("t").map(Element::text);
    text.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()))
}

/// What a form field without a result of its own shows.
fn form_value(form: &Element) -> String {
    if let Some(field) = form.child("checkBox") {
        let checked = field.switch("checked").or_else(|| field.switch("default"));
        return if checked == Some(true) { "☒" } else { "☐" }.to_owned();
    }
    if let Some(list) = form.child("ddList") {
        let entries = list
            .elements()
            .filter(|element| element.name == "listEntry");
        let index = list
            .value("result")
            .and_then(|index| index.parse().ok())
            .unwrap_or(0);
        return entries
            .filter_map(|entry| entry.get("val"))
            .nth(index)
            .unwrap_or_default()
            .to_owned();
    }
    String::new()
}
