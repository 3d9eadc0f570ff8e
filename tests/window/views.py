"""Work in the views beside Ask: Documents, Answer types, Models, Audit, Settings."""

from page import VIEW, squeeze

TEXT = f"return document.querySelector('{VIEW}').innerText"


def work_in_views(page, checks, desktop, picture):
    documents(page, checks, desktop, picture)
    keeping(page, checks, picture)
    contracts(page, checks, picture)
    models(page, checks, picture)
    audit(page, checks, picture)
    settings(page, checks, picture)


def documents(page, checks, desktop, picture):
    window = page.window
    page.go("Documents")
    page.open_row("policy.pdf")
    window.wait("the page in the reading pane", "return document.querySelector('main:not([hidden]) .page-sheet img')", 30)
    checks.that("a document of the list is read page by page", True)
    outline = window.script(TEXT)
    checks.that("its headings are an outline", "Schedule of coverages" in outline)
    picture("window-documents.png")
    page.craft(checks, "Documents")

    page.open_row("second.txt")
    page.press("Remove")
    page.row_is_gone("second.txt")
    page.press_beginning("Undo")
    page.open_row("second.txt")
    checks.that("a removed document comes back by undo", True)
    page.dismiss_word()
    page.press("About")
    page.press("Erase…")
    # The program asks once more in a dialog of its own, which no page can answer.
    page.press("Erase for good")
    desktop.dismiss("Erase a document")
    still = "second.txt" in page.body()
    checks.that("a document is not erased where the native question is not answered with yes", still)
    page.press("Erase…")
    page.press("Erase for good")
    desktop.accept("Erase a document")
    page.row_is_gone("second.txt")
    page.dismiss_word()


def keeping(page, checks, picture):
    """What is kept for how long: a period is set, and nothing is erased by it."""
    window = page.window
    page.go("Documents")
    page.press("Keep and erase…")
    unit = """
    const field = [...document.querySelectorAll('main:not([hidden]) .period')].find((one) => one.innerText.includes('Answers'));
    const list = field?.querySelector('select');
    if (!list) return false;
    list.value = 'y';
    list.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
    """
    window.wait("the period of answers", unit, 30)
    number = """
    const field = [...document.querySelectorAll('main:not([hidden]) .period')].find((one) => one.innerText.includes('Answers'));
    const box = field.querySelector('input:not([hidden])');
    box?.focus();
    box?.select();
    return Boolean(box);
    """
    window.wait("the box for its number", number, 20)
    window.type_here("10")
    page.press("Set the periods")
    window.wait("the periods set", "return document.querySelector('.passing')?.innerText.includes('Nothing was erased')", 30)
    there = f"return document.querySelector('{VIEW} .keeping-panel')?.innerText"
    words = squeeze(window.wait("what is kept", there, 30))
    checks.that("a period is set, and nothing is past it", "Nothing is past its period." in words, words)
    picture("window-keeping.png")
    page.craft(checks, "Documents with what is kept")
    page.dismiss_word()
    page.press("Close")
    window.wait("the panel closed", f"return document.querySelector('{VIEW} .keeping-panel') === null", 20)


def contracts(page, checks, picture):
    window = page.window
    page.go("Answer types")
    page.press("Invoice line")
    gbnf = window.wait("the grammar", "const words = document.querySelector('.grammar-side .cm-content')?.innerText; return words?.includes('::=') ? words : null", 20)
    checks.that("a schema is compiled to a grammar as it stands", "root ::=" in gbnf, gbnf[:80])
    checks.that("the report counts what is enforced", "nforced" in window.script(TEXT))
    window.click(window.find('main:not([hidden]) .cm-content[aria-label="Value to try"]'))
    window.type_here('{"article": "Flour", "quantity": 0')
    verdict = window.wait("the verdict on a value", "const words = document.querySelector('main:not([hidden]) .tester-verdict')?.innerText ?? ''; return words && !words.includes('Checking') ? words : null", 20)
    checks.that("a value that leaves the grammar is told where", "olumn" in verdict or "Not JSON" in verdict, verdict)
    picture("window-contracts.png")
    page.craft(checks, "Answer types")
    page.press("Save as a new type")
    window.wait("the type saved", TEXT.replace("return ", "return !") + ".includes('Not saved')", 20)
    page.dismiss_word()


def models(page, checks, picture):
    page.go("Models")
    words = page.window.wait("the models", TEXT.replace("return ", "const words = ") + "; return words.includes('Fits this machine') && !words.includes('Estimating') ? words : null", 20)
    checks.that("the default model and its fit are told", "smollm2" in words, words[:80])
    page.press("Check the file")
    page.window.wait("the check", TEXT + ".includes('SHA-256 are right')", 60)
    checks.that("a model's file is checked", True)
    page.press("Measure the speed")
    page.window.wait("the measurement under way", "return document.querySelector('main:not([hidden]) .trials progress')", 20)
    measured = page.window.wait("the speed", "return document.querySelector('main:not([hidden]) .bench')?.innerText", 120)
    checks.that("a model is measured", "Reading" in measured and "Writing" in measured, measured)
    picture("window-models.png")
    page.craft(checks, "Models")


def audit(page, checks, picture):
    window = page.window
    page.go("Audit")
    window.wait("the records", TEXT + ".includes('What is the annual premium?')", 20)
    page.press("Verify now")
    verdict = squeeze(window.wait("the verdict", "return document.querySelector('main:not([hidden]) .verdict')?.innerText", 60))
    checks.that("the audit trail is verified", "ntact" in verdict, verdict)
    page.open_row("premium")
    detail = window.wait("the record in full", "const words = document.querySelector('main:not([hidden]) .record-pane')?.innerText ?? ''; return words.includes('hash') ? words : null", 20)
    checks.that("a record is shown in full with its place in the chain", "chain" in detail.lower(), detail[:120])
    picture("window-audit.png")
    page.craft(checks, "Audit")
    page.press("Give the answer again")
    again = "return document.querySelector('main:not([hidden]) [aria-label=\"The answer given again\"]')?.innerText"
    words = squeeze(window.wait("the answer given again", again, 300))
    checks.that("the answer given again is the same to the byte", words.startswith("The same answer, to the byte"), words)
    window.script("document.querySelector('main:not([hidden]) .replay').scrollIntoView({ block: 'nearest' })")
    picture("window-replay.png")
    page.craft(checks, "Audit with an answer given again")


def settings(page, checks, picture):
    window = page.window
    page.go("Settings")
    window.wait("the settings", f"return document.querySelector('{VIEW} .data-directory')", 20)
    words = window.script(TEXT)
    checks.that("where ATTEST_HOME says where data lies, the window says so", "ATTEST_HOME sets this directory" in words, words)
    click = "[...document.querySelectorAll('main:not([hidden]) label')].find((one) => one.innerText.trim() === arguments[0]).click()"
    window.script(click, "Light")
    window.wait("the light theme", "return document.documentElement.dataset.theme === 'light'")
    checks.that("the theme is changed at once", True)
    picture("window-settings.png")
    window.script(click, "As the system")
    window.wait("the dark theme again", "return document.documentElement.dataset.theme === 'dark'")
    page.dismiss_word()
    page.craft(checks, "Settings")
