#!/usr/bin/env python3
"""How long a newcomer takes from a folder of contracts to an XLSX of five checked columns, in the real window.

    python3 tests/window/newcomer.py FOLDER [--binary target/release/attest-desktop] [--set Contracts] [--columns 5]
        [--look 3] [--judge 6] [--out FILE.xlsx] [--pictures DIR]

Starts the window with an empty data directory, imports the folder through the native dialog, makes a table of what came in
with the first questions of a ready-made set, asks it, looks at every answer that waits for a person and accepts it,
and exports the table. Before every act it waits as long as a person looks for it (`--look` seconds), before every verdict
as long as one compares a value with its line on the page (`--judge`), and it types five letters a second. It accepts all:
what a correction takes on top is not in the time, and neither is the time in which a person reads what is on the screen beyond
`--look`. Prints seconds by step, what of them the program took, and how many clicks and keys the step needs.

Exit: 0 done, 1 the XLSX is not what it should be, 2 it cannot run here.
"""

import argparse
import sys
import tempfile
import time
import zipfile
from xml.etree import ElementTree
from pathlib import Path

sys.dont_write_bytecode = True

from desktop import Desktop
from page import VIEW, Page
from stage import Missing, Stage, lend_models
from table import CHOOSE, EXPORT, TURN, WRITTEN

NAME = "Newcomer"
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
# Seconds a letter.
LETTER = 0.2
IMPORTED = "return document.querySelector('.import-ended [role=status]')?.innerText"
ROWS = f"return document.querySelectorAll('{VIEW} .question-row').length"
DROP_LAST = f"[...document.querySelectorAll('{VIEW} .question-row button')].at(-1).click()"
ANSWERED = f"return document.querySelector('{VIEW} .run-bar')?.innerText.includes('Every cell has its answer')"
# The head of the view counts all that wait; of the list only what is in sight is in the page.
WAITING = f"return Number(/(\\d+) wait, /.exec(document.querySelector('{VIEW}').innerText)?.[1] ?? 0)"
SHOWN = f"return Boolean(document.querySelector('{TURN} .review-card'))"
KEY = """
const turn = document.querySelector(arguments[0]);
turn.focus();
turn.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[1], bubbles: true }));
"""
DONE = f"return Number(/(\\d+) done now/.exec(document.querySelector('{VIEW}').innerText)?.[1] ?? 0) > arguments[0]"


class Walk:
    """The steps, how long each took, how much of it the person only waited for the program, and what a hand did."""

    def __init__(self, look, letter):
        self.look, self.letter = look, letter
        self.begun = self.last = time.monotonic()
        self.waited = 0.0
        self.clicks = self.keys = 0
        self.steps = []

    def click(self, times=1):
        """Clicks of a person; a list that drops down is two, one to open it and one to choose."""
        self.clicks += times

    def type(self, words):
        """Letters, each a key, at a person's pace."""
        self.keys += len(str(words))
        self.pause(len(str(words)) * self.letter)

    def pause(self, seconds=None):
        time.sleep(self.look if seconds is None else seconds)

    def wait(self, act):
        """An act of the program that the person waits for."""
        begun = time.monotonic()
        found = act()
        self.waited += time.monotonic() - begun
        return found

    def end(self, words):
        now = time.monotonic()
        self.steps.append((words, now - self.last, self.waited, self.clicks, self.keys))
        self.last, self.waited, self.clicks, self.keys = now, 0.0, 0, 0

    def told(self):
        all_of = lambda place: sum(step[place] for step in self.steps)
        for words, *numbers in [*self.steps, ("in all", *map(all_of, range(1, 5)))]:
            seconds, waited, clicks, keys = numbers
            print(f"{seconds:7.0f} s  {words} (the program: {waited:.0f} s; {clicks} clicks, {keys} keys)")


def walk(page, desktop, options, out, picture):
    window, steps = page.window, Walk(options.look, options.letter)
    press = lambda words: (steps.pause(), steps.click(), page.press(words))
    go = lambda view: (steps.click(), page.go(view))

    steps.wait(lambda: window.wait("the welcome", f"return document.querySelector('{VIEW} .welcome')", 60))
    press("Import a folder…")
    steps.type(options.folder)
    steps.keys += 1  # Enter
    desktop.choose("Import a folder", options.folder)
    steps.wait(lambda: window.wait("the documents", "return document.querySelectorAll('[aria-label=\"Documents to ask\"] .chooser-title').length", 120))
    go("Documents")
    told = steps.wait(lambda: window.wait("the end of the import", IMPORTED, 300))
    picture("newcomer-imported")
    steps.end(f"the folder imported: {told}")

    press("Make a table of these")
    steps.pause()
    steps.click(2)
    window.wait("the set of questions", CHOOSE, 20, "Add a set", options.set)
    window.wait("its questions", f"{ROWS} >= {options.columns}", 20)
    while window.script(ROWS) > options.columns:
        steps.pause(min(1, options.look))
        steps.click()
        window.script(DROP_LAST)
    picture("newcomer-questions")
    press("Make the table")
    steps.end(f"the table made, {options.columns} of the set's questions kept")

    press("Ask what is missing")
    steps.wait(lambda: window.wait("every cell", ANSWERED, options.longest))
    picture("newcomer-answered")
    steps.end("every cell asked")

    steps.pause()
    go("Review")
    count = window.wait("what waits for a person", WAITING, 60)
    steps.click()
    steps.type(NAME)
    window.wait("the box for a name", f"const box = document.querySelector('{TURN} .reviewer input'); box?.focus(); return Boolean(box)", 30)
    window.type_here(NAME)
    window.script("document.activeElement.blur()")
    window.wait("the name kept", f"return document.querySelector('.passing')?.innerText.includes('{NAME}')", 20)
    for number in range(count):
        steps.wait(lambda: window.wait("the answer", SHOWN, 60))
        steps.pause(options.judge)
        if number == 0:
            picture("newcomer-review")
        # What failed cannot be accepted: a person says that it is not in the document.
        steps.keys += 1
        refused = f"return [...document.querySelectorAll('{TURN} .actions button.primary')].some((one) => one.disabled)"
        window.script(KEY, TURN, "n" if window.script(refused) else "a")
        steps.wait(lambda number=number: window.wait("the verdict kept", DONE, 60, number))
    steps.end(f"{count} answers looked at and judged, those that wait for a person")

    go("Table")
    # What is chosen while the table is read again is lost.
    steps.wait(lambda: window.wait("the table again", ANSWERED, 60))
    steps.pause()
    steps.click(2)
    window.wait("the export", EXPORT, 20, "Export", "Spreadsheet")
    steps.type(out)
    steps.keys += 1  # Enter
    desktop.choose("Export the table", out)
    steps.wait(lambda: window.wait("the file", WRITTEN, 60))
    picture("newcomer-exported")
    steps.end("the XLSX written")
    steps.told()


