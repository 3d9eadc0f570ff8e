"""The weights of a reader from the delta that the repository holds: what train.py goes on from.

    shipped.py models/reader.q8_0.gguf --out reader.safetensors

It is export.py the other way round. The matrices were rounded to 8 bits and stay so: to write the
same weights again gives the same bytes (`--check`), so that nothing is lost by the way back.
"""

import argparse
import struct
import sys
from pathlib import Path

import numpy as np

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "scripts"))
sys.dont_write_bytecode = True
from reader_gguf import Delta

from export import F32, PARTS, TENSOR, delta_of

# Bytes of a block of 32 weights: a step in 16 bits, then whole numbers in 8.
BLOCK, STEP = 34, 2
HEADS = {"heads.weight": "attest.reader.heads", "heads.bias": "attest.reader.bias", "ties.weight": "attest.reader.ties"}


def values_of(shape, kind, data):
    """The numbers of a tensor."""
    if kind == F32:
        return np.frombuffer(data, "<f4").reshape(shape)
    if kind != TENSOR["q8_0"]:
        raise SystemExit(f"error: a delta has matrices as F32 or Q8_0, not as type {kind}")
    blocks = np.frombuffer(data, np.uint8).reshape(-1, BLOCK)
    steps = blocks[:, :STEP].copy().view("<f2").astype(np.float32)
    return (steps * blocks[:, STEP:].copy().view(np.int8).astype(np.float32)).reshape(shape)


def floats_of(encoded):
    """The numbers of a key that is an array of them: name, type, type of the items, count, items."""
    (length,) = struct.unpack_from("<Q", encoded)
    (count,) = struct.unpack_from("<Q", encoded, 8 + length + 8)
    return np.frombuffer(encoded, "<f4", count, 8 + length + 16)


def weights_of(delta):
    """The trained weights by the names of model.py."""
    read, found = Delta(delta), {}
    names = {ours: theirs for theirs, ours in PARTS}
    for name, shape, kind, data in read.tensors:
        _, layer, part, what = name.split(".")
        found[f"layers.{layer}.{names[part]}.{what}"] = values_of(shape, kind, data)
    keys = dict(read.keys)
    width = found["layers.0.attention_out.bias"].shape[0]
    for name, key in HEADS.items():
        values = floats_of(keys[key])
        found[name] = values if name.endswith("bias") else values.reshape(-1, width)
    return found


def main():
    parser = argparse.ArgumentParser(description="Read the weights that ship.")
    parser.add_argument("delta", type=Path)
    parser.add_argument("--out", type=Path, help="reader.safetensors to write")
    parser.add_argument("--check", action="store_true", help="whether the weights give the same bytes again")
    arguments = parser.parse_args()
    delta = arguments.delta.read_bytes()
    weights = weights_of(delta)
    if arguments.check and delta_of(weights, "q8_0") != delta:
        raise SystemExit(f"error: the weights of {arguments.delta} give other bytes")
    if arguments.out:
        from safetensors.numpy import save_file
        save_file(weights, str(arguments.out))
    print(f"{len(weights)} weights of {arguments.delta}", file=sys.stderr)


if __name__ == "__main__":
    main()
