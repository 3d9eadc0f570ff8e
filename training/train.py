"""Train the reader on the windows of prepare.py.

    train.py --windows windows.npz --model DIR --out FOLDER [--tokens 20e6] [--from FILE]

A step is a batch of at most BATCH_TOKENS tokens, windows of like length together. The learning
rate rises over the first steps and falls linearly to nothing over `--tokens`. Every CHECKPOINT
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

SEED = 7
BATCH_TOKENS = 6144
# Windows that are sorted by length together.
SORTED = 2048
PEAK_RATE, WARM_STEPS, DECAY, MOST_GRADIENT = 1.5e-4, 100, 0.01, 1.0
CHECKPOINT = 600
HIDDEN = -1e4
# What the runs of a window are (prepare.py).
ANSWERS, ITEMS, AROUND = 0, 1, 2


class Data:
    def __init__(self, path):
        with np.load(path) as arrays:
            self.ids, self.begin = arrays["ids"], arrays["begin"]
            self.spans, self.span_begin = arrays["spans"], arrays["span_begin"]
            self.kind, self.verdict = arrays["kind"], arrays["verdict"]
            self.inner, self.sep = arrays["inner"], int(arrays["sep"])
        self.lengths = np.diff(self.begin)

    def batches(self, epoch):
        """Lists of window numbers, the same for the same epoch."""
        rng = np.random.default_rng((SEED, epoch))
        order = rng.permutation(len(self.lengths))
        found = []
        for first in range(0, len(order), SORTED):
            some = order[first:first + SORTED]
            some = some[np.argsort(self.lengths[some], kind="stable")]
            batch = []
            for window in some:
                if batch and (len(batch) + 1) * self.lengths[window] > BATCH_TOKENS:
                    found.append(batch)
                    batch = []
                batch.append(window)
            found.append(batch)
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
    loss = (over_all - right).mean()
    asked = verdict >= 0
    if asked.any():
        said = functional.cross_entropy(scores[asked, 0, NOTHING:NO + 1], verdict[asked], reduction="sum")
        loss = loss + said / len(ids)
    return loss


def rate_at(step, done):
    return PEAK_RATE * min(1.0, (step + 1) / WARM_STEPS) * max(0.0, 1.0 - done)


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
    parser.add_argument("--from", dest="start", type=Path, help="reader.safetensors to begin with")
    parser.add_argument("--half", action="store_true", help="multiply in bf16: twice as fast where the processor has AMX")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)  # the optimiser's second moments get tiny, and the processor slow
    arguments.out.mkdir(parents=True, exist_ok=True)
    model = from_wheel(str(arguments.model / "model.safetensors"))
    if arguments.start:
        model.load_state_dict(load_file(str(arguments.start)), strict=False)
    optimizer = torch.optim.AdamW([one for one in model.parameters() if one.requires_grad], PEAK_RATE, weight_decay=DECAY, fused=True)
    data, checkpoint = Data(arguments.windows), arguments.out / "checkpoint.pt"
    state = {"epoch": 0, "batch": 0, "step": 0, "tokens": 0, "loss": None}
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        model.load_state_dict(kept["model"], strict=False)
        optimizer.load_state_dict(kept["optimizer"])
        state = kept["state"]
        print(f"goes on at step {state['step']}", flush=True)
    began, kept_at, since = time.time(), time.time(), 0
    while state["tokens"] < arguments.tokens:
        for number, batch in enumerate(data.batches(state["epoch"])):
            if number < state["batch"]:
                continue
            if state["tokens"] >= arguments.tokens:
                break
            for group in optimizer.param_groups:
                group["lr"] = rate_at(state["step"], state["tokens"] / arguments.tokens)
            loss = loss_of(model, arguments.half, *data.tensors(batch))
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
            optimizer.step()
            read = int(data.lengths[batch].sum())
            since += read
            value = loss.item()
            state["loss"] = value if state["loss"] is None else 0.98 * state["loss"] + 0.02 * value
            state["step"], state["tokens"], state["batch"] = state["step"] + 1, state["tokens"] + read, number + 1
            if state["step"] % 20 == 0:
                print(f"step {state['step']} tokens {state['tokens']} loss {state['loss']:.3f} "
                      f"tokens/s {since / (time.time() - began):.0f}", flush=True)
            if time.time() - kept_at > CHECKPOINT:
                write(checkpoint, torch.save, {"model": trained(model), "optimizer": optimizer.state_dict(), "state": state})
                kept_at = time.time()
        else:
            state["epoch"], state["batch"] = state["epoch"] + 1, 0
    write(arguments.out / "reader.safetensors", save_file, trained(model))
    print("done", flush=True)


if __name__ == "__main__":
    main()
