"""Documents are put into a collection, which is then asked: each document by itself."""

from page import EVIDENCE, VIEW, squeeze
from webdriver import ENTER

NAME = "Water damage 2026"
TEXT = f"return document.querySelector('{VIEW}').innerText"
BAR = f"return document.querySelector('{VIEW} .collection-bar')?.innerText ?? ''"
NAMED = "const box = document.querySelector('.collection-naming input'); box?.focus(); return Boolean(box)"
TICK = """
const entry = [...document.querySelectorAll('[role=menuitemcheckbox]')].find((one) => one.innerText.includes(arguments[0]));
entry?.click();
return Boolean(entry);
"""
OPEN_MENU = f"return document.querySelector('{VIEW} .document-head .collect-button')"
CLOSED = "return document.querySelector('[role=menu]') === null"
ROWS = f"""
const rows = [...document.querySelectorAll('{VIEW} .each li')].map((one) => one.innerText);
const open = document.querySelector('{VIEW} .each progress');
return rows.length > 0 && open === null ? rows : null;
"""
LOOK = f"""
const row = [...document.querySelectorAll('{VIEW} .each li')].find((one) => one.innerText.includes(arguments[0]));
row?.querySelector('button').click();
return Boolean(row);
"""


def collections(page, checks, options, picture):
    gathered(page, checks, picture)
    asked(page, checks, options, picture)


def gathered(page, checks, picture):
    window = page.window
    page.go("Documents")
    page.press("New collection…")
    window.wait("the box for its name", NAMED, 20)
    window.type_here(NAME)
    window.press(ENTER)
    window.wait("the new collection", BAR + ".includes(arguments[0])", 20, NAME)
    page.press_beginning("All documents")
    for title in ("policy.pdf", "delivery note.txt"):
        page.open_row(title)
        button = window.wait("the collections of the document", OPEN_MENU, 20)
        window.click(next(iter(button.values())))
        window.wait("the tick of the collection", TICK, 20, NAME)
        window.wait("word of it", "return document.querySelector('.passing')?.innerText.includes(arguments[0])", 20, f"Put into {NAME}.")
        window.script("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
        window.wait("the menu closed", CLOSED, 20)
        page.dismiss_word()
    page.press_beginning(NAME)
    bar = squeeze(window.wait("the collection's acts", BAR.replace("return ", "const words = ") + "; return words.includes('Ask this collection') ? words : null", 20))
    checks.that("documents are put into a collection", f"{NAME} 2" in bar, bar)
    picture("window-collections.png")
    page.craft(checks, "Documents with a collection")


def asked(page, checks, options, picture):
    window = page.window
    page.press("Ask this collection")
    window.wait("the view Ask", f"return document.querySelector('{VIEW}')?.getAttribute('aria-label') === 'Ask'", 10)
    page.fill_question(options.question)
    window.wait("each document", f"return document.querySelector('{VIEW} .how input').checked", 30)
    page.press("Ask")
    rows = [squeeze(row) for row in window.wait("what each document says", ROWS, options.seconds)]
    premium = [row for row in rows if "1482.50" in row.replace(",", "")]
    checks.that("each document of a collection is asked, and gives its row", len(rows) == 2 and len(premium) == 1, rows)
    window.wait("the row of the policy", LOOK, 20, "policy.pdf")
    window.wait("its evidence boxed", f"return document.querySelector('{EVIDENCE} .page-sheet img')?.complete && document.querySelector('{EVIDENCE} .frame')", 30)
    checks.that("a row shows where its value stands", True)
    picture("window-each.png")
    page.press("Open it in Table")
    window.wait("the table that it is kept as", TEXT + ".includes('Every cell has its answer.')", 30)
    checks.that("the answer is kept as a table", True)
