#!/usr/bin/env python3
"""Work in the real window as a newcomer does, under Xvfb, and look at what it shows.

    python3 tests/window/run.py [--binary target/release/attest-desktop] [--pictures DIR]

The window starts with an empty data directory, opens the sample, answers a
question with a marked line, says that another one is not answered, cancels a
third, checks the audit trail; then it is started again in the dark theme and
must still know the document. Prints one line a check and `N passed, N failed`.

Exit: 0 all passed, 1 a check failed, 2 the test cannot run here.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing behind in the tree

from stage import Missing, Stage
from webdriver import ENTER, TAB, WebDriverError, Window

ANSWER = 'section[aria-label="Answer"]'
EVIDENCE = 'section[aria-label="Evidence"]'
WELCOME = 'section[aria-label="Getting started"]'
PROGRESS = 'section[aria-label="Progress"]'

SMALLEST_TEXT = """
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let smallest = 1000;
while (walk.nextNode()) {
  const words = walk.currentNode, box = words.parentElement;
  if (words.data.trim() === "" || box.closest("script, style")) continue;
  smallest = Math.min(smallest, parseFloat(getComputedStyle(box).fontSize));
}
return smallest;
"""

UNNAMED_CONTROLS = """
return [...document.querySelectorAll("button, input, select, textarea")].filter((control) =>
  !(control.innerText.trim() || control.getAttribute("aria-label") || control.labels?.length)).length;
