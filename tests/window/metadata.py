"""Something is said of a document, a question holds to it, and the answer and its record say so."""

from page import ANSWER, VIEW, squeeze

WORDS = f"return document.querySelector('{VIEW}').innerText"
CONDITION = "documents whose matter is “2024-17”"


def metadata(page, checks, options, picture):
    written(page, checks, picture)
    asked(page, checks, options, picture)
    recorded(page, checks)
    page.go("Ask")


def written(page, checks, picture):
    window = page.window
    page.go("Documents")
    page.open_row("policy.pdf")
    page.press("About")
    page.press("Add metadata")
    window.type_here("matter")
    row = "main:not([hidden]) .metadata-row .offered-field:nth-child(2) input"
    window.type(window.find(row), "2024-17")
    picture("window-metadata.png")
    page.press("Save the metadata")
    said = window.wait("what is said of it", "return document.querySelector('main:not([hidden]) .document-metadata dl')?.innerText", 20)
    checks.that("what is written of a document is kept", squeeze(said) == "matter 2024-17", said)
    page.craft(checks, "Documents with metadata")
    page.dismiss_word()


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
