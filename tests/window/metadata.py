"""Something is said of a document, a question holds to it, and the answer and its record say so."""

from page import ANSWER, VIEW, squeeze
from webdriver import TAB

WORDS = f"return document.querySelector('{VIEW}').innerText"
SAID = f"return document.querySelector('{VIEW} .document-metadata dl')?.innerText"
TAKEN_BACK = SAID.replace("return ", "const said = ") + "; return said !== undefined && !said.includes('matter')"
CONDITION = "documents whose matter is “2024-17”"


def metadata(page, checks, options, picture):
    written(page, checks, picture)
    asked(page, checks, options, picture)
    recorded(page, checks)
    page.go("Ask")


def written(page, checks, picture):
    page.go("Documents")
    page.open_row("policy.pdf")
    page.press_beginning("About")
    # The import told the kind.
    said = write(page, picture)
    checks.that("what is written of a document is kept", said == "document_kind policy matter 2024-17", said)
    page.press("Undo")
    page.window.wait("the metadata taken back", TAKEN_BACK, 20)
    checks.that("what was written can be taken back", True)
    page.dismiss_word()
    write(page, picture)
    page.dismiss_word()
    page.craft(checks, "Documents with metadata")


def write(page, picture):
    """Says the matter of the open document; returns what is then shown."""
    window = page.window
    page.press("Change the metadata")
    page.press("Add a key")
    window.type_here("matter")
    window.press(TAB)
    window.type_here("2024-17")
    picture("window-metadata.png")
    page.press("Save the metadata")
    return squeeze(window.wait("what is said of it", SAID, 20))


def asked(page, checks, options, picture):
    window = page.window
    page.go("Ask")
    page.fill_question(options.question)
    window.wait("the parsed question", "return document.querySelector('.chips')?.innerText.includes('Amount')")
    page.press_beginning("Only…")
    page.press("matter is…")
    page.press_beginning("2024-17")
    chips = window.wait("the condition", "const words = document.querySelector('.chips').innerText; return words.includes('whose') ? words : null")
    checks.that("what is said of documents can be a condition", CONDITION in squeeze(chips), chips)
    seen = page.ask_again(options.seconds)
    card = squeeze(window.text(ANSWER))
    checks.that("a question under the condition is answered", options.expect in card, (seen, card))
    checks.that("the answer says the condition it holds to", f"Only {CONDITION}, as was set before asking." in card, card)
    picture("window-condition.png")


def recorded(page, checks):
    page.press("Record in Audit")
    told = page.window.wait("the record", WORDS.replace("return ", "const words = ") + "; return words.includes('Conditions set') ? words : null", 20)
    checks.that("the record keeps the condition", CONDITION in squeeze(told), told[:400])
