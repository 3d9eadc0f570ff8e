"""Documents are put into a collection, which is then asked, each document by itself; another one watches a folder."""

import shutil

from page import EVIDENCE, VIEW, squeeze
from webdriver import ENTER

NAME = "Water damage 2026"
WATCHING = "Incoming"
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
TOLD = f"return document.querySelector('{VIEW} .watched [role=status]')?.innerText.includes(arguments[0])"
HELD = f"return [...document.querySelectorAll('{VIEW} .collection-name')].some((one) => one.innerText.replace(/\\s+/g, ' ').trim() === arguments[0])"
LOOK = f"""
const row = [...document.querySelectorAll('{VIEW} .each li')].find((one) => one.innerText.includes(arguments[0]));
row?.querySelector('button').click();
return Boolean(row);
"""


def collections(page, checks, options, picture):
    gathered(page, checks, picture)
    asked(page, checks, options, picture)


def make(page, name):
    window = page.window
    page.go("Documents")
    page.press("New collection…")
    window.wait("the box for its name", NAMED, 20)
    window.type_here(name)
    window.press(ENTER)
    window.wait("the new collection", BAR + ".includes(arguments[0])", 20, name)


def gathered(page, checks, picture):
    window = page.window
    make(page, NAME)
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


def watched(page, checks, desktop, home, picture):
    """What comes into a watched folder comes into its collection, also what came during a pause, and what was there before."""
    window = page.window
    folder = home / "incoming"
    folder.mkdir()
    (folder / "offer.txt").write_text("The offer is EUR 730 and stands until 1 May 2026.\n")
    (folder / "talk.pptx").write_bytes(b"no document")
    make(page, WATCHING)
    page.press("Watch a folder…")
    desktop.choose("Watch a folder", folder)
    window.wait("the file that lay there", TOLD, 60, "1 file imported")
    checks.that("what lies in a folder that is watched comes into the collection", window.wait("it", HELD, 20, f"{WATCHING} 1"))
    told = window.wait("what is skipped", TOLD, 20, "1 skipped")
    checks.that("and what is no document is told", told)
    (folder / "second offer.txt").write_text("The offer is EUR 690.\n")
    window.wait("the file that came", TOLD, 60, "2 files imported")
    checks.that("what comes later is imported without being asked for", window.wait("it", HELD, 20, f"{WATCHING} 2"))
    everywhere = "return document.querySelector('nav section[aria-label=\"Watched folders\"]')?.innerText"
    words = squeeze(window.script(everywhere))
    checks.that("every view says that folders are watched", "Folders are watched for new files." in words, words)
    picture("window-watch.png")
    page.craft(checks, "Documents with a watched folder")

    page.press("Pause")
    window.wait("the pause", TOLD, 20, "Paused")
    (folder / "third offer.txt").write_text("The offer is EUR 655.\n")
    shutil.copyfile(home / "delivery note.txt", folder / "known.txt")
    page.press("Go on")
    held = window.wait("both in the collection", HELD, 60, f"{WATCHING} 4")
    checks.that("what came during a pause comes in, also what was in the list already", held)
    page.press("Stop watching")
    window.wait("the end of the watch", f"return document.querySelector('{VIEW} .watched') === null", 20)
    checks.that("a watch can be ended; what it brought stays", window.script(HELD, f"{WATCHING} 4"))
