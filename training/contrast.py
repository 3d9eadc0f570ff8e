"""Questions written in pairs about the same passages: one that the passage answers, one that it only seems to.

    contrast.py --data DIR/train --out FOLDER

`contrast.jsonl.xz` holds them; the passages are those of the training data, named by their document and the hash of
their text (a part of a long document by its first character and length, too). A line is a passage:

    {"source", "document_id", "passage": "first 16 hex digits of its SHA-256", "part": [start, length] or null,
     "held": 0 or 1, "questions": [[type, question, answer or ""], ...]}

Most questions without an answer that rules make show traces of the rule: a name that stands nowhere in the text, a word
turned into its opposite. These do not: what they ask for is plausible, its words stand in the passage, and beside each
stands a question that differs little and has an answer there, so that neither words nor style tell the two apart.
They were written for the project and are under CC BY-SA 4.0, as the weights are; none is of a passage, an article or a document of TUNE or DEV. After SQuAD 2.0
(Rajpurkar et al. 2018) and contrast sets (Gardner et al. 2020, Evaluating Models' Local Decision Boundaries via Contrast Sets).
Those about the 734 passages before the last 1,551, 120 of them German or Spanish, go further: beside each of its five questions without an answer a passage holds something
of the asked kind that looks like the answer (a negation, an opposite, another name or year of the passage, a property of something else, a condition that nobody states), most
are worded otherwise than the passage, and so are the three with an answer. The 1,551 passages behind those, 109 of them German or Spanish, were asked in the same ways.

Questions about passages that are *held*, 2,887 in all, are never trained on. Run as above they are written as a folder that evaluate.py and
`attest eval` read, with values in the form of its gold answers; what cannot be brought into it, such as a figure in words, is left out.
"""

import argparse
import re
from pathlib import Path

from held import ASKED_AS, digest, places, write
from rows import read

FILE = Path(__file__).resolve().parent / "contrast.jsonl.xz"
MONTHS = "January February March April May June July August September October November December".split()
# Places of an answer in its passage that are right, at most.
PLACES = 3


def passages(data, rows):
    """The texts of the passages by their hash."""
    found, wanted = {}, {row["passage"] for row in rows}
    for tier in ("tier1", "tier2"):
        documents = {row["document_id"]: row["text"] for row in read(data / tier / "documents.jsonl.xz")}
        for row in rows:
            if row["part"] and row["document_id"] in documents:
                start, length = row["part"]
                found[row["passage"]] = documents[row["document_id"]][start:start + length]
        for source in sorted({row["source"] for row in rows if not row["part"]}):
            path = data / tier / f"{source}.jsonl.xz"
            if path.exists():
                found |= {digest(case["context"]): case["context"] for case in read(path) if case["context"] and digest(case["context"]) in wanted}
    if any(digest(found.get(row["passage"], "")) != row["passage"] for row in rows):
        raise SystemExit(f"error: {data} does not hold the passages of {FILE.name}: it is another version of the training data")
    return found


def date_of(text):
    """A year, a month of a year or a day as ISO 8601 writes it; None for others."""
    day, month, year = r"(\d{1,2})(?:st|nd|rd|th)?", f"({'|'.join(MONTHS)})", r"(\d{4})"
    for form, order in ((year, "y"), (f"{month},? {year}", "my"), (f"{month} {day},? {year}", "mdy"), (f"{day} {month},? {year}", "dmy")):
        found = re.fullmatch(form, text)
        if found:
            parts = dict(zip(order, found.groups()))
            rest = [f"{MONTHS.index(parts['m']) + 1:02}"] if "m" in parts else []
            return "-".join([parts["y"], *rest, *([f"{int(parts['d']):02}"] if "d" in parts else [])])
    return None


def gold_of(kind, text):
    """An answer in the scorer's form; None where it cannot be brought into it."""
    if kind == "date":
        return {"iso": date_of(text)} if date_of(text) else None
    if kind in ("amount", "number"):
        found = re.fullmatch(r"[^\d]*?(\d[\d,]*(?:\.\d+)?)[^\d]*", text)
        if not found or re.search("thousand|million|billion", text):
            return None
        return {"value": float(found[1].replace(",", "")), **({"currency": None} if kind == "amount" else {})}
    return None if kind == "address" else text


def cases(data, held=0, last=0):
    """The questions as cases of the training data: those to train on, or those that are held out; of the last passages alone, or of all (0)."""
    rows = [row for row in read(FILE)[-last:] if row["held"] == held]
    texts, made = passages(data, rows), []
    for row in rows:
        text = texts[row["passage"]]
        for kind, question, answer in row["questions"]:
            made.append({"source": row["source"], "document_id": row["document_id"], "question": question, "type": kind, "context": text,
                         "answers": places(text, answer, PLACES) if answer else [], "answerable": bool(answer),
                         "gold": gold_of(ASKED_AS.get(kind, kind), answer) if answer else None})
    return made


def main():
    parser = argparse.ArgumentParser(description="Write the questions that are held out as a folder that evaluate.py reads.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    write(arguments.out, "contrast", cases(arguments.data, held=1))


if __name__ == "__main__":
    main()
