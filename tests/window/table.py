"""Work in the views Table and Review: a table made, asked, looked at, corrected and exported."""

import re
import zipfile

from page import VIEW, squeeze

TEXT = f"return document.querySelector('{VIEW}').innerText"
CELL = f'{VIEW} section[aria-label="Cell"]'
TURN = f"{VIEW} .turn"
# React listens for the event; the value alone is not a choice.
CHOOSE = """
const list = [...document.querySelectorAll('main:not([hidden]) select')].find((one) => one.labels[0]?.innerText.includes(arguments[0]));
const entry = [...(list?.options ?? [])].find((one) => one.innerText.startsWith(arguments[1]));
if (!entry) return false;
list.value = entry.value;
list.dispatchEvent(new Event('change', { bubbles: true }));
return true;
"""
EXPORT = CHOOSE.replace("one.labels[0]?.innerText", "(one.getAttribute('aria-label') ?? '')")
WRITTEN = "return document.querySelector('.passing')?.innerText.includes('xlsx')"
TICK = """
const label = [...document.querySelectorAll('main:not([hidden]) .table-documents label')].find((one) => one.innerText.includes(arguments[0]));
label?.querySelector('input').click();
return Boolean(label);
"""


def work_in_tables(page, checks, desktop, home, picture):
    table(page, checks, picture)
    review(page, checks, picture)
    words_as_value(page, checks, picture)
    exported(page, checks, desktop, home / "policies.xlsx")


def table(page, checks, picture):
    window = page.window
    page.go("Table")
    page.press("Make a table")
    window.wait("the document to tick", TICK, 20, "policy.pdf")
    window.wait("the set of questions", CHOOSE, 20, "Add a set", "Insurance policies")
    window.wait("its questions", "return document.querySelectorAll('main:not([hidden]) .question-row').length === 8", 20)
    page.press("Make the table")
    words = window.wait("what is to ask", TEXT.replace("return ", "const words = ") + "; return words.includes('8 cells to ask') ? words : null", 20)
    checks.that("a table says before it asks how long that takes", "about" in words, squeeze(words)[:160])
    page.press("Ask what is missing")
    window.wait("the first cell", "return document.querySelector('main:not([hidden]) .sheet-state .state-word')?.innerText", 120)
    checks.that("cells come in while others are asked", True)
    window.wait("every cell", TEXT + ".includes('Every cell has its answer.')", 600)
    open_cell = """
    const cell = [...document.querySelectorAll('main:not([hidden]) [role=gridcell]')].find((one) => one.innerText.includes('1482.50'));
    cell?.click();
    return Boolean(cell);
    """
    window.wait("the annual premium", open_cell, 20)
    boxed = window.wait("the evidence boxed", f"return document.querySelector('{CELL} .page-sheet img') && document.querySelector('{CELL} [role=img]')?.getAttribute('aria-label')", 30)
    checks.that("a cell opens beside its evidence", "Citation 1" in boxed, boxed)
    picture("window-table.png")
    page.craft(checks, "Table")


def review(page, checks, picture):
    window = page.window
    page.go("Review")
    # The queue is read anew with what is sure; then its first answer stays. A view that is still
    # being put together loses the tick, so it is set until it stays.
    sure = """
    const box = document.querySelector('main:not([hidden]) .review-option input');
    if (box && !box.checked) box.click();
    return document.querySelectorAll('main:not([hidden]) .queue-entry').length >= 8;
    """
    window.wait("the queue with what is sure", sure, 30)
    name = f"const box = document.querySelector('{TURN} .reviewer input'); box?.focus(); return Boolean(box)"
    window.wait("the box for a name", name, 30)
    window.type_here("Adaeze")
    keys = """
    document.activeElement.blur();
    const turn = document.querySelector(arguments[0]);
    turn.focus();
    turn.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[1], bubbles: true }));
    """
    # A key before the name is kept would be a review without one.
    window.script("document.activeElement.blur()")
    window.wait("the name kept", "return document.querySelector('.passing')?.innerText.includes('Adaeze')", 20)
    page.dismiss_word()
    window.script(keys, TURN, "a")
    window.wait("the answer accepted", TEXT + ".includes('1 done now')", 30)
    checks.that("an answer is accepted by a key", True)
    page.dismiss_word()
    picture("window-review.png")
    page.craft(checks, "Review")


