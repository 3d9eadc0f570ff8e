"""The reader: MiniLM-L6 and linear heads on its tokens.

    scores = heads(encoder(ids))        tokens x [start, end, nothing, yes, no]
    ties = ties(encoder(ids))           tokens x [RANK as a first token, RANK as a last one]

A run of words from token i to token j scores `start[i] + end[j] + first[i] . last[j]`: the
product says whether the two are ends of one and the same answer. At [CLS] `start + end` means
"not here"; `nothing`, `yes` and `no` are read at [CLS] alone, for questions that ask whether
something is so.

The embeddings (words, places, token type 0, their norm) stay as the wheel has them, so that only
the layers and the heads are an artefact of our own. The activation is GELU by the hyperbolic
tangent, as llama.cpp computes it.
"""

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional

WIDTH, INNER, HEADS, LAYERS, PLACES, VOCABULARY = 384, 1536, 12, 6, 512, 30522
START, END, NOTHING, YES, NO = range(5)
RANK = 64
EPSILON = 1e-12


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_in = nn.Linear(WIDTH, 3 * WIDTH)
        self.attention_out = nn.Linear(WIDTH, WIDTH)
        self.attention_norm = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=EPSILON)

    def forward(self, x, mask):
        count, length, _ = x.shape
        parts = self.attention_in(x).view(count, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = parts.reshape(3, count * HEADS, length, WIDTH // HEADS)
        # Written out: the backward pass of the library's fused attention takes 44 % of a step on processors.
        weights = torch.bmm(query * (WIDTH // HEADS) ** -0.5, key.transpose(1, 2)).view(count, HEADS, length, length) + mask
        weights = weights.softmax(-1).to(value.dtype).view(count * HEADS, length, length)
        seen = torch.bmm(weights, value).view(count, HEADS, length, WIDTH // HEADS)
        x = self.attention_norm(x + self.attention_out(seen.transpose(1, 2).reshape(count, length, WIDTH)))
        return self.norm(x + self.down(functional.gelu(self.up(x), approximate="tanh")))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.places = nn.Embedding(PLACES, WIDTH)
        self.kinds = nn.Embedding(2, WIDTH)
        self.embedding_norm = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.heads = nn.Linear(WIDTH, 5)
        self.ties = nn.Linear(WIDTH, 2 * RANK, bias=False)
        nn.init.normal_(self.ties.weight[:RANK], std=0.05)
        nn.init.zeros_(self.ties.weight[RANK:])
        for frozen in (self.words, self.places, self.kinds, self.embedding_norm):
            frozen.requires_grad_(False)

    def embed(self, ids):
        return self.embedding_norm(self.words(ids) + self.places.weight[:ids.shape[1]] + self.kinds.weight[0])

    def forward(self, embedded, mask):
        for layer in self.layers:
            embedded = layer(embedded, mask)
        with torch.autocast("cpu", enabled=False):
            hidden = embedded.float()
            return self.heads(hidden), self.ties(hidden)


def runs(scores, ties):
    """Scores of all runs of tokens, windows x first x last; what ends before it begins has one, too."""
    begins, ends = scores[:, :, START], scores[:, :, END]
    return begins[:, :, None] + ends[:, None, :] + torch.bmm(ties[:, :, :RANK], ties[:, :, RANK:].transpose(1, 2))


def nothing(scores):
    """The score of there being no answer in the window."""
    return scores[:, 0, START] + scores[:, 0, END]


LAYER_PARTS = {"attention_out": "attention.output.dense", "attention_norm": "attention.output.LayerNorm",
               "up": "intermediate.dense", "down": "output.dense", "norm": "output.LayerNorm"}


def from_wheel(path):
    """The reader before training: the wheel's encoder, heads at random."""
    raw = {name.removeprefix("bert."): value for name, value in load_file(path).items()}
    model, state = Reader(), {}
    for ours, theirs in (("words", "word_embeddings"), ("places", "position_embeddings"), ("kinds", "token_type_embeddings")):
        state[f"{ours}.weight"] = raw[f"embeddings.{theirs}.weight"]
    for part in ("weight", "bias"):
        state[f"embedding_norm.{part}"] = raw[f"embeddings.LayerNorm.{part}"]
        for index in range(LAYERS):
            below = f"encoder.layer.{index}"
            attention = [raw[f"{below}.attention.self.{one}.{part}"] for one in ("query", "key", "value")]
            state[f"layers.{index}.attention_in.{part}"] = torch.cat(attention)
            for ours, theirs in LAYER_PARTS.items():
                state[f"layers.{index}.{ours}.{part}"] = raw[f"{below}.{theirs}.{part}"]
        state[f"heads.{part}"] = getattr(model.heads, part).detach()
    state["ties.weight"] = model.ties.weight.detach()
    model.load_state_dict(state)
    return model
