"""Train the reader on the windows of prepare.py.

    train.py --windows windows.npz... --model DIR --out FOLDER [--tokens 20e6] [--from FILE]
    train.py --learn teacher --mpnet FILE --windows windows.npz --model DIR --out FOLDER
    train.py --mpnet FILE --teacher FOLDER/teacher.safetensors --windows ... --model DIR --out FOLDER [--from FILE]
    train.py --from FILE --keep FILE --windows ... --new windows.npz... --model DIR --out FOLDER

The second line trains the model of teacher.py, the third a reader that learns from it, too. The fourth goes on from a reader's weights with
windows that it never met and keeps what it knows: of the others it is taught by itself as it was, or by an older reader that knew them better (Li and Hoiem
2016, Learning without Forgetting).

A step is a batch of at most BATCH_TOKENS tokens, windows of like length together. Most windows
without an answer teach little after the first million tokens (three of four have a loss below 0.1,
and six sevenths of all loss are in windows with an answer), so that an epoch reads one in STANDS_FOR
of them, and counts it as so many.

The learning rate rises over the first steps and falls linearly to nothing over `--tokens`. Every CHECKPOINT
seconds weights, optimiser and place in the data are written to FOLDER/checkpoint.pt, and a run
that finds one there goes on from it. The order of the data depends on the seed and the epoch
alone. At the end FOLDER/reader.safetensors (or teacher.safetensors) holds the weights that were trained.

With --half matrices are multiplied in bf16: twice as fast on processors with AMX (`lscpu | grep amx`),
slower than without on those that only have AVX-512. With --device cuda a graphics processor does the work.
"""

import argparse
import copy
import os
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional

from model import END, HIDDEN, NO, NOTHING, RANK, START, from_wheel, nothing, runs
from prepare import AROUND, ITEMS, NOT_ASKED, UNKNOWN
from shipped import weights_of
from teacher import from_wheels
from text import Reader as Words

SEED = 7
BATCH_TOKENS = 6144
# Windows that are sorted by length together.
GROUP = 8192
# Windows without an answer that one of them stands for.
STANDS_FOR = 2
PEAK_RATE, WARM_STEPS, DECAY, MOST_GRADIENT = 1.5e-4, 100, 0.01, 1.0
CHECKPOINT = 600
# Windows are filled up to a multiple of so many tokens.
ROUND = 8
# How much softer scores are made to be compared with the teacher's, and its share of the loss where the answer is known.
WARMTH, TAUGHT = 2.0, 0.5
# How much faster than its encoder the heads of a teacher learn, which begin at random.
HEAD_SHARE = 10.0