# Selects words of a line on the drawn page, as a pointer would.
SELECT = """
const words = arguments[1];
const line = [...document.querySelectorAll(arguments[0] + ' .page-text [data-line]')].find((one) => one.textContent.includes(words));
if (!line) return false;
const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
const range = document.createRange();
const start = line.textContent.indexOf(words), end = start + words.length;
for (let node = walker.nextNode(), before = 0; node; node = walker.nextNode()) {
  const after = before + node.length;
  if (start >= before && start <= after) range.setStart(node, start - before);
  if (end >= before && end <= after) range.setEnd(node, end - before);
  before = after;
}
getSelection().removeAllRanges();
getSelection().addRange(range);
return getSelection().toString() !== '';
"""
# The passing word of the review before may still lie over the button, so it is not clicked by its place.
USE = """
const use = document.querySelector(arguments[0] + ' .selected-words button');
use?.click();
return use?.innerText === 'Use as value';
"""
FOOT = "return document.querySelector('main:not([hidden]) .sheet-foot')?.innerText"


def words_as_value(page, checks, picture):
    """The premium of the table is set by words on the page; the total follows, and names its cell."""
    window = page.window
    page.go("Table")
    open_cell = """
    const cell = [...document.querySelectorAll('main:not([hidden]) [role=gridcell]')].find((one) => one.innerText.includes('1482.50'));
    cell?.click();
    return Boolean(cell);
    """
    window.wait("the annual premium", open_cell, 20)
    foot = window.wait("what the premium adds up to", FOOT, 20)
    checks.that("a column of money is added up at the foot of the table", "USD 1482.50" in squeeze(foot), foot)
    window.wait("other words of the page selected", SELECT, 30, CELL, "annual premium")
    window.wait("the button that takes them", USE, 20, CELL)
    refused = window.wait("why these are no amount", f"return document.querySelector('{CELL} [role=alert]')?.innerText", 30)
    checks.that("words that hold no value of the type are refused in plain words", "no value of the type amount" in refused and "attest " not in refused, refused)
    window.wait("the amount selected", SELECT, 30, CELL, "1,482.50 USD")
    picture("window-select.png")
    window.wait("the button that takes them", USE, 20, CELL)
    said = window.wait("the correction recorded", f"return document.querySelector('{CELL} .review-said')?.innerText", 30)
    checks.that("words selected on the page are the value, cited to their line", "corrected it" in said and "1,482.50" in said and "line" in said, said)
    cell = "return [...document.querySelectorAll('main:not([hidden]) .split-list [role=gridcell]')].some((one) => one.innerText.includes('Corrected'))"
    checks.that("the table shows the correction", window.wait("the cell corrected", cell, 20))
    window.script("document.querySelector('main:not([hidden]) .sheet-foot .sheet-value').closest('[role=gridcell]').click()")
    total = window.wait("the cells of the total", "return document.querySelector('main:not([hidden]) section[aria-label=Total] .total-cells')?.innerText", 20)
    checks.that("a total lists the cells that make it", "policy.pdf" in total and "Corrected" in total, total)
    page.craft(checks, "Table with a total")


def exported(page, checks, desktop, path):
    """The workbook is opened at a sheet with a row a document, whose amounts are numbers; the other has a row an answer."""
    page.window.wait("the export", EXPORT, 20, "Export", "Spreadsheet")
    desktop.choose("Export the table", path)
    page.window.wait("the file", WRITTEN, 60)
    with zipfile.ZipFile(path) as book:
        names = re.findall(r'<sheet name="([^"]*)"', book.read("xl/workbook.xml").decode())
        answers, table = (book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2))
    checks.that("the workbook has its two sheets", names == ["Answers", "Table"], names)
    checks.that("an answer is a number in it", "<v>1482.5</v>" in table, table[:2000])
    checks.that("every place leads to its answer, and the columns have filters", "<hyperlink " in table and "<autoFilter " in table)
    rows = answers.count("<row ")
    checks.that("every answer has its row", rows > 8, rows)
