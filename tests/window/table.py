"""Work in the views Table and Review: a table made, asked, looked at and corrected."""

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
TICK = """
const label = [...document.querySelectorAll('main:not([hidden]) .table-documents label')].find((one) => one.innerText.includes(arguments[0]));
label?.querySelector('input').click();
return Boolean(label);
"""


def work_in_tables(page, checks, picture):
    table(page, checks, picture)
    review(page, checks, picture)


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
    window.script(keys, TURN, "a")
    window.wait("the answer accepted", TEXT + ".includes('1 done now')", 30)
    checks.that("an answer is accepted by a key", True)
    picture("window-review.png")
    page.craft(checks, "Review")
