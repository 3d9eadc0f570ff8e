#!/usr/bin/env python3
"""Work in the real window as a newcomer does, under Xvfb, and look at what it shows.

    python3 tests/window/run.py [--binary target/release/attest-desktop] [--pictures DIR]

The window starts with an empty data directory, opens the sample, answers a
question with the evidence boxed on the page, says that another one is not
answered, changes a chip and asks again, cancels, says something of the document
and asks on that condition; files come in as arguments of
the start and of a second start; then every view is worked in; and in the dark
theme everything is still there. A document that contradicts itself is asked and
its evidence report read; files, folders and a model come in by dropping and by
native dialogs, two models are compared; another data directory is chosen; an encrypted vault is locked and opened. Prints one line a check and
`N passed, N failed`.

Exit: 0 all passed, 1 a check failed, 2 the test cannot run here.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing behind in the tree

from backing import backed_up
from conflict import conflict
from desktop import Desktop
from files import files
from gathering import collections, watched
from guard import guard
from metadata import metadata
from newcomer import newcomer
from page import ANSWER, EVIDENCE, Page, squeeze
from place import place
from language import spoken
from locked import locked
from sharing import shared, shared_again
from stage import Missing, Stage, lend_models
from stamping import stamped_and_exported
from table import work_in_tables
from views import work_in_views
from webdriver import ENTER, PATIENCE, TAB

WELCOME = "main:not([hidden]) .empty, main:not([hidden]) .welcome"
ERASED = "The lease ends on 30 June 2031."
SECOND_DOCUMENT = """Delivery note 4711

Delivered to Blue Heron Bakery LLC on 3 June 2026.
The flour weighs 25 kg a bag, and 40 bags were delivered.
The driver was Tomasz Nowak.
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


def first_minute(page, checks, options):
    window = page.window
    window.wait("the empty state", "return document.querySelector(arguments[0])", 30, WELCOME)
    checks.that("the empty window says what to do", "Open the sample" in page.body())
    checks.that("the data is real", "no model is running" not in page.body())

    reached = []
    for _ in range(14):
        window.press(TAB)
        reached.append(window.script("return document.activeElement.innerText.trim()"))
    checks.that("the keyboard reaches the first act", "Open the sample" in reached, reached)
    ring = "return getComputedStyle(document.activeElement).outlineStyle"
    checks.that("the focus is visible", window.script(ring) != "none")

    page.press("Open the sample")
    offered = window.wait("a question to start with", "return document.querySelector('#question')?.value", 60)
    checks.that("a question is one key away", offered.endswith("?"), offered)


def answered(page, checks, options, picture):
    window, question = page.window, options.question
    chips = window.wait("the parsed question", "return document.querySelector('.chips')?.innerText")
    checks.that("the question is understood before it is asked", "Amount" in chips, chips)
    window.type(window.find("#question"), ENTER)
    told = "return document.querySelector('section[aria-label=Progress] [role=status]')?.innerText ?? (document.querySelector(arguments[0]) ? 'missed…' : null)"
    progress = window.wait("words on the progress, or the answer", told, 10, ANSWER)
    checks.that("progress is told in words", progress.endswith("…"), progress)
    seen = page.answer_to(question, options.seconds)
    checks.that("the sample question is answered", seen.get("status") == "OK", seen)
    minute = time.monotonic() - page.started
    checks.that("from the start to the checked answer it took less than a minute", minute < 60, f"{minute:.0f} s")
    value = squeeze(window.text(f"{ANSWER} .value"))
    checks.that("the typed value is right", options.expect in value, value)
    checks.that("the state is a word", page.state() == "Answered", page.state())

    source = squeeze(window.text(f"{ANSWER} [data-citation]"))
    checks.that("the answer names document, page and lines", "page 1" in source and "line" in source, source)
    drawn = "return [...document.querySelectorAll('.page-sheet img')].some((one) => one.naturalWidth > 300)"
    window.wait("the page drawn", drawn, 30)
    checks.that("the page is drawn by the service", True)
    seen = window.wait("the evidence boxed on the page", BOXED, 20, EVIDENCE)
    checks.that("the evidence is boxed on the page and in sight", seen["inside"], seen)
    quote = squeeze(window.text(f"{ANSWER} blockquote"))
    checks.that("the box holds the lines of the quote", squeeze(seen["words"]) and squeeze(seen["words"]) in quote + " " + quote, (seen, quote))
    picture()

    page.press("Lines")
    marked = window.wait("the marked words", "return [...document.querySelectorAll('.line mark')].map((m) => m.innerText).join(' ')")
    checks.that("the quoted words are marked in the document's lines", squeeze(marked) == quote, (quote, marked))
    page.press("Page")


