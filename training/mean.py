"""The mean of several readers' weights (Wortsman et al. 2022, WiSE-FT and Model soups).

    mean.py 0.4:before.gguf 0.6:run/reader.safetensors --out mean.safetensors

A reader that learnt something new on top of an older one often knows less of what that one knew; between their
weights lie readers that know most of both. A share stands before each file, and they make 1 together. Files as train.py
--from takes them.
"""

import argparse
from pathlib import Path

from safetensors.torch import save_file

from train import start_of


def part(text):
    share, _, path = text.partition(":")
    return float(share), Path(path)


def main():
    parser = argparse.ArgumentParser(description="The mean of several readers' weights.")
    parser.add_argument("parts", type=part, nargs="+", metavar="SHARE:FILE")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if abs(sum(share for share, _ in arguments.parts) - 1) > 1e-6:
        parser.error("the shares do not make 1 together")
    parts = [(share, start_of(path)) for share, path in arguments.parts]
    names = parts[0][1].keys()
    if any(weights.keys() != names for _, weights in parts):
        parser.error("these are not readers of one form")
    save_file({name: sum(share * weights[name].float() for share, weights in parts).contiguous() for name in names}, str(arguments.out))


if __name__ == "__main__":
    main()