"""

CITED_IN_SIGHT = """
const line = document.querySelector(".line.cited")?.getBoundingClientRect();
const pane = document.querySelector(arguments[0])?.getBoundingClientRect();
return Boolean(line && pane && line.top >= pane.top && line.bottom <= pane.bottom);
"""

ANSWER_TO = """
const card = document.querySelector('section[aria-label="Answer"]');
const failure = document.querySelector('main [role="alert"]');
if (failure) return { failure: failure.innerText };
return card?.querySelector("h2")?.innerText === arguments[0] ? { status: card.dataset.status } : null;
"""


class Checks:
    """Counts what was found right and wrong."""

    def __init__(self):
        self.passed = self.failed = 0

    def that(self, sentence, truth, seen=None):
        if truth:
            self.passed += 1
            print(f"ok      {sentence}", flush=True)
        else:
            self.failed += 1
            print(f"FAILED  {sentence}" + (f"\n        seen: {seen!r}" if seen is not None else ""), flush=True)


def squeeze(text):
    return " ".join((text or "").split())


def ask(window, question, seconds, key=ENTER):
    """Types the question and asks it; returns what the card says of it."""
    box = window.find("#question")
    window.clear(box)
    window.type(box, question + key)
    return window.wait(f"the answer to: {question}", ANSWER_TO, seconds, question)


def first_minute(window, checks, options):
    window.wait("the empty state", "return document.querySelector(arguments[0])", 30, WELCOME)
    checks.that("the empty window says what to do", "Ask a question" in window.text(WELCOME))
    notice = window.text(".window-header .state.warn")
    checks.that("the data is real", notice is None or options.fake, notice)

    reached = []
    for _ in range(8):
        window.press(TAB)
        reached.append(window.script("return document.activeElement.innerText.trim()"))
    checks.that("the keyboard reaches the first act", "Open the sample" in reached, reached)
    ring = "return getComputedStyle(document.activeElement).outlineStyle"
    checks.that("the focus is visible", window.script(ring) != "none")

    window.click(window.button("Open the sample", "main"))
    window.wait("the sample in the list", "return document.querySelector('.document.chosen')")
    checks.that("the sample is listed and chosen", "page" in window.text(".document.chosen"))
    offered = window.wait("a question to start with", "return document.querySelector('#question')?.value")
    checks.that("a question is one key away", offered.endswith("?"), offered)


def answered(window, checks, options, pictures):
    question = options.question
    box = window.find("#question")
    window.clear(box)
    window.type(box, question + ENTER)
    progress = window.wait(
        "words on the progress, or the answer",
        "return document.querySelector(arguments[0])?.innerText"
        " ?? (document.querySelector(arguments[1]) ? 'missed' : null)",
        10, f"{PROGRESS} [role=status]", ANSWER,
    )
    checks.that("progress is told in words", progress.endswith("…"), progress)
    seen = window.wait("the answer", ANSWER_TO, options.seconds, question)
    checks.that("the sample question is answered", seen.get("status") == "OK", seen)
    value = squeeze(window.text(f"{ANSWER} .value"))
    checks.that("the typed value is right", options.expect in value, value)
    checks.that("the state is a word", bool(squeeze(window.text(f"{ANSWER} .state"))))

    source = squeeze(window.text(f"{ANSWER} .citation button"))
    checks.that("the answer names document, page and lines", "page" in source and "line" in source, source)
    window.wait("a marked line", "return document.querySelector('.line.cited')")
    quote = squeeze(window.text(f"{ANSWER} .citation blockquote"))
    marked = squeeze(window.script("return [...document.querySelectorAll('.line mark')].map((m) => m.innerText).join(' ')"))
    checks.that("the quoted words are marked in the document's lines", bool(quote) and marked == quote, (quote, marked))
    checks.that("the marked line says so in a word", window.text(".line.cited .tag") == "cited")
    window.wait("the cited line in sight", CITED_IN_SIGHT, 5, EVIDENCE)
    checks.that("the cited line is in sight", True)
    if pictures:
        pictures()


def unanswered(window, checks, options):
    seen = ask(window, options.unanswerable, options.seconds)
    state = squeeze(window.text(f"{ANSWER} .state"))
    checks.that("a question without an answer ends as not found", state == "Not found", (seen, state))
    message = squeeze(window.text(f"{ANSWER} .answer-message"))
    checks.that("not found is said in words", len(message) > 10, message)
    checks.that("nothing is marked then", window.text(".line.cited") is None)


def cancelled(window, checks, options):
    box = window.find("#question")
    window.clear(box)
    window.type(box, options.question + ENTER)
    window.wait("the progress", "return document.querySelector(arguments[0])", 10, PROGRESS)
    window.click(window.button("Cancel"))
    told = "return [...document.querySelectorAll('main [role=status]')].map((n) => n.innerText).join(' ')"
    window.wait("word of the cancelling", told.replace("return", "return (") + ").includes('Cancelled')", 60)
    checks.that("a question can be cancelled", True)
    seen = ask(window, options.question, options.seconds)
    checks.that("after cancelling, the next question is answered", seen.get("status") == "OK", seen)


def record_checked(window, checks):
    window.click(window.button("Check the audit trail"))
    words = window.wait("the verdict on the records", "return document.querySelector('.window-header .state:not(.warn)')?.innerText", 60)
    checks.that("the audit trail is intact", words.startswith("Audit trail intact"), words)


def craft(window, checks):
    smallest = window.script(SMALLEST_TEXT)
    checks.that("no text is smaller than 12 px", smallest >= 12, smallest)
    unnamed = window.script(UNNAMED_CONTROLS)
    checks.that("every control has a name", unnamed == 0, unnamed)
    origins = window.script("return [...new Set(performance.getEntriesByType('resource').map((e) => new URL(e.name).origin))]")
    own = window.script("return location.origin")
    foreign = [origin for origin in origins if origin not in (own, "null") and "ipc" not in origin]
    checks.that("nothing was loaded from elsewhere", foreign == [], foreign)
    wide = "return document.documentElement.scrollWidth > document.documentElement.clientWidth"
    checks.that("nothing runs out of the window", not window.script(wide))


def light(home, checks, options):
    with Stage(home, "Adwaita") as stage:
        window = Window(stage.driver_url, options.binary)
        first_minute(window, checks, options)
        answered(window, checks, options, lambda: picture(stage, options, "window-light.png"))
        craft(window, checks)
        unanswered(window, checks, options)
        picture(stage, options, "window-not-found.png")
        cancelled(window, checks, options)
        record_checked(window, checks)
        window.close()


def dark(home, checks, options):
    with Stage(home, "Adwaita:dark") as stage:
        window = Window(stage.driver_url, options.binary)
        window.wait("the window", "return document.querySelector('.document') ?? document.querySelector(arguments[0])", 30, WELCOME)
        if options.fake:
            window.click(window.button("Open the sample", "main"))
        else:
            checks.that("the document is still there after a restart", window.text(".document") is not None)
        is_dark = window.script("return matchMedia('(prefers-color-scheme: dark)').matches")
        checks.that("the window follows the dark theme", is_dark)
        window.wait("the question box", "return document.querySelector('#question')")
        seen = ask(window, options.question, options.seconds)
        window.wait("a marked line", "return document.querySelector('.line.cited mark')")
        checks.that("the question is answered again", seen.get("status") == "OK", seen)
        picture(stage, options, "window-dark.png")
        window.close()


def picture(stage, options, name):
    if options.pictures:
        stage.picture(Path(options.pictures) / name)


def lend_models(home):
    """Models under the caller's own data directory are used, its documents are not."""
    models = Path(os.environ.get("ATTEST_HOME") or "/nonexistent") / "models"
    if models.is_dir():
        (home / "models").symlink_to(models.resolve())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/attest-desktop")
    parser.add_argument("--question", default="What is the annual premium?")
    parser.add_argument("--expect", default="1,482.50", help="must stand in the value shown")
    parser.add_argument("--unanswerable", default="What is the tax number of the broker?")
    parser.add_argument("--seconds", type=int, default=180, help="longest wait for one answer")
    parser.add_argument("--pictures", help="folder for pictures of the display")
    parser.add_argument("--fake", action="store_true", help="the front end was built with the fake backend")
    options = parser.parse_args()
    options.binary = str(Path(options.binary).resolve())
    if not Path(options.binary).is_file():
        print(f"error: {options.binary} is not there\nhint: build it with scripts/build --window", file=sys.stderr)
        return 2

    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="attest-window-") as home:
        lend_models(Path(home))
        for act in (light, dark):
            try:
                act(home, checks, options)
            except Missing as error:
                print(f"error: {error}", file=sys.stderr)
                return 2
            except WebDriverError as error:
                checks.that(f"the {act.__name__} window goes through to the end", False, str(error))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
