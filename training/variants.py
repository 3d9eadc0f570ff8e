"""Questions that nobody labelled, made from those that somebody did: what a teacher alone can answer.

Such questions are close to the text that they are put to, so that whether it answers them must be
read and cannot be told from the words that both share:

* **elsewhere**: a question put to another text of the same article, or to the one of some texts of
  the same source that shares the most words with it.
* **swapped**: a name, a number or another word of the question is replaced by one of the same
  shape from the text.

Most have no answer, some do; a rule that called all of them unanswerable taught the reader to
refuse what it knew (README.md). So they are for `train.py --teacher` alone.
"""

import random
import re
from collections import defaultdict

from text import STOP

# Texts of a source among which the most alike is looked for where an article has one text alone.
ALIKE = 30
# Cases of a source that are varied, at most.
MOST = 12000
# Sources whose questions are templates over forms: what is absent there is labelled already.
LEFT_OUT = ("sroie", "invoices", "cuad", "contract_nli")
WORD = re.compile(r"\w[\w'-]*")
# Words of a question that are not changed for others: common ones, and those that deny or count.
KEPT = STOP | {"not", "no", "any", "some"}


def shape(word):
    """Number, name or word."""
    return "number" if word[0].isdigit() else "name" if word[0].isupper() else "word"


def content(text):
    return [word for word in WORD.findall(text) if word.lower() not in KEPT]


def swapped(question, text, rng):
    """The question with one of its words replaced by one of the text, None where there is none to take."""
    asked = {word.lower() for word in WORD.findall(question)}
    found = defaultdict(set)
    for word in content(text):
        if word.lower() not in asked and len(word) > 1:
            found[shape(word)].add(word)
    # The first word of a sentence has a capital without being a name.
    places = [match for match in WORD.finditer(question) if match.start() > 0 and match.group().lower() not in KEPT]
    by_shape = {kind: [match for match in places if shape(match.group()) == kind and found[kind]] for kind in ("number", "name", "word")}
    for kind in ("number", "name", "word"):
        if by_shape[kind]:
            match = rng.choice(by_shape[kind])
            return question[:match.start()] + rng.choice(sorted(found[kind])) + question[match.end():]
    return None


def elsewhere(case, text, texts, families, family_of, rng):
    """Another text to put the question to."""
    family = [one for one in families[family_of[text]] if one != text]
    others = family if family else rng.sample(texts, min(ALIKE, len(texts)))
    asked = {word.lower() for word in content(case["question"])}
    alike = lambda one: len(asked & {word.lower() for word in content(one)})
    some = rng.sample(others, min(ALIKE, len(others)))
    best = max(some, key=alike)
    return best if best != text else None


def varied(name, cases, documents, seed):
    """Cases without labels made from `cases` of a source; `documents` holds the texts that a case names and does not bring."""
    if name in LEFT_OUT:
        return []
    rng = random.Random(f"{seed} variants {name}")
    cases = [case for case in cases if case["answerable"] and case["type"] not in (None, "boolean", "list")]
    rng.shuffle(cases)
    text_of = lambda case: case["context"] if case["context"] is not None else documents[case["document_id"]]
    families, family_of = defaultdict(list), {}
    for case in cases:
        text, family = text_of(case), case["document_id"].rpartition("/")[0]
        if text not in family_of:
            family_of[text] = family
            families[family].append(text)
    texts, made = sorted(family_of), []
    for case in cases[:MOST]:
        text = text_of(case)
        common = {**case, "answers": [], "answerable": False, "unknown": True}
        other = elsewhere(case, text, texts, families, family_of, rng)
        if other is not None:
            made.append({**common, "context": other})
        question = swapped(case["question"], text, rng)
        if question is not None:
            made.append({**common, "context": text, "question": question})
    return made
