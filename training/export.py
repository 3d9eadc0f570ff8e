"""reader.safetensors -> the delta that the repository holds, and its pins in models.toml.

    export.py FOLDER/reader.safetensors --wheel FILE.whl

writes models/reader.q8_0.gguf (six layers, Q8_0 matrices, heads as keys; the same weights give
the same bytes), puts the reader's whole file together as scripts/models will, and rewrites the
hashes and the size in models.toml. `--untrained --model DIR` stands in for the weights until
there are some: the wheel's own layers and heads at random. `--out` and `--type` write another
file and leave models.toml alone.
"""

import argparse
import hashlib
import io
import re
import struct
import sys
import zipfile
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from text import QUESTION_TOKENS, WINDOW_TOKENS

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "scripts"))
sys.dont_write_bytecode = True
from embedding_gguf import ARRAY, FLOAT32, STRING, UINT32, array, key, text, write_gguf
from reader_gguf import compose

DELTA, CATALOGUE, NAME = "models/reader.q8_0.gguf", HOME / "models.toml", "attest-reader"
LAYERS, HEADS, SEED = 6, 5, 7
# One matrix for query, key and value: a window's tokens are quantised once and not thrice.
PARTS = [("attention_in", "attn_qkv"), ("attention_out", "attn_output"), ("attention_norm", "attn_output_norm"),
         ("up", "ffn_up"), ("down", "ffn_down"), ("norm", "layer_output_norm")]
# Type of a tensor and of a file, by ggml's numbers.
F32, TENSOR, FILE = 0, {"f16": 1, "q4_0": 2, "q8_0": 8}, {"f16": 1, "q4_0": 2, "q8_0": 7}


def scales(values):
    """Steps as they are stored, in 16 bits, and their inverses, none for an empty block."""
    inverse = np.divide(np.float32(1), values, out=np.zeros_like(values), where=values != 0)
    return values.astype("<f2"), inverse


def q8_0(values):
    """Blocks of 32: a step in 16 bits, then whole numbers in 8 (ggml's quantize_row_q8_0_ref)."""
    blocks = values.reshape(-1, 32)
    steps, inverse = scales(np.abs(blocks).max(1, keepdims=True) / np.float32(127))
    scaled = blocks * inverse
    whole = (np.sign(scaled) * np.floor(np.abs(scaled) + np.float32(0.5))).astype(np.int8)
    return np.concatenate([steps.view(np.uint8), whole.view(np.uint8)], 1).tobytes()


def q4_0(values):
    """Blocks of 32: a step in 16 bits, then whole numbers in 4 (ggml's quantize_row_q4_0_ref)."""
    blocks = values.reshape(-1, 32)
    farthest = np.take_along_axis(blocks, np.abs(blocks).argmax(1)[:, None], 1)
    steps, inverse = scales(farthest / np.float32(-8))
    whole = np.minimum(15, (blocks * inverse + np.float32(8.5)).astype(np.int8)).astype(np.uint8)
    return np.concatenate([steps.view(np.uint8), whole[:, :16] | whole[:, 16:] << 4], 1).tobytes()


STORE = {"f16": lambda values: values.astype("<f2").tobytes(), "q8_0": q8_0, "q4_0": q4_0}


def layers_of(weights, kind):
    for layer in range(LAYERS):
        for theirs, ours in PARTS:
            for part in ("weight", "bias"):
                values = weights[f"layers.{layer}.{theirs}.{part}"].astype("<f4")
                name, matrix = f"blk.{layer}.{ours}.{part}", values.ndim == 2
                yield name, list(values.shape), TENSOR[kind] if matrix else F32, STORE[kind](values) if matrix else values.tobytes()


def floats(values):
    return array(FLOAT32, [struct.pack("<f", value) for value in values.reshape(-1)])


