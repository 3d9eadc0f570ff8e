"""Cases -> windows: what the reader is trained on, as one file of arrays.

    prepare.py [--data DIR] [--own reviews.jsonl] --model DIR --out windows.npz [--tier 1]
    prepare.py --what varied|contrast|papers|statements|lists [--data DIR] --model DIR --out windows.npz

DIR of `--data` holds `tier1` and `tier2` (see its README). `--what` takes, instead of its cases, questions that nobody labelled (variants.py), of
contrast.py, papers.py, statements.py or lists.py. `--own` is a file of cases of your own, as `attest review training` writes it, `--model` the unpacked model of the
wheel. Deterministic: one seed, files and cases in their order.

A case gives the window that holds its answer, and for long texts windows of the same text that
do not: half of them those that share most with the question, since such are what retrieval
brings. Clauses and whole sentences teach where, not how far: any run of words within one is
right.
"""

import argparse
import math
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np

import contrast
import lists
import papers
import statements
from invoices import made
from rows import read
from text import WINDOW_TOKENS, Reader, words
from variants import varied

SEED = 7
# Cases taken of a source, at most; 0: none. What is not named here is taken whole.
MOST = {"sroie": 6000}
# Cases of small sources whose texts look like the program's documents: taken so often, each time cut anew.
TIMES = {"tat_qa": 2, "ait_qa": 3, "xquad": 2, "covid_qa": 2, "qed_nq": 2}
# What cases of your own are called as a source.
OWN = "reviews"
# Documents that invoices.py and lists.py make.
INVOICES, LISTS = 1200, 1000
# Windows without the answer beside one with it, and for a question without an answer.
BESIDE, ABSENT = 3, 2
# Sources whose yes/no questions ask whether something is agreed at all: where a window does not
# say so, it says no.
SILENCE_IS_NO = {"cuad"}
# Gold answers that are longer than a short answer would be.
LONG_UNITS = ("clause", "sentence")
# What the runs of a window are: the answers (or other places of one), each an item, around it, or not known.
ANSWERS, ITEMS, AROUND, UNKNOWN = 0, 1, 2, 3
# Types that the program may ask for in another's place: half of such cases are asked so.
ALSO = {"organization": "text", "percentage": "number"}
# What a window says of a yes/no question.
NOT_ASKED, NOTHING, YES, NO = -1, 0, 1, 2


