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
# A score so low that its run is never chosen.
HIDDEN = -1e4


class Layer(nn.Module):
    """A layer of BERT, `heads` wide parts of attention; `gelu` is the activation and `drop` the share left out in training."""

    def __init__(self, width=WIDTH, inner=INNER, heads=HEADS, epsilon=EPSILON, gelu="tanh", drop=0.0):
        super().__init__()
        self.heads, self.gelu, self.drop = heads, gelu, drop
        self.attention_in = nn.Linear(width, 3 * width)
        self.attention_out = nn.Linear(width, width)
        self.attention_norm = nn.LayerNorm(width, eps=epsilon)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm = nn.LayerNorm(width, eps=epsilon)

    def dropped(self, x):
        return functional.dropout(x, self.drop, self.training and self.drop > 0)

    def attended(self, x, mask):
        count, length, width = x.shape
        parts = self.attention_in(x).view(count, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        if x.is_cuda:
            seen = functional.scaled_dot_product_attention(*parts, attn_mask=mask, dropout_p=self.drop if self.training else 0.0)
        else:
            # Written out: the backward pass of the library's fused attention takes 44 % of a step on processors.
            query, key, value = parts.reshape(3, count * self.heads, length, width // self.heads)
            weights = torch.bmm(query * (width // self.heads) ** -0.5, key.transpose(1, 2)).view(count, self.heads, length, length) + mask
            weights = self.dropped(weights.softmax(-1).to(value.dtype)).view(count * self.heads, length, length)
            seen = torch.bmm(weights, value).view(count, self.heads, length, width // self.heads)
        return self.attention_out(seen.transpose(1, 2).reshape(count, length, width))

    def forward(self, x, mask):
        x = self.attention_norm(x + self.dropped(self.attended(x, mask)))
        return self.norm(x + self.dropped(self.down(functional.gelu(self.up(x), approximate=self.gelu))))


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

    def forward(self, ids, padding, half=False):
        """Scores and ties of `ids`, windows x tokens, of which `padding` are none; with `half` multiplied in bf16."""
        with torch.no_grad():
            x = self.embedding_norm(self.words(ids) + self.places.weight[:ids.shape[1]] + self.kinds.weight[0])
        with torch.autocast(ids.device.type, torch.bfloat16, enabled=half):
            kind = torch.bfloat16 if half else torch.float32
            x, mask = x.to(kind), hiding(padding).to(kind)
            for layer in self.layers:
                x = layer(x, mask)
        return self.heads(x.float()), self.ties(x.float())


def hiding(padding):
    """What is added to the attention of every token to every other: so much less for padding that nothing is seen of it."""
    return torch.zeros(len(padding), 1, 1, padding.shape[1], device=padding.device).masked_fill(padding[:, None, None, :], HIDDEN)


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