def delta_of(weights, kind):
    number = lambda value: struct.pack("<I", value)
    keys = [
        key("general.architecture", STRING, text("bert")),
        key("general.name", STRING, text(NAME)),
        key("general.license", STRING, text("CC-BY-SA-4.0")),
        key("general.description", STRING, text("layers and heads of the reader; its embeddings are those of all-MiniLM-L6-v2")),
        key("general.file_type", UINT32, number(FILE[kind])),
        key("attest.reader.version", UINT32, number(2)),
        key("attest.reader.window_tokens", UINT32, number(WINDOW_TOKENS)),
        key("attest.reader.question_tokens", UINT32, number(QUESTION_TOKENS)),
        key("attest.reader.heads", ARRAY, floats(weights["heads.weight"])),
        key("attest.reader.bias", ARRAY, floats(weights["heads.bias"])),
        key("attest.reader.ties", ARRAY, floats(weights["ties.weight"])),
    ]
    if len(weights["heads.bias"]) != HEADS:
        raise SystemExit(f"error: {len(weights['heads.bias'])} heads, the reader has {HEADS}")
    out = io.BytesIO()
    write_gguf(out, keys, list(layers_of(weights, kind)))
    return out.getvalue()


def untrained(model):
    import torch
    from model import from_wheel
    torch.manual_seed(SEED)
    state = from_wheel(str(model / "model.safetensors")).state_dict()
    return {name: value.numpy() for name, value in state.items() if name.startswith(("layers.", "heads.", "ties."))}


def pin(delta, wheel):
    """Rewrite what models.toml says of the delta and of the file that it gives."""
    catalogue = CATALOGUE.read_text()
    head, mark, table = catalogue.partition(f'name = "{NAME}"\n')
    table, others, rest = table.partition("\n[[models]]\n")
    member = re.search(r'^member = "(.*)"$', table, re.M)
    if not mark or not member:
        raise SystemExit(f"error: models.toml has no {NAME} with a wheel")
    composed = io.BytesIO()
    with zipfile.ZipFile(wheel) as archive:
        compose(archive, member.group(1), NAME, delta, composed)
    whole = composed.getvalue()
    pins = {"sha256": f'"{hashlib.sha256(whole).hexdigest()}"', "size_bytes": str(len(whole)),
            "delta": f'"{DELTA}"', "delta_sha256": f'"{hashlib.sha256(delta).hexdigest()}"'}
    for name, value in pins.items():
        table = re.sub(rf"^{name} = .*$", f"{name} = {value}", table, count=1, flags=re.M)
        print(f"{name} = {value}")
    CATALOGUE.write_text(head + mark + table + others + rest)


def main():
    parser = argparse.ArgumentParser(description="Write the reader's delta and pin it.")
    parser.add_argument("weights", nargs="?", type=Path, help="reader.safetensors of train.py")
    parser.add_argument("--wheel", type=Path, help="the wheel that models.toml names, to pin the file it gives")
    parser.add_argument("--untrained", action="store_true", help="the wheel's layers and heads at random instead of weights")
    parser.add_argument("--model", type=Path, help="folder of the wheel's model, for --untrained")
    parser.add_argument("--type", choices=sorted(STORE), default="q8_0")
    parser.add_argument("--out", type=Path, help="where to write the delta instead; models.toml stays")
    arguments = parser.parse_args()
    if arguments.untrained != (arguments.weights is None) or arguments.untrained != (arguments.model is not None):
        parser.error("give either reader.safetensors, or --untrained with --model")
    if arguments.out is None and (arguments.wheel is None or arguments.type != "q8_0"):
        parser.error("models.toml is pinned with --wheel and as q8_0; else give --out")
    weights = untrained(arguments.model) if arguments.untrained else load_file(str(arguments.weights))
    delta = delta_of(weights, arguments.type)
    target = arguments.out or HOME / DELTA
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(delta)
    print(f"wrote {target}, {len(delta)} bytes", file=sys.stderr)
    if arguments.out is None:
        pin(delta, arguments.wheel)


if __name__ == "__main__":
    main()
