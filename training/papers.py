"""Made-up business papers in English, German and Spanish, and questions of them.

    papers.py --out FOLDER

`papers.jsonl.xz` holds a paper a line:

    {"language", "paper": "what it is", "held": 0 or 1, "text", "questions": [[type, question, answer or "", value], ...]}

Invoices, leases, policies, discharge letters, ledgers, judgments, e-mails, valuation reports: the training data has few of
what the program is for, and most of it is English. Seven questions of twelve are answered, most of them in
other words than the paper's; the others ask for what it does not tell though it has something of that kind. `value` is the answer as the
scorer has it: a date in ISO 8601, a sum with its currency, a plain number.

They were written for the project and are under CC BY-SA 4.0, as the weights are. The papers that are *held* were never trained on: one in
eight of the first 372, and 288 that were written after the reader that ships was trained, most of them German and Spanish. Run as above they are written as a
folder that evaluate.py and `attest eval` read, without addresses, which the scorer wants in parts.
"""

import argparse
from pathlib import Path

from held import digest, places, write
from rows import read

FILE = Path(__file__).resolve().parent / "papers.jsonl.xz"
SOURCE = "papers"
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
    return None if kind == "address" else value


def cases(held=0):
    """The questions as cases of the training data: those to train on, or those that are held out."""
    made = []
    for row in read(FILE):
        if row["held"] != held:
            continue
        for kind, question, answer, value in row["questions"]:
            made.append({"source": f"{SOURCE} ({row['language']})", "document_id": digest(row["text"]), "question": question, "type": kind,
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
