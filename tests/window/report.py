"""Files that the window writes where a native dialog says: the evidence report, the evidence pack, all records."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

from page import VIEW, squeeze

LOADS = {"script", "link", "img", "iframe", "object", "embed", "video", "audio", "source", "base", "form"}
VERIFIER = Path(__file__).resolve().parents[2] / "docs/verify/attest_verify.py"
ADDRESSES = {"src", "href", "srcset", "data", "action", "poster", "background"}


class Reader(HTMLParser):
    """The words of a page, and whatever in it could load something."""

    def __init__(self, html):
        super().__init__()
        self.words, self.loads = [], []
        self.feed(html)
        self.loads += re.findall(r"url\(|@import", html)
        self.words = squeeze(" ".join(self.words))

    def handle_starttag(self, tag, attributes):
        acts = [name for name, value in attributes if name in ADDRESSES or name.startswith("on")]
        if tag in LOADS or acts:
            self.loads.append((tag, attributes))

    def handle_data(self, data):
        self.words.append(data)


def look_into_report(page, checks, desktop, path, expected):
    """Saves the report of the answer that is shown, and reads it."""
    page.press("Save evidence report…")
    desktop.dismiss("Save the evidence report")
    page.press("Save evidence report…")
    desktop.choose("Save the evidence report", path)
    said = page.window.wait("word of the report", "return document.querySelector('.passing')?.innerText", 20)
    checks.that("where the evidence report was saved is said", str(path) in said, said)
    html = path.read_text()
    read = Reader(html)
    missing = [words for words in expected if words not in read.words]
    checks.that("the report holds question, quotes and document", missing == [], (missing, read.words[:400]))
    checks.that("the report is one file that loads nothing", read.loads == [], read.loads)
    checks.that("the report's own policy forbids loading", "default-src 'none'" in html)
    record = re.search(r"\b[0-9a-f]{64}\b", read.words)
    checks.that("the report names its record in full", record is not None)


def look_into_trail(page, checks, desktop, path, question):
    """Writes all records, and reads them."""
    page.go("Audit")
    page.window.wait("the records", f"return document.querySelector('{VIEW}').innerText.includes(arguments[0])", 20, question)
    page.press("Export all…")
    desktop.choose("Export the audit trail", path)
    page.window.wait("word of the records", "return document.querySelector('.passing')?.innerText.includes(arguments[0])", 20, str(path))
    records = [json.loads(line) for line in path.read_text().splitlines()]
    # What was imported is prepared for the search by meaning beside it, which is a record, too.
    kinds = sorted(record["kind"] for record in records)
    checks.that("all records are written as JSON Lines: the import, its vectors and the answer", kinds == ["answer", "import", "vectors"], kinds)


def look_into_pack(page, checks, desktop, path, question):
    """Saves the evidence pack of a record of the trail that is shown, and has it checked by the verifier."""
    page.open_row(question)
    page.press("Save evidence pack…")
    desktop.dismiss("Save the evidence pack")
    page.press("Save evidence pack…")
    desktop.choose("Save the evidence pack", path)
    said = "return document.querySelector('.passing')?.innerText.includes(arguments[0])"
    page.window.wait("word of the pack", said, 30, str(path))
    checked = subprocess.run([sys.executable, "-I", str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
    checks.that("the evidence pack is believed by the verifier", checked.returncode == 0, checked.stdout + checked.stderr)