BOXED = """
const frame = document.querySelector(arguments[0] + ' .frame');
const pane = document.querySelector(arguments[0])?.getBoundingClientRect();
if (!frame || !pane) return null;
const box = frame.getBoundingClientRect();
const inside = box.top >= pane.top && box.bottom <= pane.bottom && box.width > 20;
if (!inside) return null;
const words = [...document.querySelectorAll(arguments[0] + ' .page-text > *')].filter((line) => {
  const place = line.getBoundingClientRect(), middle = (place.top + place.bottom) / 2;
  return middle > box.top && middle < box.bottom;
}).map((line) => line.innerText).join(' ');
return words ? { inside, words } : null;
"""


def copied(page, checks, stage):
    desktop = Desktop(stage, page.window)

    def copy(words):
        before = desktop.clipboard()
        page.press(words)
        page.window.wait("the word on it", "return document.querySelector('.passing')?.innerText.includes('Copied')", 10)
        return desktop.clipboard_after(before)

    text = copy("Copy as text")
    checks.that("the answer is copied as text", "1,482.50" in text and "policy.pdf" in text, text)
    whole = json.loads(copy("Copy as JSON"))
    checks.that("and as JSON", whole["answer"]["items"][0]["value"]["value"] == 1482.5, whole)
    row = next(csv.reader([copy("Copy as CSV row")]))
    checks.that("and as a row of CSV", row[0] == "What is the annual premium?" and "policy.pdf" in row, row)


def why(page, checks):
    window = page.window
    page.press_beginning("Why this answer")
    told = window.wait("the reasons", "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText).join(' ')", 20, f"{ANSWER} h3")
    checks.that("why: evidence and rounds are told", "Evidence" in told, told)
    card = window.text(ANSWER)
    checks.that("why: the record and its hashes are told", "SHA-256" in card or "sha" in card.lower() or "record" in card.lower())
    window.script("document.querySelector(arguments[0]).scrollIntoView()", f"{ANSWER} .why-meter")


def unanswered(page, checks, options):
    seen = page.ask(options.unanswerable, options.seconds)
    card = squeeze(page.window.text(ANSWER))
    checks.that("a question without an answer ends as not found", page.state() == "Not found", (seen, page.state(), card))
    checks.that("what was searched is said", "policy.pdf" in card, card)
    checks.that("nothing is boxed then", page.window.text(f"{EVIDENCE} .frame") is None)
    page.ask(options.unsure, options.seconds)
    checks.that("a question without a sure answer says so", page.state() == "Not sure", page.state())
    # The record, which says it, is read when the answer stands there already.
    read = "const text = document.querySelector(arguments[0])?.textContent ?? ''; return text.includes('read whole') && text"
    searched = squeeze(page.window.wait("what was read whole", read, 20, ANSWER))
    checks.that("how much was searched and read is said", "passages" in searched and "read whole" in searched, searched)
    seen = page.window.wait("the nearest passage boxed", BOXED, 20, EVIDENCE)
    checks.that("the nearest passage is boxed on the page and in sight", seen["inside"], seen)


def chip_changed(page, checks, options):
    window = page.window
    page.fill_question("When was the policy issued?")
    window.wait("the parsed question", "return document.querySelector('.chips')?.innerText.includes('Date')")
    page.choose_in_chip("Type", "Text")
    chips = window.wait("the changed chip", "const words = document.querySelector('.chips').innerText; return words.includes('chosen by you') ? words : null")
    checks.that("a chip that was changed says so", "Text" in chips, chips)
    seen = page.ask_again(options.seconds)
    card = window.text(ANSWER)
    checks.that("the question is asked with the type of the chip", "Text" in card or "text" in card, (seen, card))
    window.click(window.find(".chips [aria-label^='Put back']"))
    window.wait("the chip put back", "return !document.querySelector('.chips').innerText.includes('chosen by you')")
    checks.that("a changed chip can be put back", True)


def condition_taken_off(page, checks, options):
    window = page.window
    chips = "return document.querySelector('.chips').innerText"
    page.fill_question("On page 3, what is the annual premium?")
    window.wait("the condition", "return document.querySelector('.chips')?.innerText.includes('page 3')")
    window.click(window.find(".chips [aria-label='Remove: only page 3']"))
    window.wait("the condition taken off", "return document.querySelector('.chips').innerText.includes('everywhere')")
    checks.that("a condition that was taken off says so", "chosen by you" in window.script(chips), window.script(chips))
    seen = page.ask_again(options.seconds)
    card = squeeze(window.text(ANSWER))
    checks.that("everything is searched then", "1,482.50" in card and "page 1" in card, (seen, card))
    window.click(window.find(".chips [aria-label^='Put back']"))
    window.wait("the condition put back", "return document.querySelector('.chips').innerText.includes('page 3')")
    checks.that("a condition can be put back", True)


