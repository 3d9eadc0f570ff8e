"""A document that contradicts itself: both quotes are shown, none is chosen, and the report says so."""

from desktop import Desktop
from page import ANSWER, EVIDENCE, Page, squeeze
from report import look_into_pack, look_into_report, look_into_trail
from stage import Stage, lend_models
from webdriver import ARROW_RIGHT

FIRST, SECOND = "Effective Date: 1 March 2020", "Effective Date: 1 May 2020"
LOTS = "\n".join(f"{lot}. The supplier keeps the goods of lot {lot} dry until they are collected." for lot in range(1, 30))
AGREEMENT = f"Supply agreement\n\n{FIRST}\n\n{LOTS}\n\nSummary of terms\n\n{SECOND}\n"
QUESTION = "What is the effective date?"

ITEMS = """
return [...document.querySelectorAll(arguments[0] + ' [aria-label="Values that contradict each other"] > li')].map((one) => {
  const place = one.getBoundingClientRect(), style = getComputedStyle(one);
  return {
    quote: one.querySelector('blockquote')?.innerText ?? '', value: one.querySelector('.value')?.innerText ?? '',
    left: place.left, right: place.right, top: place.top, border: parseFloat(style.borderLeftWidth),
  };
});
"""
SHOWN_LINE = "return document.querySelector(arguments[0] + ' .line.active mark')?.innerText === arguments[1]"


def conflict(home, checks, options):
    home = home / "conflict"
    home.mkdir()
    lend_models(home)
    agreement = home / "agreement.txt"
    agreement.write_text(AGREEMENT)
    with Stage(home, "Adwaita") as stage:
        page = Page(stage.window(options.binary, [str(agreement)]))
        page.wait_for_documents(agreement.name)
        seen = page.ask(QUESTION, options.seconds)
        checks.that("a document that contradicts itself ends as conflicting", page.state() == "Conflicting", (seen, page.state()))
        both_quotes(page, checks)
        if options.pictures:
            stage.picture(f"{options.pictures}/window-conflict.png")
        desktop = Desktop(stage, page.window)
        look_into_report(page, checks, desktop, home / "evidence.html", [QUESTION, FIRST, SECOND, agreement.name])
        look_into_trail(page, checks, desktop, home / "trail.jsonl", QUESTION)
        look_into_pack(page, checks, desktop, home / "pack.html", QUESTION)
        page.window.close()


def both_quotes(page, checks):
    window = page.window
    items = window.script(ITEMS, ANSWER)
    checks.that("both quotes are shown", sorted(squeeze(one["quote"]) for one in items) == sorted([FIRST, SECOND]), items)
    left, right = sorted(items, key=lambda one: one["left"])[:2] if len(items) > 1 else [{}, {}]
    beside = left and left["top"] == right["top"] and left["right"] <= right["left"]
    checks.that("they stand side by side", beside, items)
    checks.that("each has a box of its own", items and all(one["border"] >= 1 for one in items), items)
    said = squeeze(window.text(ANSWER))
    checks.that("that none was chosen is said in words", "none was chosen" in said, said)
    for one, key in zip(items, (None, ARROW_RIGHT)):
        if key:
            window.press(key)
        else:
            window.click(window.find(f"{ANSWER} [data-citation]"))
        window.wait(f"the line of {one['quote']}", SHOWN_LINE, 20, EVIDENCE, squeeze(one["quote"]))
    checks.that("each leads to its line in the document, the second by an arrow key", len(items) == 2)
