"""Train the reader on the windows of prepare.py.

    train.py --windows windows.npz --model DIR --out FOLDER [--tokens 20e6] [--from FILE]

A step is a batch of at most BATCH_TOKENS tokens, windows of like length together. Most windows
without an answer teach little after the first million tokens (three of four have a loss below 0.1,
and six sevenths of all loss are in windows with an answer), so that an epoch reads one in STANDS_FOR
of them, and counts it as so many.

The learning rate rises over the first steps and falls linearly to nothing over `--tokens`. Every CHECKPOINT
seconds weights, optimiser and place in the data are written to FOLDER/checkpoint.pt, and a run
that finds one there goes on from it. The order of the data depends on the seed and the epoch
alone. At the end FOLDER/reader.safetensors holds the weights that were trained.

With --half matrices are multiplied in bf16: twice as fast on processors with AMX (`lscpu | grep amx`),
slower than without on those that only have AVX-512.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional

from model import NO, NOTHING, from_wheel, nothing, runs
from prepare import AROUND, ITEMS, NOT_ASKED
from shipped import weights_of

SEED = 7
BATCH_TOKENS = 6144
# Windows that are sorted by length together.
GROUP = 2048
# Windows without an answer that one of them stands for.
STANDS_FOR = 2
PEAK_RATE, WARM_STEPS, DECAY, MOST_GRADIENT = 1.5e-4, 100, 0.01, 1.0
CHECKPOINT = 600
HIDDEN = -1e4


class Data:
    def __init__(self, path):
        with np.load(path) as arrays:
            self.ids, self.begin = arrays["ids"], arrays["begin"]
            self.spans, self.span_begin = arrays["spans"], arrays["span_begin"]
            self.kind, self.verdict = arrays["kind"], arrays["verdict"]
            self.inner, self.sep = arrays["inner"], int(arrays["sep"])
        self.lengths = np.diff(self.begin)

    def has_answer(self, windows):
        return self.span_begin[windows + 1] > self.span_begin[windows]

    def groups(self, epoch):
        """Lists of window numbers, the same for the same epoch."""
        rng = np.random.default_rng((SEED, epoch))
        windows = np.arange(len(self.lengths))
        windows = rng.permutation(windows[self.has_answer(windows) | (rng.integers(STANDS_FOR, size=len(windows)) == 0)])
        return [windows[first:first + GROUP] for first in range(0, len(windows), GROUP)]

    def batches(self, windows, rng):
        """Arrays of window numbers of like length, in random order."""
        found, batch = [], []
        for window in windows[np.argsort(self.lengths[windows], kind="stable")]:
            if batch and (len(batch) + 1) * self.lengths[window] > BATCH_TOKENS:
                found.append(np.array(batch))
                batch = []
            batch.append(window)
        found.append(np.array(batch))
        return [found[at] for at in rng.permutation(len(found))]

    def tensors(self, batch):
        """Ids, what is padding, which runs of tokens may be answers and which are, and verdicts."""
        length = int(self.lengths[batch].max())
        ids = np.zeros((len(batch), length), np.int64)
        padding = np.ones((len(batch), length), bool)
        may = np.zeros((len(batch), length, length), bool)
        gold = np.zeros((len(batch), length, length), bool)
        for row, window in enumerate(batch):
            one = self.ids[self.begin[window]:self.begin[window + 1]].astype(np.int64)
            ids[row, :len(one)] = one
            padding[row, :len(one)] = False
            first = ~self.inner[one]
            last = np.append(first[1:], True)
            first[:int(np.argmax(one == self.sep)) + 1] = False
            first[-1] = False
            may[row, :len(one) - 1, :len(one) - 1] = np.triu(first[:-1, None] & last[None, :-1])
            for start, end in self.spans[self.span_begin[window]:self.span_begin[window + 1]]:
                if self.kind[window] == AROUND:
                    gold[row, start:end + 1, start:end + 1] = True
                else:
                    gold[row, start, end] = True
        gold &= may
        items = torch.from_numpy(self.kind[batch] == ITEMS)
        verdict = torch.from_numpy(self.verdict[batch].astype(np.int64))
        return torch.from_numpy(ids), torch.from_numpy(padding), torch.from_numpy(may), torch.from_numpy(gold), items, verdict


def loss_of(model, half, ids, padding, may, gold, items, verdict):
    """How surprising the right runs are among all of a window and "not here"; of a list each item."""
    with torch.no_grad():
        embedded = model.embed(ids)
    mask = torch.zeros(len(ids), 1, 1, ids.shape[1]).masked_fill(padding[:, None, None, :], HIDDEN)
    if half:
        with torch.autocast("cpu", torch.bfloat16):
            scores, ties = model(embedded.bfloat16(), mask.bfloat16())
    else:
        scores, ties = model(embedded, mask)
    all_runs, absent = runs(scores, ties).flatten(1), nothing(scores)
    may, gold = may.flatten(1), gold.flatten(1)
    over_all = torch.logaddexp(all_runs.masked_fill(~may, HIDDEN).logsumexp(1), absent)
    any_of = all_runs.masked_fill(~gold, HIDDEN).logsumexp(1)
    each = (all_runs * gold).sum(1) / gold.sum(1).clamp(min=1)
    right = torch.where(gold.any(1), torch.where(items, each, any_of), absent)
    said = functional.cross_entropy(scores[:, 0, NOTHING:NO + 1], verdict, ignore_index=NOT_ASKED, reduction="none")
    counts = torch.where(gold.any(1), 1.0, float(STANDS_FOR))
    return ((over_all - right + said) * counts).sum() / counts.sum()


def start_of(path):
    """Weights to begin with, by their names in the model."""
    if path.suffix == ".safetensors":
        return load_file(str(path))
    return {name: torch.from_numpy(values.copy()) for name, values in weights_of(path.read_bytes()).items()}


def rate_at(step, done):
    """The learning rate as a share of the highest."""
    return min(1.0, (step + 1) / WARM_STEPS) * max(0.0, 1.0 - done)


def trained(model):
    return {name: value.contiguous() for name, value in model.state_dict().items() if name.startswith(("layers.", "heads.", "ties."))}


def write(path, save, what):
    save(what, f"{path}.part")
    os.replace(f"{path}.part", path)


def main():
    parser = argparse.ArgumentParser(description="Train the reader.")
    parser.add_argument("--windows", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="folder of the wheel's model")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokens", type=float, default=20e6)
    parser.add_argument("--from", dest="start", type=Path, help="reader.safetensors, or models/reader.q8_0.gguf, to begin with")
    parser.add_argument("--rate", type=float, default=PEAK_RATE, help="highest learning rate; for few cases a lower one")
    parser.add_argument("--half", action="store_true", help="multiply in bf16: twice as fast where the processor has AMX")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)  # the optimiser's second moments get tiny, and the processor slow
    arguments.out.mkdir(parents=True, exist_ok=True)
    model = from_wheel(str(arguments.model / "model.safetensors"))
    if arguments.start:
        model.load_state_dict(start_of(arguments.start), strict=False)
    optimizer = torch.optim.AdamW([one for one in model.parameters() if one.requires_grad], arguments.rate, weight_decay=DECAY, fused=True)
    data, checkpoint = Data(arguments.windows), arguments.out / "checkpoint.pt"
    state = {"epoch": 0, "group": 0, "step": 0, "tokens": 0, "loss": None}
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        model.load_state_dict(kept["model"], strict=False)
        optimizer.load_state_dict(kept["optimizer"])
        state = kept["state"]
        print(f"goes on at step {state['step']}", flush=True)
    began, kept_at, since = time.time(), time.time(), 0
    while state["tokens"] < arguments.tokens:
        groups = data.groups(state["epoch"])
        windows, rng = groups[state["group"]], np.random.default_rng((SEED, state["epoch"], state["group"]))
        for batch in data.batches(windows, rng):
            for group in optimizer.param_groups:
                group["lr"] = arguments.rate * rate_at(state["step"], state["tokens"] / arguments.tokens)
            loss = loss_of(model, arguments.half, *data.tensors(batch))
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
            optimizer.step()
            state["loss"] = loss.item() if state["loss"] is None else 0.99 * state["loss"] + 0.01 * loss.item()
            state["step"] += 1
            state["tokens"] += int(data.lengths[batch].sum())
        since += int(data.lengths[windows].sum())
        state["group"] += 1
        if state["group"] == len(groups):
            state["epoch"], state["group"] = state["epoch"] + 1, 0
        print(f"step {state['step']} tokens {state['tokens']} loss {state['loss']:.3f} "
              f"tokens/s {since / (time.time() - began):.0f}", flush=True)
        if time.time() - kept_at > CHECKPOINT:
            write(checkpoint, torch.save, {"model": trained(model), "optimizer": optimizer.state_dict(), "state": state})
            kept_at = time.time()
    write(arguments.out / "reader.safetensors", save_file, trained(model))
    print("done", flush=True)


if __name__ == "__main__":
    main()