def table_of(path):
    """The rows of the sheet `Table` that speak of a document: its name, the values, how many are to check."""
    with zipfile.ZipFile(path) as book:
        read = lambda name: ElementTree.fromstring(book.read(f"xl/{name}.xml"))
        shared = ["".join(one.itertext()) for one in read("sharedStrings")]
        rows = [[written(cell, shared) for cell in row] for row in read("worksheets/sheet2").iter(f"{SHEET}row")]
    names = [row[0] if row else "" for row in rows]
    return rows[0], rows[1 : names.index("Sum of what is shown")]


def written(cell, shared):
    """What a cell holds: a text, or a number as it is kept."""
    value = cell.findtext(f"{SHEET}v") or ""
    return shared[int(value)] if cell.get("t") == "s" and value else value


def wrong_in(path, documents, columns):
    """What is not as it should be in a table of so many documents and checked columns; empty: nothing."""
    heading, rows = table_of(path)
    rows = [row for row in rows if any(row)]
    found = [] if len(heading) == columns + 2 else [f"the headings are {heading}"]
    found += [] if len(rows) == documents else [f"{len(rows)} rows for {documents} documents"]
    found += [f"{row[0]}: a place is empty" for row in rows if len(row) != columns + 2 or not all(row)]
    return found + [f"{row[0]}: {row[-1]} answers are still to check" for row in rows if row[-1] != "0"]


CONTRACTS = {
    "lease.txt": "Lease\n\nThis lease is made on 1 March 2024 between Alder Homes Ltd and Birch Bakery LLC.\nIt ends on 28 February 2027.\n",
    "service.txt": "Service agreement\n\nThis agreement is made on 3 May 2023 between Cedar Works Inc. and Dale Foods LLC.\nIt ends on 2 May 2025.\n",
}


def newcomer(home, checks, options):
    """The same way with two short contracts and nobody who hesitates, as a check."""
    home = home / "newcomer"
    folder, out = home / "contracts", home / "table.xlsx"
    folder.mkdir(parents=True)
    lend_models(home)
    for name, text in CONTRACTS.items():
        (folder / name).write_text(text)
    quick = argparse.Namespace(folder=folder, set="Contracts", columns=4, longest=options.seconds, look=0, judge=0, letter=0)
    with Stage(home, "Adwaita") as stage:
        window = stage.window(options.binary)
        walk(Page(window), Desktop(stage, window), quick, out, lambda name: None)
        window.close()
    wrong = wrong_in(out, len(CONTRACTS), quick.columns)
    checks.that("a newcomer gets from a folder to an XLSX of checked columns", wrong == [], wrong)
    heading, rows = table_of(out)
    ends = [row[heading.index("When does the agreement end?")] for row in rows if any(row)]
    # Days of a sheet are counted from the end of 1899: 28 February 2027 and 2 May 2025.
    checks.that("the days on which the contracts end are days in it", ends == ["46446", "45779"], ends)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=lambda path: Path(path).resolve())
    parser.add_argument("--binary", default="target/release/attest-desktop")
    parser.add_argument("--set", default="Contracts", help="what the title of the ready-made set begins with")
    parser.add_argument("--columns", type=int, default=5)
    parser.add_argument("--longest", type=int, default=3600, help="longest wait for all cells, in seconds of a quiet machine")
    parser.add_argument("--out", type=Path, help="keep the XLSX there")
    parser.add_argument("--look", type=float, default=3)
    parser.add_argument("--letter", type=float, default=LETTER, help="seconds a letter")
    parser.add_argument("--judge", type=float, default=6)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    if options.out and options.out.exists():
        parser.error(f"{options.out} is there already")
    documents = sum(1 for one in options.folder.iterdir() if one.is_file())
    try:
        with tempfile.TemporaryDirectory(prefix="attest-window-") as home, Stage(home, "Adwaita") as stage:
            lend_models(Path(home))
            window = stage.window(str(Path(options.binary).resolve()))
            out = (options.out or Path(home) / "table.xlsx").resolve()
            picture = lambda name: options.pictures and stage.picture(options.pictures / f"{name}.png")
            walk(Page(window), Desktop(stage, window), options, out, picture)
            window.close()
            wrong = wrong_in(out, documents, options.columns)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    print("\n".join(wrong) or f"the XLSX has {documents} documents with {options.columns} columns each, and nothing is left to check")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