def cancelled(page, checks, options):
    window = page.window
    word = "return document.querySelector('main:not([hidden])').innerText.includes('Cancelled.')"

    def begin():
        page.fill_question(options.question)
        window.type(window.find("#question"), ENTER)

    begin()
    window.wait("the progress", "return document.querySelector('section[aria-label=Progress]')", 10)
    page.press("Cancel")
    window.wait("word of the cancelling", word, 60)
    checks.that("a question can be cancelled", True)
    seen = page.ask(options.question, options.seconds)
    checks.that("after cancelling, the next question is answered", seen.get("status") == "OK", seen)
    page.cancel_at_once("Progress")
    begin()
    window.wait("word of the cancelling", word, 60)
    checks.that("it can be cancelled in the moment it is asked", True)


def light(home, checks, options):
    with Stage(home, "Adwaita") as stage:
        page = Page(stage.window(options.binary))
        first_minute(page, checks, options)
        answered(page, checks, options, lambda: picture(stage, options, "window-light.png"))
        copied(page, checks, stage)
        why(page, checks)
        picture(stage, options, "window-why.png")
        unanswered(page, checks, options)
        picture(stage, options, "window-not-found.png")
        chip_changed(page, checks, options)
        condition_taken_off(page, checks, options)
        cancelled(page, checks, options)
        metadata(page, checks, options, lambda name: picture(stage, options, name))
        shared(page, checks, home, stage, options)
        page.craft(checks, "Ask")
        page.window.close()


def dark(home, checks, options):
    opened = home / "delivery note.txt"
    opened.write_text(SECOND_DOCUMENT)
    with Stage(home, "Adwaita:dark") as stage:
        page = Page(stage.window(options.binary, [str(opened)]))
        window = page.window
        page.wait_for_documents("policy.pdf", opened.name)
        checks.that("a file the program was opened with is imported; the other is still there", True)
        another = home / "second.txt"
        another.write_text(ERASED + "\n")
        second = subprocess.run([options.binary, str(another)], env=stage.environment, timeout=60 * PATIENCE, check=False)
        page.wait_for_documents(another.name)
        checks.that("a second start hands its file over and ends", second.returncode == 0, second.returncode)
        is_dark = window.script("return document.documentElement.dataset.theme")
        checks.that("the window follows the dark theme", is_dark == "dark", is_dark)
        page.ask_only("policy.pdf")
        seen = page.ask(options.question, options.seconds)
        window.wait("a box", "return document.querySelector(arguments[0])", 30, f"{EVIDENCE} .frame")
        checks.that("the question is answered again", seen.get("status") == "OK", seen)
        shared_again(checks, home, stage, options)
        picture(stage, options, "window-dark.png")
        why(page, checks)
        picture(stage, options, "window-why-dark.png")
        desktop, take = Desktop(stage, window), lambda name: picture(stage, options, name)
        work_in_views(page, checks, desktop, take)
        stamped_and_exported(page, checks, desktop, home, take)
        work_in_tables(page, checks, desktop, home, take)
        collections(page, checks, options, take)
        watched(page, checks, desktop, home, take)
        window.close()
    checks.that("a schema is saved as a type", [file.name for file in home.rglob("types/*.json")] == ["invoice_line.json"])
    kept = [file.name for file in home.rglob("attest.sqlite*") if ERASED.encode() in file.read_bytes()]
    checks.that("of an erased document nothing is left in the files", kept == [], kept)


def picture(stage, options, name):
    if options.pictures:
        stage.picture(Path(options.pictures) / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/attest-desktop")
    parser.add_argument("--question", default="What is the annual premium?")
    parser.add_argument("--expect", default="1,482.50", help="must stand in the value shown")
    parser.add_argument("--unanswerable", default="What is the tax number of the broker?")
    parser.add_argument("--unsure", default="When was the premium paid?")
    parser.add_argument("--seconds", type=int, default=180, help="longest wait for one answer")
    parser.add_argument("--pictures", help="folder for pictures of the display")
    options = parser.parse_args()
    options.binary = str(Path(options.binary).resolve())
    options.requantize = Path(options.binary).parent / "examples/requantize"
    if not Path(options.binary).is_file():
        print(f"error: {options.binary} is not there\nhint: build it with scripts/build --window", file=sys.stderr)
        return 2

    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="attest-window-") as home:
        lend_models(Path(home))
        acts = [light, dark, backed_up, locked, conflict, files, place, guard, spoken, newcomer]
        for act in acts:
            try:
                # What needs time to pass meanwhile an act returns: it is the last act then.
                later = act(Path(home), checks, options)
                acts.extend([later] if later else [])
            except Missing as error:
                print(f"error: {error}", file=sys.stderr)
                return 2
            except Exception as error:  # whatever it is, the other windows are worked in, and it is told below
                traceback.print_exc()
                checks.that(f"the {act.__name__} window goes through to the end", False, str(error))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
