"""Questions that are held out, as a folder that evaluate.py and `attest eval` read."""

import hashlib
import json
import re

# Types of questions that the program has no name for, as it asks for them.
ASKED_AS = {"organization": "text", "percentage": "number"}


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def places(text, answer, most):
    """Where an answer stands in its text, the first `most` of them: as words and figures of their own, and within others where it stands so alone."""
    own = rf"(?<!\w)(?<!\d[.,/:-]){re.escape(answer)}(?!\w)(?![.,/:-]\d)"
    found = list(re.finditer(own, text)) or list(re.finditer(re.escape(answer), text))
    return [{"text": answer, "start": one.start()} for one in found[:most]]


def write(folder, name, cases):
    """Write cases of the training data with their `gold` as the scorer has it, of lists all items; those whose gold is None are left out."""
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    lines = []
    for number, case in enumerate(cases):
        evidence = []
        if case["answerable"]:
            text, start = case["answers"][0]["text"], case["answers"][0]["start"]
            line = case["context"].count("\n", 0, start) + 1
            evidence = [{"line_start": line, "line_end": line, "quote": text}]
        if case["answerable"] and case["gold"] is None:
            continue
        document = f"documents/{digest(case['context'])}.txt"
        (folder / document).write_text(case["context"])
        gold = case["gold"] if case["type"] == "list" else [case["gold"]]
        lines.append(json.dumps({"id": f"{name}-{number}", "source": case["source"], "licence": "CC-BY-SA-4.0", "document": document,
                                 "question": case["question"], "answer_type": ASKED_AS.get(case["type"], case["type"]),
                                 "answerable": case["answerable"], "gold": gold if case["answerable"] else [],
                                 "gold_evidence": evidence, "notes": name}, ensure_ascii=False) + "\n")
    (folder / "tune.jsonl").write_text("".join(lines))
    print(f"{len(lines)} questions")
