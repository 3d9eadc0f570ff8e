"""What the reader alone makes of TUNE: whole documents, no retrieval, no recognisers.

    evaluate.py --tune FOLDER --model DIR --reader reader.safetensors [--only sample.txt] [--out spans.jsonl]
    evaluate.py --tune FOLDER --model DIR --reader teacher.safetensors --mpnet FILE

FOLDER holds tune.jsonl (unpacked) and documents/. For every case the best span over all windows
is compared with the gold: exactly for text and names, by standing in the gold quote for values.
"Overall" is with one threshold, chosen on the same cases: an upper bound, to compare trainings by.
"""

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from pathlib import Path

import torch

from model import NO, NOTHING, from_wheel, nothing, runs
from teacher import from_wheels
from text import WINDOW_TOKENS, Reader
from train import ROUND, start_of

# Longest span, in tokens, by what is asked for.
LONGEST = {"address": 60, "text": 40}
BATCH = 64
OUT = -1e9


def norm(text):
    text = re.sub(r"[^\w\s]", " ", text.lower())
    return re.sub(r"\s+", " ", re.sub(r"\b(a|an|the)\b", " ", text)).strip()


def f1(one, other):
    left, right = Counter(norm(one).split()), Counter(norm(other).split())
    common = sum((left & right).values())
    return 2 * common / (sum(left.values()) + sum(right.values())) if common else 0.0


def cuts(tokens, room):
    step, found, at = room - room // 4, [], 0
    while True:
        found.append((at, min(len(tokens), at + room)))
        if found[-1][1] >= len(tokens):
            return found
        at += step


