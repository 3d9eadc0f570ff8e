#!/usr/bin/env python3
"""Open the parts of a sealed backup of an Attest vault.

    open_sealed.py BACKUP KEYS          say of each part whether its keys are there
    open_sealed.py BACKUP KEYS NAME     write the bytes of one part

BACKUP is what `attest vault backup BACKUP --keys KEYS` wrote of a vault in
clear. A part is `document:ID` (the rows of a document) or `content:SHA256`
(bytes that a record holds: the file of a document, a prompt, an answer).

Exit code 0: done. 1: the part is closed, since a key of it was destroyed, or it
was changed. 2: usage.

Only the standard library is needed; it opens some hundred thousand bytes a second.
XChaCha20-Poly1305 is written out after RFC 8439 and
draft-irtf-cfrg-xchacha-03. The formats are those of docs/vault-format.md.
Attest itself is not used.
"""

import base64
import hashlib
import json
import sqlite3
import struct
import sys

BOUND = b"attest sealed backup 1\n"
CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
WORD = 0xFFFFFFFF


def turn(word, bits):
    return ((word << bits) | (word >> (32 - bits))) & WORD


def quarter(state, a, b, c, d):
    for add, to, mixed, bits in ((b, a, d, 16), (d, c, b, 12), (b, a, d, 8), (d, c, b, 7)):
        state[to] = (state[to] + state[add]) & WORD
        state[mixed] = turn(state[mixed] ^ state[to], bits)


def rounds(state):
    for _ in range(10):
        for column in range(4):
            quarter(state, column, column + 4, column + 8, column + 12)
        for place in range(4):
            quarter(state, place, 4 + (place + 1) % 4, 8 + (place + 2) % 4, 12 + (place + 3) % 4)


def sub_key(key, nonce):
    state = list(CONSTANTS) + list(struct.unpack("<8I", key)) + list(struct.unpack("<4I", nonce))
    rounds(state)
    return struct.pack("<8I", *(state[:4] + state[12:]))


def block(key, counter, nonce):
    first = list(CONSTANTS) + list(struct.unpack("<8I", key)) + [counter] + list(struct.unpack("<3I", nonce))
    state = list(first)
    rounds(state)
    return struct.pack("<16I", *((one + other) & WORD for one, other in zip(first, state)))


def tag_of(key, message):
    factor = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(message), 16):
        piece = int.from_bytes(message[at : at + 16] + b"\1", "little")
        total = (total + piece) * factor % ((1 << 130) - 5)
    return ((total + int.from_bytes(key[16:], "little")) & ((1 << 128) - 1)).to_bytes(16, "little")


def opened(key, nonce, bound, sealed):
    key, nonce = sub_key(key, nonce[:16]), b"\0" * 4 + nonce[16:]
    hidden, tag = sealed[:-16], sealed[-16:]
    padded = [part + b"\0" * (-len(part) % 16) for part in (bound, hidden)]
    message = b"".join(padded) + struct.pack("<QQ", len(bound), len(hidden))
    if tag_of(block(key, 0, nonce)[:32], message) != tag:
        raise ValueError("it was changed, or the key is another one")
    out = bytearray()
    for at in range(0, len(hidden), 64):
        stream = block(key, 1 + at // 64, nonce)
        out += bytes(one ^ other for one, other in zip(hidden[at : at + 64], stream))
    return bytes(out)


def way_to(database, keys, name):
    """The key of a part; None where each of its ways lacks a key."""
    ways = "SELECT keys, wrapped FROM sealed_way JOIN sealed_set ON number = sealed_set WHERE name = ?"
    for names, wrapped in database.execute(ways, (name,)):
        found = [keys.get(one) for one in json.loads(names)]
        if all(found):
            together = b"".join(base64.b64decode(one) for one in found)
            secret = hashlib.sha256(b"attest sealed keys 1\n" + together).digest()
            return opened(secret, wrapped[:24], BOUND + name.encode() + b"\nkey", wrapped[24:])
    return None


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    database = sqlite3.connect("file:%s?mode=ro" % arguments[0].replace("?", "%3f"), uri=True)
    with open(arguments[1], encoding="utf-8") as file:
        keys = json.load(file)["keys"]
    if len(arguments) == 2:
        for (name,) in database.execute("SELECT name FROM sealed ORDER BY name"):
            print(name, "closed" if way_to(database, keys, name) is None else "open")
        return 0
    name = arguments[2]
    sealed = database.execute("SELECT bytes FROM sealed WHERE name = ?", (name,)).fetchone()
    own = sealed and way_to(database, keys, name)
    if not own:
        print("%s is closed, or not there" % name, file=sys.stderr)
        return 1
    try:
        sys.stdout.buffer.write(opened(own, b"\0" * 24, BOUND + name.encode(), sealed[0]))
    except ValueError as error:
        print("%s: %s" % (name, error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
