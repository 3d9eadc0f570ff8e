"""Made-up business papers in English, German and Spanish, and questions of them.

    papers.py --out FOLDER

`papers.jsonl.xz` holds a paper a line:

    {"language", "paper": "what it is", "held": 0 or 1, "text", "questions": [[type, question, answer or "", value], ...], "plain": [...]}

Invoices, leases, policies, discharge letters, ledgers, judgments, e-mails, valuation reports: the training data has few of
what the program is for, and most of it is English. Of the `questions` seven of twelve are answered, most of them in
other words than the paper's; the others ask for what it does not tell though it has something of that kind. The `plain` ones, five of eight answered,
are what somebody asks who knows only what sort of paper it is, whole questions and mere labels. `value` is the answer as the
scorer has it: a date in ISO 8601, a sum with its currency, a plain number.

The last 240 papers have sixteen `questions`, ten of them answered and most of these plain, and no others. They were written for the project and are under CC BY-SA 4.0, as the weights are. The papers that are *held*, with all their questions, were never trained on. Run as above
they are written as a folder that evaluate.py and `attest eval` read, without addresses, which the scorer wants in parts.
"""

import argparse
import tomllib
from pathlib import Path

from held import digest, places, write
from rows import read

FILE = Path(__file__).resolve().parent / "papers.jsonl.xz"
SOURCE, PLAIN = "papers", "papers, plainly"
# Titles that are no part of a name: those of the program.
PACKS = sorted((FILE.parent.parent / "languages").glob("*.toml"))
TITLES = {title for pack in PACKS for title in tomllib.loads(pack.read_text())["names"]["titles"]}
# Places of an answer in its paper that are right, at most. Some stand at several, and which one was meant is not told.
PLACES = 3


def gold_of(kind, value):
    """A value in the scorer's form; None of an address."""
    if kind == "date":
        return {"iso": value}
    if kind == "amount":
        figure, currency = value.split()
        return {"value": float(figure), "currency": currency}
    if kind in ("number", "percentage"):
        return {"value": float(value)}
    if kind == "iban":
        return value.replace(" ", "")
    if kind == "person_name":
        return name_of(value)
    return None if kind == "address" else value


def name_of(value):
    """A person's name without titles, the family's name last."""
    words = value.split()
    while len(words) > 1 and words[0].rstrip(".").lower() in TITLES:
        words.pop(0)
    return " ".join(words[1:] + [words[0][:-1]]) if len(words) > 1 and words[0].endswith(",") else " ".join(words)


def cases(held=0):
    """The questions as cases of the training data: those to train on, or those that are held out."""
    made = []
    for row in read(FILE):
        if row["held"] != held:
            continue
        asked = [(SOURCE, one) for one in row["questions"]] + [(PLAIN, one) for one in row["plain"]]
        for source, (kind, question, answer, value) in asked:
            made.append({"source": f"{source} ({row['language']})", "document_id": digest(row["text"]), "question": question, "type": kind,
                         "context": row["text"], "answers": places(row["text"], answer, PLACES) if answer else [],
                         "answerable": bool(answer), "gold": gold_of(kind, value) if answer else None})
    return made


def main():
    parser = argparse.ArgumentParser(description="Write the papers that are held out as a folder that evaluate.py reads.")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    write(arguments.out, SOURCE, cases(held=1))


if __name__ == "__main__":
    main()