def read(model, windows, device, half):
    """Scores of windows and of the runs in them, less what speaks for "nothing here"."""
    length = -(-max(map(len, windows)) // ROUND) * ROUND
    ids = torch.zeros(len(windows), length, dtype=torch.long)
    padding = torch.ones(len(windows), length, dtype=torch.bool)
    for row, one in enumerate(windows):
        ids[row, :len(one)] = torch.tensor(one)
        padding[row, :len(one)] = False
    with torch.no_grad():
        scores, ties = model(ids.to(device), padding.to(device), half)
        return scores, runs(scores, ties) - nothing(scores)[:, None, None]


def best_spans(found, tokens, cut, offset, longest, count):
    """The best spans of a window: whole words, less than `longest` tokens, as (score, start, end) characters."""
    first, last = cut
    width = last - first
    begins, ends = (torch.tensor(some[first:last], device=found.device) for some in (tokens.first, tokens.last))
    inside = (begins[:, None] & ends[None, :]).triu().tril(longest)
    pairs = found[offset:offset + width, offset:offset + width].masked_fill(~inside, OUT)
    values, places = pairs.flatten().topk(min(count, pairs.numel()))
    return [(value, tokens.starts[first + at // width], tokens.ends[first + at % width])
            for value, at in zip(values.tolist(), places.tolist()) if value > OUT / 2]


def windows_of(reader, case, tokens):
    """The question's length and the windows of a document, each as the range of its tokens and its ids."""
    question = reader.question(case["answer_type"], case["question"])
    room = WINDOW_TOKENS - len(question) - 3
    return len(question), [((a, b), [reader.cls, *question, reader.sep, *tokens.ids[a:b], reader.sep]) for a, b in cuts(tokens, room)]


def answers(model, reader, asked, arguments, count=5):
    """For every case and its tokens the best spans of the whole document and what each window says of yes and no."""
    queue = []
    for number, (case, tokens) in enumerate(asked):
        asked_length, windows = windows_of(reader, case, tokens)
        queue += [(number, asked_length + 2, cut, ids) for cut, ids in windows]
    queue.sort(key=lambda one: len(one[3]))
    found, verdicts = defaultdict(list), defaultdict(list)
    for first in range(0, len(queue), BATCH):
        some = queue[first:first + BATCH]
        scores, found_runs = read(model, [ids for *_, ids in some], arguments.device, arguments.half)
        for row, (number, offset, cut, _) in enumerate(some):
            case, tokens = asked[number]
            found[number] += best_spans(found_runs[row], tokens, cut, offset, LONGEST.get(case["answer_type"], 24), count)
            verdicts[number].append(scores[row, 0, NOTHING:NO + 1].softmax(0).tolist())
    for number in range(len(asked)):
        best = {}
        for value, start, end in sorted(found[number], reverse=True):
            best.setdefault((start, end), value)
        yield sorted(((value, start, end) for (start, end), value in best.items()), reverse=True)[:count], verdicts[number]


def is_right(case, said):
    if case["answer_type"] in ("text", "person_name", "address"):
        golds = [" ".join(str(part) for part in one.values() if part) if isinstance(one, dict) else str(one) for one in case["gold"]]
        if case["answer_type"] == "address":
            return any(f1(one, said) > 0.8 for one in golds), max(f1(one, said) for one in golds)
        return any(norm(one) == norm(said) for one in golds), max(f1(one, said) for one in golds)
    quotes = [norm(one["quote"]) for one in case["gold_evidence"]]
    right = bool(norm(said)) and any(norm(said) in one or one in norm(said) for one in quotes)
    return right, float(right)


def report(rows):
    print(f"{'':30} {'n':>5} {'right':>6} {'f1':>6}")
    groups = defaultdict(list)
    for row in rows:
        if row["answerable"]:
            groups[row["type"]].append(row)
            groups[row["source"]].append(row)
            groups["all"].append(row)
    for name, some in sorted(groups.items()):
        print(f"{name[:30]:30} {len(some):5} {sum(r['right'] for r in some) / len(some):6.3f} {sum(r['f1'] for r in some) / len(some):6.3f}")
    yes, no = [r["score"] for r in rows if r["answerable"]], [r["score"] for r in rows if not r["answerable"]]
    above = sum((a > b) + 0.5 * (a == b) for a in yes for b in no) / (len(yes) * len(no))
    def overall(least):
        return sum(row["right"] if row["answerable"] and row["score"] >= least else not row["answerable"] and row["score"] < least for row in rows)
    least = max((row["score"] for row in rows), key=overall)
    print(f"area under the curve {above:.3f}; overall {overall(least) / len(rows):.3f} at {least:.2f}, "
          f"false answers {sum(s >= least for s in no) / len(no):.3f}, missed {sum(s < least for s in yes) / len(yes):.3f}")


def main():
    parser = argparse.ArgumentParser(description="What the reader alone makes of TUNE.")
    parser.add_argument("--tune", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--only", type=Path, help="a file of case ids")
    parser.add_argument("--out", type=Path, help="where the best spans of every case go")
    parser.add_argument("--mpnet", type=Path, help="where --reader is a teacher's: model.safetensors of its encoder")
    parser.add_argument("--half", action="store_true", help="multiply in bf16")
    parser.add_argument("--device", default="cpu")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    reader = Reader(arguments.model)
    if arguments.mpnet:
        model = from_wheels(str(arguments.mpnet), reader.cls, reader.sep)
    else:
        model = from_wheel(str(arguments.model / "model.safetensors"))
    model.load_state_dict(start_of(arguments.reader), strict=False)
    model.eval().to(arguments.device)
    cases = [json.loads(line) for line in (arguments.tune / "tune.jsonl").read_text().splitlines()]
    if arguments.only:
        wanted = set(arguments.only.read_text().split())
        cases = [case for case in cases if case["id"] in wanted]
    cases = [case for case in cases if case["answer_type"] not in ("list", "iban")]
    texts = {name: (arguments.tune / name).read_text() for name in sorted({case["document"] for case in cases})}
    tokens_of = {name: reader.tokens(text) for name, text in texts.items()}
    rows, verdict_rows, out, began = [], [], [], time.time()
    asked = [(case, tokens_of[case["document"]]) for case in cases]
    for case, (spans, verdicts) in zip(cases, answers(model, reader, asked, arguments)):
        text = texts[case["document"]]
        out.append({"id": case["id"], "spans": [[value, text[a:b]] for value, a, b in spans], "verdicts": verdicts})
        if case["answer_type"] == "boolean":
            nothing, yes, no = min(verdicts)
            verdict_rows.append((case, yes >= no, 1 - nothing))
            continue
        said = text[spans[0][1]:spans[0][2]] if spans else ""
        right, soft = is_right(case, said) if case["answerable"] else (False, 0.0)
        rows.append({"type": case["answer_type"], "source": case["source"], "answerable": case["answerable"],
                     "score": spans[0][0] if spans else OUT, "right": right, "f1": soft})
    report(rows)
    asked = [(case, said, sure) for case, said, sure in verdict_rows if case["answerable"]]
    if asked:
        print(f"yes/no: right {sum(case['gold'][0] == said for case, said, _ in asked) / len(asked):.3f} of {len(asked)}; "
              f"sure of those {sum(s for *_, s in asked) / len(asked):.2f}, "
              f"of the others {sum(s for c, _, s in verdict_rows if not c['answerable']) / max(1, len(verdict_rows) - len(asked)):.2f}")
    print(f"{len(rows) + len(verdict_rows)} cases in {time.time() - began:.0f} s")
    if arguments.out:
        arguments.out.write_text("".join(json.dumps(row) + "\n" for row in out))


if __name__ == "__main__":
    main()