class Text:
    """A text and its tokens, windows and words, made once."""

    def __init__(self, reader, text):
        self.text = text
        self.tokens = reader.tokens(text)

    def cuts(self, room, rng):
        """Ranges of tokens: a text that fits is one, a longer one is cut with a random first length and overlap."""
        count = len(self.tokens)
        if count <= room:
            return [(0, count)]
        # Retrieval's passages are shorter than the room: both lengths are met.
        length = room if rng.random() < 0.6 else rng.randint(room // 2, room)
        step = max(1, length - length // 4)
        first = rng.randint(length // 2, length)
        found, at = [(0, first)], max(0, first - length // 4)
        while found[-1][1] < count:
            found.append((at, min(count, at + length)))
            at += step
        return found


def gold_spans(case, tokens):
    """Token ranges of the answers that are to be found, whole words, in order."""
    spans = []
    answers = case["answers"] if case["type"] == "list" else case["answers"][:3]
    for answer in answers:
        start, end = answer["start"], answer["start"] + len(answer["text"])
        inside = [at for at in range(len(tokens)) if tokens.starts[at] < end and tokens.ends[at] > start]
        if inside:
            spans.append((inside[0], inside[-1]))
    return spans


def hardest(question, text, ranges, rarity, rng, count):
    """`count` ranges: half of them those that share most with the question."""
    asked = set(words(question))
    def shared(cut):
        tokens = text.tokens
        here = text.text[tokens.starts[cut[0]]:tokens.ends[cut[1] - 1]] if cut[1] > cut[0] else ""
        # Exactly, since the order of a set differs from run to run.
        return math.fsum(rarity.get(word, 8.0) for word in asked & set(words(here)))
    ranked = sorted(ranges, key=shared, reverse=True)
    picked = ranked[:(count + 1) // 2]
    rest = ranked[len(picked):]
    rng.shuffle(rest)
    return picked + rest[:count - len(picked)]


class Windows:
    def __init__(self):
        self.ids, self.begin, self.spans, self.span_begin = [], [0], [], [0]
        self.kind, self.verdict, self.source = [], [], []

    def add(self, ids, spans, kind, verdict, source):
        self.ids.extend(ids)
        self.begin.append(len(self.ids))
        self.spans.extend(spans)
        self.span_begin.append(len(self.spans))
        self.kind.append(kind)
        self.verdict.append(verdict)
        self.source.append(source)

    def save(self, path, names, reader):
        np.savez(path, ids=np.array(self.ids, np.uint16), begin=np.array(self.begin, np.int64),
                 spans=np.array(self.spans, np.int16).reshape(-1, 2), span_begin=np.array(self.span_begin, np.int64),
                 kind=np.array(self.kind, np.int8), verdict=np.array(self.verdict, np.int8),
                 source=np.array(self.source, np.int8), names=np.array(names),
                 inner=np.array(reader.inner(), bool), sep=np.array(reader.sep))


def is_used(case):
    """Whether the words of the answer can be pointed at: not for yes/no with an explanation beside
    it, nor for several cells of a row."""
    if case["type"] is None:
        return case.get("answer_unit") == "sentence" or not case["answerable"]
    return case.get("answer_unit") != "cells"


def kind_of(case):
    if case.get("unknown"):
        return UNKNOWN
    if case["type"] == "list":
        return ITEMS
    return AROUND if case.get("answer_unit") in LONG_UNITS else ANSWERS


def verdict_of(case, holds, source):
    if case["type"] != "boolean" or case.get("unknown"):
        return NOT_ASKED
    if not holds:
        return NO if source in SILENCE_IS_NO else NOTHING
    return YES if case["value"] else NO


def add_case(windows, reader, case, text, rarity, rng, source, name):
    asked = case["type"]
    if asked in ALSO and rng.random() < 0.5:
        asked = ALSO[asked]
    question = reader.question(asked, case["question"])
    room = WINDOW_TOKENS - len(question) - 3
    cuts = text.cuts(room, rng)
    golds = gold_spans(case, text.tokens) if case["answerable"] else []
    kind = kind_of(case)
    def held(cut):
        return [(a, b) for a, b in golds if cut[0] <= a and b < cut[1]]
    def touched(cut):
        return any(a < cut[1] and b >= cut[0] for a, b in golds)
    with_it = [cut for cut in cuts if (golds and golds[0] in held(cut)) or (kind == ITEMS and held(cut))]
    without = [cut for cut in cuts if not touched(cut)]
    if case["answerable"] and golds and not with_it:
        return
    def put(cut):
        offset = len(question) + 2 - cut[0]
        spans = [(a + offset, b + offset) for a, b in held(cut)]
        ids = [reader.cls, *question, reader.sep, *text.tokens.ids[cut[0]:cut[1]], reader.sep]
        windows.add(ids, spans, kind, verdict_of(case, bool(spans), name), source)
    if with_it:
        put(rng.choice(with_it))
    for cut in hardest(case["question"], text, without, rarity, rng, BESIDE if with_it else ABSENT):
        put(cut)


def rarity_of(texts):
    seen = Counter()
    for text in texts:
        seen.update(set(words(text)))
    return {word: math.log(len(texts) / count) for word, count in seen.items()}


def names_in(folder):
    """Names of people that the cases of a tier ask for, as given name and family name."""
    found = set()
    for path in sorted(folder.glob("*.jsonl.xz")):
        if not path.name.startswith("documents"):
            found |= {case["answers"][0]["text"] for case in read(path) if case["type"] == "person_name" and case["answers"]}
    return sorted(name for name in found if re.fullmatch(r"[A-Z][a-zé]+ [A-Z][a-zé]+", name))


def add_source(windows, reader, name, cases, documents, source, seed, most=None):
    """The windows of a source; `documents` holds the texts that a case names and does not bring."""
    rng, read_texts = random.Random(f"{seed} {name}"), {}
    cases = [case for case in cases if is_used(case)]
    rng.shuffle(cases)
    cases = (cases[:MOST.get(name, len(cases))] * TIMES.get(name, 1))[:most]
    texts = [case["context"] if case["context"] is not None else documents[case["document_id"]] for case in cases]
    rarity = rarity_of(sorted(set(texts)))
    before, began = len(windows.kind), len(windows.ids)
    for case, text in zip(cases, texts):
        # A document that several cases are about is taken apart once.
        if case["context"] is not None and name != OWN:
            one = Text(reader, text)
        else:
            if case["document_id"] not in read_texts:
                read_texts[case["document_id"]] = Text(reader, text)
            one = read_texts[case["document_id"]]
        add_case(windows, reader, case, one, rarity, rng, source, name)
    print(f"{name}: {len(cases)} cases, {len(windows.kind) - before} windows, {len(windows.ids) - began} tokens", flush=True)


def labelled(arguments):
    """The sources of the training data by name: their cases, and the texts that these name and do not bring."""
    for tier in range(1, arguments.tier + 1):
        folder = arguments.data / f"tier{tier}"
        documents = {row["document_id"]: row["text"] for row in read(folder / "documents.jsonl.xz")}
        for path in sorted(folder.glob("*.jsonl.xz")):
            name = path.name.split(".")[0]
            if name != "documents" and MOST.get(name) != 0:
                yield name, read(path), documents
        if tier == 1:
            yield "invoices", made(INVOICES, names_in(folder), arguments.seed), documents


def sources(arguments):
    """What windows are made of, source by source."""
    held = int(arguments.held)
    if arguments.what == "contrast":
        yield "contrast", contrast.cases(arguments.data, held, arguments.last), {}
    elif arguments.what == "papers":
        yield "papers", papers.cases(held), {}
    elif arguments.what == "statements":
        yield "statements", statements.cases(held), {}
    elif arguments.what == "lists":
        yield "lists", lists.made(LISTS, arguments.seed, other_sides=True), {}
    elif arguments.data:
        for name, cases, documents in labelled(arguments):
            if arguments.what == "varied":
                cases = varied(name, cases, documents, arguments.seed)
            yield name, cases, documents
    if arguments.own:
        yield OWN, read(arguments.own), {}


def main():
    parser = argparse.ArgumentParser(description="Make the windows that the reader is trained on.")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--own", type=Path, help="cases of your own: JSON Lines of attest review training")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=SEED, help="another one cuts the texts elsewhere")
    parser.add_argument("--what", choices=("cases", "varied", "contrast", "papers", "statements", "lists"), default="cases",
                        help="the cases of the data, questions that nobody labelled (for a reader that has a teacher), or those of contrast.py, papers.py, statements.py or lists.py")
    parser.add_argument("--last", type=int, default=0, help="passages of contrast.py, the last ones of its file alone; 0: all")
    parser.add_argument("--held", action="store_true", help="of contrast.py, papers.py or statements.py those that are held out")
    parser.add_argument("--most", type=int, help="cases of a source, at most")
    parser.add_argument("--tier", type=int, choices=(1, 2), default=2, help="1: permissive sources only")
    arguments = parser.parse_args()
    if arguments.data is None and arguments.own is None and arguments.what not in ("papers", "statements", "lists"):
        parser.error("give --data, --own, or both")
    if arguments.data is None and arguments.what in ("varied", "contrast"):
        parser.error(f"--what {arguments.what} goes with --data")
    if arguments.held and arguments.what not in ("contrast", "papers", "statements"):
        parser.error("--held goes with --what contrast, papers or statements")
    reader, windows, names = Reader(arguments.model), Windows(), []
    for name, cases, documents in sources(arguments):
        add_source(windows, reader, name, cases, documents, len(names), arguments.seed, arguments.most)
        names.append(name)
    windows.save(arguments.out, names, reader)
    empty = sum(1 for a, b in zip(windows.span_begin, windows.span_begin[1:]) if a == b)
    print(f"in all: {len(windows.kind)} windows, {empty} without an answer, {len(windows.ids)} tokens")


if __name__ == "__main__":
    main()