class Data:
    """Windows of one or more files of prepare.py, one after the other.

    All of it lies on the device, and a batch is made there from the numbers of its windows alone: whoever waits for
    the device in every step leaves it idle while the next step is put together.
    """

    def __init__(self, paths, new, device):
        parts = [np.load(path) for path in [*paths, *new]]
        joined = lambda name: np.concatenate([part[name] for part in parts])
        begins = lambda name: np.concatenate([[0], np.concatenate([np.diff(part[name]) for part in parts]).cumsum()])
        self.device = device
        begin, span_begin = begins("begin"), begins("span_begin")
        self.lengths, self.counts, self.kind = np.diff(begin), np.diff(span_begin), joined("kind")
        on = lambda values: torch.from_numpy(values).to(device)
        self.ids, self.spans = on(joined("ids").astype(np.int32)), on(joined("spans").astype(np.int64))
        self.begin, self.span_begin = on(begin), on(span_begin)
        self.length_on, self.kind_on, self.verdict = on(self.lengths), on(self.kind), on(joined("verdict").astype(np.int64))
        self.inner, self.sep = on(parts[0]["inner"]), int(parts[0]["sep"])
        # The teacher's share of the loss.
        counts = [len(part["kind"]) for part in parts]
        share = np.repeat([TAUGHT] * len(paths) + [0.0] * len(new), counts)
        self.share = on(np.where(self.kind == UNKNOWN, 1.0, share).astype(np.float32))

    def groups(self, epoch):
        """Lists of window numbers, the same for the same epoch."""
        rng = np.random.default_rng((SEED, epoch))
        windows = np.arange(len(self.lengths))
        whole = (self.counts > 0) | (self.kind == UNKNOWN)
        windows = rng.permutation(windows[whole | (rng.integers(STANDS_FOR, size=len(windows)) == 0)])
        return [windows[first:first + GROUP] for first in range(0, len(windows), GROUP)]

    def batches(self, windows, rng, most):
        """Arrays of window numbers of like length, of at most `most` tokens, in random order."""
        found, batch = [], []
        for window in windows[np.argsort(self.lengths[windows], kind="stable")]:
            if batch and (len(batch) + 1) * self.lengths[window] > most:
                found.append(np.array(batch))
                batch = []
            batch.append(window)
        found.append(np.array(batch))
        return [found[at] for at in rng.permutation(len(found))]

    def moved(self, windows):
        """Numbers of windows on the device, without waiting for it."""
        numbers = torch.from_numpy(windows)
        return numbers.pin_memory().to(self.device, non_blocking=True) if self.device != "cpu" else numbers

    def places(self, batch):
        """Where the tokens of a batch stand in `ids`, windows x tokens, which of them are padding, and the windows' numbers on the device."""
        length = -(-int(self.lengths[batch].max()) // ROUND) * ROUND
        at, windows = torch.arange(length, device=self.device), self.moved(batch)
        padding = at[None, :] >= self.length_on[windows][:, None]
        return (self.begin[windows][:, None] + at).clamp(max=len(self.ids) - 1), padding, windows

    def read(self, places, padding):
        return self.ids[places].long().masked_fill(padding, 0)

    def tensors(self, batch, placed):
        """Ids, what is padding, which runs of tokens may be answers and which are, what is unknown, lists, verdicts, and the teacher's shares."""
        places, padding, windows = placed
        ids, at = self.read(places, padding), torch.arange(places.shape[1], device=self.device)
        first = ~self.inner[ids]
        last = torch.cat([first[:, 1:], first.new_ones(len(batch), 1)], 1)
        passage = (at > (ids == self.sep).int().argmax(1)[:, None]) & (at < self.length_on[windows][:, None] - 1)
        may = ((first & passage)[:, :, None] & (last & passage)[:, None, :]).triu()
        gold = may & self.golds(batch, windows, places.shape[1])
        kind = self.kind_on[windows]
        return ids, padding, may, gold, kind == UNKNOWN, kind == ITEMS, self.verdict[windows], self.share[windows]

    def golds(self, batch, windows, length):
        """The answers' runs of tokens; of a clause every run within it."""
        counts = self.counts[batch]
        total, within = int(counts.sum()), int(counts[self.kind[batch] == AROUND].sum())
        rows = torch.arange(len(batch), device=self.device).repeat_interleave(self.span_begin[windows + 1] - self.span_begin[windows], output_size=total)
        # The n-th span of a batch is so far behind its window's first one as it is behind the first of the batch's spans there.
        before = self.moved(np.repeat(np.cumsum(counts) - counts, counts))
        first, last = self.spans[self.span_begin[windows][rows] + torch.arange(total, device=self.device) - before].T
        found = torch.zeros(len(batch), length, length, dtype=torch.bool, device=self.device)
        found[rows, first, last] = True
        # Clauses first, of which there are `within`, so that nobody asks the device how many.
        clauses = (self.kind_on[windows][rows] != AROUND).int().argsort(stable=True)[:within]
        at = torch.arange(length, device=self.device)
        inside = (at >= first[clauses, None]) & (at <= last[clauses, None])
        of_clauses = torch.zeros(len(batch), length, length, dtype=torch.int32, device=self.device)
        of_clauses.index_add_(0, rows[clauses], (inside[:, :, None] & inside[:, None, :]).int())
        return found | (of_clauses > 0)


class Lessons:
    """What the teacher says of every token of the windows, asked once for each window and kept: 260 bytes a token."""

    def __init__(self, teacher, data, half):
        self.teacher, self.data, self.half = teacher, data, half
        # Of new windows it has nothing to say.
        self.known = (data.share == 0).cpu().numpy()
        # One place more, for padding.
        self.said = torch.zeros(len(data.ids) + 1, 2 + 2 * RANK, dtype=torch.float16, device=data.device)

    def ask(self, batch):
        places, padding, _ = self.data.places(batch)
        with torch.no_grad():
            scores, ties = self.teacher(self.data.read(places, padding), padding, self.half)
        said = torch.cat([scores[:, :, START:END + 1], ties], 2).half()
        self.said[places.masked_fill(padding, len(self.data.ids))] = said
        self.known[batch] = True

    def of(self, batch, placed):
        """The scores of first and last words and the ties of the windows of a batch."""
        new = batch[~self.known[batch]]
        if len(new):
            self.ask(new)
        places, padding, _ = placed
        said = self.said[places.masked_fill(padding, len(self.data.ids))].float()
        return said[:, :, :2], said[:, :, 2:]


def surprises(scores, ties, may):
    """Logarithms of how likely each run of a window and, behind them, "not here" is, and the scores before."""
    all_runs = runs(scores, ties).masked_fill(~may, HIDDEN).flatten(1)
    said = torch.cat([all_runs, nothing(scores)[:, None]], 1)
    return said.log_softmax(1), said


def taught(said, teacher_said):
    """How far what the reader says is from what the teacher does, both made softer (Hinton et al. 2015)."""
    wanted = (teacher_said / WARMTH).log_softmax(1)
    return ((wanted - (said / WARMTH).log_softmax(1)) * wanted.exp()).sum(1) * WARMTH ** 2


def loss_of(model, half, ids, padding, may, gold, unknown, items, verdict, share, lesson=None):
    """How surprising the right runs are among all of a window and "not here"; of a list each item. With a teacher, whose scores
    and ties are the lesson, a share of the loss is how far the reader is from it, and where nobody knows the answer all of it."""
    scores, ties = model(ids, padding, half)
    likely, said = surprises(scores, ties, may)
    flat = gold.flatten(1)
    has = flat.any(1)
    any_of = likely[:, :-1].masked_fill(~flat, HIDDEN).logsumexp(1)
    each = (likely[:, :-1] * flat).sum(1) / flat.sum(1).clamp(min=1)
    right = torch.where(has, torch.where(items, each, any_of), likely[:, -1])
    verdicts = functional.cross_entropy(scores[:, 0, NOTHING:NO + 1], verdict, ignore_index=NOT_ASKED, reduction="none")
    loss = (verdicts - right).masked_fill(unknown, 0.0)
    counts = torch.where(has | unknown, 1.0, float(STANDS_FOR))
    if lesson is not None:
        teacher_said = surprises(*lesson, may)[1]
        loss = (1 - share) * loss + share * taught(said, teacher_said)
    return (loss * counts).sum() / counts.sum()


def start_of(path):
    """Weights to begin with, by their names in the model."""
    if path.suffix == ".safetensors":
        return load_file(str(path))
    return {name: torch.from_numpy(values.copy()) for name, values in weights_of(path.read_bytes()).items()}


def rate_at(step, done):
    """The learning rate as a share of the highest."""
    return min(1.0, (step + 1) / WARM_STEPS) * max(0.0, 1.0 - done)


def trained(model):
    """The weights that training changes."""
    learnt = {name for name, value in model.named_parameters() if value.requires_grad}
    return {name: value.contiguous() for name, value in model.state_dict().items() if name in learnt}


def write(path, save, what):
    save(what, f"{path}.part")
    os.replace(f"{path}.part", path)


def optimizer_of(model, head_share):
    """The optimiser of what is learnt; heads that begin at random learn `head_share` times as fast."""
    learnt = [(name, value) for name, value in model.named_parameters() if value.requires_grad]
    is_head = lambda name: name.startswith(("heads.", "ties."))
    groups = [{"params": [value for name, value in learnt if not is_head(name)], "share": 1.0},
              {"params": [value for name, value in learnt if is_head(name)], "share": head_share}]
    return torch.optim.AdamW(groups, PEAK_RATE, weight_decay=DECAY, fused=True)


def update(model, optimizer, loss, rate):
    """One step of the optimiser against this loss; heads that learn faster have their share of the rate."""
    for group in optimizer.param_groups:
        group["lr"] = rate * group["share"]
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
    optimizer.step()


class Training:
    """A model, its optimiser, and how far it has come."""

    def __init__(self, model, teacher, arguments):
        self.model, self.arguments = model, arguments
        self.optimizer = optimizer_of(model, HEAD_SHARE if arguments.learn == "teacher" else 1.0)
        self.data = Data(arguments.windows, arguments.new, arguments.device)
        self.lessons = Lessons(teacher, self.data, arguments.half) if teacher is not None else None
        self.state = {"epoch": 0, "group": 0, "step": 0, "tokens": 0}
        self.loss, self.began = None, time.time()

    def done(self):
        """The share of the training that is over: of its tokens, and of its time where that is limited."""
        of_time = (time.time() - self.began) / self.arguments.seconds if self.arguments.seconds else 0.0
        return max(self.state["tokens"] / self.arguments.tokens, of_time)

    def step(self, batch):
        rate = self.arguments.rate * rate_at(self.state["step"], self.done())
        placed = self.data.places(batch)
        lesson = self.lessons.of(batch, placed) if self.lessons else None
        loss = loss_of(self.model, self.arguments.half, *self.data.tensors(batch, placed), lesson=lesson)
        update(self.model, self.optimizer, loss, rate)
        # Read where it is printed alone: to read it here would wait for every step.
        self.loss = loss.detach() if self.loss is None else 0.99 * self.loss + 0.01 * loss.detach()
        self.state["step"] += 1
        self.state["tokens"] += int(self.data.lengths[batch].sum())

    def group(self):
        state = self.state
        groups = self.data.groups(state["epoch"])
        rng = np.random.default_rng((SEED, state["epoch"], state["group"]))
        for batch in self.data.batches(groups[state["group"]], rng, self.arguments.batch):
            if self.done() < 1.0:
                self.step(batch)
        state["group"] += 1
        if state["group"] == len(groups):
            state["epoch"], state["group"] = state["epoch"] + 1, 0

    def run(self, checkpoint):
        if checkpoint.exists():
            kept = torch.load(checkpoint)
            self.model.load_state_dict(kept["model"], strict=False)
            self.optimizer.load_state_dict(kept["optimizer"])
            self.state = kept["state"]
            print(f"goes on at step {self.state['step']}", flush=True)
        kept_at, before = time.time(), self.state["tokens"]
        while self.done() < 1.0:
            self.group()
            speed = (self.state["tokens"] - before) / (time.time() - self.began)
            print(f"step {self.state['step']} tokens {self.state['tokens']} loss {self.loss.item():.3f} tokens/s {speed:.0f}", flush=True)
            if time.time() - kept_at > CHECKPOINT:
                write(checkpoint, torch.save, {"model": trained(self.model), "optimizer": self.optimizer.state_dict(), "state": self.state})
                kept_at = time.time()


def models(arguments):
    """What learns and, where there is one, what teaches it."""
    words = Words(arguments.model)
    teacher = from_wheels(str(arguments.mpnet), words.cls, words.sep) if arguments.mpnet else None
    if arguments.learn == "teacher":
        return teacher.to(arguments.device), None
    model = from_wheel(str(arguments.model / "model.safetensors"))
    if arguments.start:
        model.load_state_dict(start_of(arguments.start), strict=False)
    if arguments.keep:
        teacher = copy.deepcopy(model)
        teacher.load_state_dict(start_of(arguments.keep), strict=False)
        return model.to(arguments.device), teacher.eval().requires_grad_(False).to(arguments.device)
    if teacher is not None:
        teacher.load_state_dict(load_file(str(arguments.teacher)))
        teacher = teacher.eval().to(arguments.device)
    return model.to(arguments.device), teacher


def main():
    parser = argparse.ArgumentParser(description="Train the reader, or the model that teaches it.")
    parser.add_argument("--windows", type=Path, required=True, nargs="+")
    parser.add_argument("--model", type=Path, required=True, help="folder of the wheel's model")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokens", type=float, default=20e6)
    parser.add_argument("--seconds", type=float, help="end after so long at the latest; the rate then falls with the time")
    parser.add_argument("--from", dest="start", type=Path, help="reader.safetensors, or models/reader.q8_0.gguf, to begin with")
    parser.add_argument("--learn", choices=("reader", "teacher"), default="reader")
    parser.add_argument("--mpnet", type=Path, help="model.safetensors of teacher.py's encoder")
    parser.add_argument("--teacher", type=Path, help="teacher.safetensors, to teach the reader; needs --mpnet")
    parser.add_argument("--keep", type=Path, help="a reader's weights, as --from, that teach what is known already: those of --from, or older ones")
    parser.add_argument("--new", type=Path, nargs="+", default=[], help="windows that the teacher has nothing to say of")
    parser.add_argument("--rate", type=float, default=PEAK_RATE, help="highest learning rate; for few cases a lower one")
    parser.add_argument("--batch", type=int, default=BATCH_TOKENS, help="tokens of a step, at most")
    parser.add_argument("--half", action="store_true", help="multiply in bf16: twice as fast where the processor has AMX")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    if (arguments.mpnet is None) != (arguments.teacher is None and arguments.learn == "reader"):
        parser.error("--mpnet goes with --teacher or --learn teacher")
    if arguments.keep and (arguments.start is None or arguments.mpnet is not None or arguments.learn == "teacher"):
        parser.error("--keep goes with --from and without another teacher")
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)  # the optimiser's second moments get tiny, and the processor slow
    arguments.out.mkdir(parents=True, exist_ok=True)
    training = Training(*models(arguments), arguments)
    training.run(arguments.out / "checkpoint.pt")
    write(arguments.out / f"{arguments.learn}.safetensors", save_file, trained(training.model))
    print("done", flush=True)


if __name__ == "__main__":
    main()
