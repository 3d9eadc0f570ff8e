"""Made-up business papers in English, German and Spanish, and questions of them.

    papers.py --out FOLDER

`papers.jsonl.xz` holds a paper a line:

    {"language", "paper": "what it is", "held": 0 or 1, "roles", "sides", "details" or "yes_no": 1 or left out, "text",
     "questions": [[type, question, answer or "", value], ...], "plain": [...]}

Invoices, leases, policies, discharge letters, ledgers, judgments, e-mails, valuation reports: the training data has few of
what the program is for, and most of it is English. Of the `questions` seven of twelve are answered, most of them in
other words than the paper's; the others ask for what it does not tell though it has something of that kind. The `plain` ones, five of eight answered,
are what somebody asks who knows only what sort of paper it is, whole questions and mere labels. `value` is the answer as the
scorer has it: a date in ISO 8601, a sum with its currency, a plain number.

240 papers have sixteen `questions`, ten of them answered and most of these plain, and no others, and so have 24 later ones. Between them stand 252 with
twelve, of which eight ask for a whole list, the plainest questions among them (*What are the exclusions?*), and five of these eight are answered, by all items;
and 320 excerpts about `roles` with eight, which ask who holds one (*Who is the tenant?*), five of them answered. Then 340 name several `sides`, seller and
buyer, payer and payee, and twelve questions ask for what belongs to one of them (*the buyer's IBAN*): six are answered, and most of the others ask for what the paper tells of another side alone. Then 320 tell how to pay and how to
reach somebody (`details`: IBANs, mail addresses, telephone and reference numbers), half of them of one side only, and eight of their twelve questions are answered. The last 738 have twelve questions that ask whether
something is so (`yes_no`), most of them in other words than the text's: of the first 288, which are papers, four are answered with yes, five with no and three not at all; of
the others, which are parts of papers of 70 to 170 words, five, five and two. All were written for the project and are under CC BY-SA 4.0, as the weights are. The papers that are *held*, with all their questions, were never trained on. Run as above
they are written as a folder that evaluate.py and `attest eval` read, without addresses, which the scorer wants in parts.
"""

import argparse
import tomllib
from pathlib import Path

from held import digest, places, write
from rows import read

FILE = Path(__file__).resolve().parent / "papers.jsonl.xz"
SOURCE, PLAIN, LISTS, ROLES = "papers", "papers, plainly", "papers, lists", "papers, roles"
SIDES, DETAILS, YES_NO = "papers, sides", "papers, details", "papers, yes or no"
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
    if kind == "boolean":
        return value == "yes"
    if kind == "person_name":
        return name_of(value)
    return None if kind == "address" else value


def items_of(text, items):
    """Where the items of a list stand: in order, as near to each other as they do somewhere."""
    found = [[one["start"] for one in places(text, item, len(text))] for item in items]
    best = None
    for start in found[0]:
        starts = [start]
        for at in found[1:]:
            behind = [one for one in at if one > starts[-1]]
            starts.append(behind[0] if behind else at[0])
        reach = max(starts) - min(starts)
        if best is None or reach < best[0]:
            best = reach, starts
    return [{"text": item, "start": start} for item, start in zip(items, best[1])]


def name_of(value):
    """A person's name without titles, the family's name last."""
    words = value.split()
    while len(words) > 1 and words[0].rstrip(".").lower() in TITLES:
        words.pop(0)
    return " ".join(words[1:] + [words[0][:-1]]) if len(words) > 1 and words[0].endswith(",") else " ".join(words)


def answers_of(text, kind, answer):
    if not answer:
        return []
    return items_of(text, answer) if kind == "list" else places(text, answer, PLACES)


def source_of(row):
    if row.get("roles"):
        return ROLES
    if row.get("sides"):
        return SIDES
    if row.get("details"):
        return DETAILS
    if row.get("yes_no"):
        return YES_NO
    return LISTS if any(kind == "list" for kind, *_ in row["questions"]) else SOURCE


def otherwise(kind):
    """The other of the two types that *who* may ask for."""
    return {"person_name": "organization", "organization": "person_name"}[kind]


def cases(held=0):
    """The questions as cases of the training data: those to train on, or those that are held out.

    To train on, a role that a person holds is also asked for as a company, which is not there, and the other way round."""
    made = []
    for row in read(FILE):
        if row["held"] != held:
            continue
        asked = [(source_of(row), one) for one in row["questions"]] + [(PLAIN, one) for one in row["plain"]]
        if row.get("roles") and not held:
            asked += [(ROLES, (otherwise(kind), question, "", "")) for kind, question, answer, _ in row["questions"] if answer]
        for source, (kind, question, answer, value) in asked:
            made.append({"source": f"{source} ({row['language']})", "document_id": digest(row["text"]), "question": question, "type": kind,
                         "context": row["text"], "answers": answers_of(row["text"], kind, answer), "value": value == "yes",
                         "answerable": bool(answer), "gold": gold_of(kind, answer if kind == "list" else value) if answer else None})
    return made


def main():
    parser = argparse.ArgumentParser(description="Write the papers that are held out as a folder that evaluate.py reads.")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    write(arguments.out, SOURCE, cases(held=1))


if __name__ == "__main__":
    main()
