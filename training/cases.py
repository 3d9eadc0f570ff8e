"""Write tests/reading.json: texts with the tokens and places that text.py gives them.

    cases.py --model DIR [--out FILE]

`crates/engine/src/reader` must give the same for each. Places are bytes here, and a word stands
as [first token, behind its last token, byte, byte behind it]. Texts keep to what Unicode 8 had:
later characters are read by newer tables there.
"""

import argparse
import json
import random
from pathlib import Path

from text import Reader

OUT = Path(__file__).resolve().parent.parent / "tests" / "reading.json"
SEED = 7
TEXTS = [
    "",
    " \t\n\n \r\n",
    "What is the annual premium?",
    "The annual premium is USD 1,250.00, payable in advance.",
    "Item\tQty\tPrice\nPaper, A4\t12\t3.50\nTotal\t\t42.00\n",
    "\t2019\t2018\nOperating revenue:\nPassengers\t$39,625\t37,706\nCargo\t\t1,179\nTotal  43,259  41,303\n\n\n\nNo\ttable\tthis",
    "Year ended   Change\n30.06.2019  Q1 2018 (restated for the merger)   %\nNet  5  6  7.5 \u20ac\n5 | 6 | 7",
    "million\t2017/2018\t2018/19\tSum\nOther\t1.5\t2\t3.5",
    "Name:   John O'Neill      Date:  03/04/2019\nno gap here\nTotal  $ 1.234,56",
    " \tindented\tcell \t \tlast \t\n\t\n\ta\n",
    "a\u00a0b\u00a0\u00a0c \u00a0d\t\u00a0\u00a0\te",
    "Caf\u00e9 na\u00efve \u00c5ngstr\u00f6m Stra\u00dfe \u0130stanbul \u01c4 \ufb01ne",
    "cafe\u0301 e\u0301te\u0301 \u0301lone a\u0300\u0323b",
    "Die Versicherungspr\u00e4mie betr\u00e4gt 300\u20ac im Jahr \u2013 Br\u00fcssel\u2019s \u201eRecht\u201c.",
    "\u6771\u4eac is the capital of Japan, \u4e2d\u6587\u548cabc\u6df7\u5408\u3002",
    "\ud55c\uad6d\uc5b4 \ubb38\uc11c \u3072\u3089\u304c\u306a\u304c \u30ab\u30bf\u30ab\u30ca",
    "\uf900\ufa0e \U00020000\U0002a700",
    "\u041f\u0440\u0438\u0432\u0435\u0442 \u039a\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1 \u03a3\u03a3 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u0928\u092e\u0938\u094d\u0924\u0947",
    "good \U0001f600 job \U0001f469\u200d\U0001f4bb ok \u2764\ufe0f x\u2122 50\u00b0",
    "zero\u200bwidth soft\u00adhyphen bom\ufeff in\u200dside \ufffdbroken",
    "bell\x07 nul\x00l form\x0cfeed v\x0bt next\x85line sep\x1carator \x1d\x1e\x1f end\x7f",
    "\x1c  after a separator\n\x85\tafter a next line\x1f",
    "windows\r\nline\r\nends\tcell\r\nold\rmac",
    "[CLS] question [SEP] passage [PAD] [MASK] [UNK] [unused1] ##ing ## [ CLS ]",
    "supercalifragilisticexpialidocious antidisestablishmentarianism",
    "x" * 99 + " " + "y" * 100 + " " + "z" * 101 + " " + "\u00e9" * 100,
    "http://www.example.com/a_b?c=d&e=%20#f mail@example.org C:\\dir\\file.txt",
    "~`!@#$%^&*()_-+={[}]|\\:;\"'<,>.?/ \u00a7\u00b6\u2026\u2022\u20ac\u00a3\u00a5\u00a2\u00bf\u00a1\u00ab\u00bb\u037e\u1fef\u212a",
    "1 2\t3  4   5\t\t6 \t7\t 8  \t  9",
    "a  \t \t b\u00a0\u00a0\t\t  \u00a0\u00a0c",
    "line one\nline two  with gap\n\nline four\t\n",
    "\U0001d400\U0001d7ce \uff21\uff22\uff10 \u00bd \u2460 \u0e01\u0e33 \u1e9e",
]
# What random texts are made of.
PIECES = ["the", "Total", "amount", "1,250.00", "\u00e9t\u00e9", "\u6771", "e\u0301", "  ", "\t", " ", " ", " ", "\n", "\u00a0", ".", "|", ";", "-",
          "USD", "19/10/2018", "\u200b", "\x1c", "\x0b", "\r", "\ud55c", "[SEP]", "Wattenmeer", "\u0130", "\u2019", "\U0001f600", "\u0301", "x" * 60]


def case(reader, text):
    tokens = reader.tokens(text)
    place = lambda characters: len(text[:characters].encode())
    words, at = [], 0
    while at < len(tokens):
        if not tokens.first[at]:
            at += 1
            continue
        end = at + 1
        while not tokens.last[end - 1]:
            end += 1
        words.append([at, end, place(tokens.starts[at]), place(tokens.ends[at])])
        at = end
    return {"text": text, "ids": tokens.ids, "words": words, "lines": tokens.lines,
            "question": reader.question("amount", text)}


def main():
    parser = argparse.ArgumentParser(description="Write the cases of the reader's tokens.")
    parser.add_argument("--model", type=Path, required=True, help="folder of the wheel's model")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--random", type=int, default=60, help="how many random texts")
    arguments = parser.parse_args()
    reader, rng = Reader(arguments.model), random.Random(SEED)
    texts = TEXTS + ["".join(rng.choices(PIECES, k=rng.randint(5, 60))) for _ in range(arguments.random)]
    cases = ",\n".join(json.dumps(case(reader, text), separators=(",", ":")) for text in texts)
    arguments.out.write_text(f"[\n{cases}\n]\n")


if __name__ == "__main__":
    main()
