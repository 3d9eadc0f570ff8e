"""Single statements, and questions to which they say yes or no.

    statements.py --out FOLDER

`statements.jsonl.xz` holds clauses of made-up documents in English, German and Spanish, one or two sentences each, a clause a line:

    {"language", "held": 0 or 1, "text", "questions": [[question, "yes" or "no"], ...]}

Of eight questions four are answered with yes and four with no. They stand in pairs that differ in one word or part: an opposite, another
party, a limit, an exception, *only* (Gardner et al. 2020, Evaluating Models' Local Decision Boundaries via Contrast Sets), so that neither the words of a
question nor a denial in the clause tell the answer. The yes/no questions of papers.py are taken with the sentence alone that
answers them, and those that a paper leaves open with the line that shares most words with them. They were written for the project and are under CC BY-SA 4.0, as the weights are; those of clauses and papers that are *held* are never trained on. Run as above they are
written as a folder that `attest eval` reads.
"""

import argparse
import re
from pathlib import Path

import papers
from held import digest, write
from rows import read
from text import words

FILE = Path(__file__).resolve().parent / "statements.jsonl.xz"
# Lines that a sentence may go on over before its answer's line, and behind it with them.
MOST_BEFORE, MOST_LINES = 2, 3


def goes_on(line, following):
    return bool(line.strip() and following.strip() and not re.search(r"[.:;]\s*$", line))


def around(lines, at):
    """The line of this number with those that its sentence goes on over."""
    first = last = at
    while first > 0 and last - first < MOST_BEFORE and goes_on(lines[first - 1], lines[first]):
        first -= 1
    while last + 1 < len(lines) and last - first < MOST_LINES and goes_on(lines[last], lines[last + 1]):
        last += 1
    return "\n".join(lines[first:last + 1]).strip()


def case(language, question, text, answer, value):
    """A question about a text that is a statement; `answer` is "" where it leaves it open."""
    return {"source": f"statements ({language})", "document_id": digest(text), "question": question, "type": "boolean", "context": text,
            "answers": [{"text": answer, "start": text.index(answer)}] if answer else [], "answer_unit": "sentence",
            "answerable": bool(answer), "value": value == "yes", "gold": value == "yes" if answer else None}


def of_papers(held):
    for row in read(papers.FILE):
        if not row.get("yes_no") or row["held"] != held:
            continue
        lines = row["text"].split("\n")
        for _, question, answer, value in row["questions"]:
            if answer:
                at = row["text"].count("\n", 0, row["text"].index(answer))
            else:
                asked = set(words(question))
                at = max(range(len(lines)), key=lambda one: len(asked & set(words(lines[one]))))
            text = around(lines, at)
            if text:
                yield case(row["language"], question, text, answer, value)


def cases(held=0):
    """The questions as cases of the training data: those to train on, or those that are held out."""
    rows = [row for row in read(FILE) if row["held"] == held]
    of_clauses = [case(row["language"], question, row["text"], row["text"], value) for row in rows for question, value in row["questions"]]
    return of_clauses + list(of_papers(held))


def main():
    parser = argparse.ArgumentParser(description="Write the statements that are held out as a folder that `attest eval` reads.")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    write(arguments.out, "statements", cases(held=1))


if __name__ == "__main__":
    main()
