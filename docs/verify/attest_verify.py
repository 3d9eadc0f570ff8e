#!/usr/bin/env python3
"""Check a proof that a record stands in an Attest audit trail.

    attest_verify.py PROOF --key KEY [--witness KEY ...]

PROOF is what `attest audit prove ID --out PROOF` wrote (C2SP tlog-proof). KEY
is the line `name+id+key` that the owner of the vault gave you otherwise
(`attest audit checkpoint` prints it): a proof is believed on the word of a key.
With --witness, that witness must have signed the checkpoint too.

Exit code 0: it holds; the record is printed. 1: it does not, and why. 2: usage.

Only the standard library is needed. Ed25519 is written out after RFC 8032,
section 5.1.7; it only verifies, so nothing here has to be kept secret. The
formats are those of docs/vault-format.md. Attest itself is not used.
"""

import argparse
import base64
import binascii
import datetime
import hashlib
import json
import sys

HEADER = "c2sp.org/tlog-proof@v1"
NOTE, WITNESS = 0x01, 0x04


class NotBelieved(Exception):
    """Why the proof says nothing."""


# Ed25519 (RFC 8032): the curve -x^2 + y^2 = 1 + d x^2 y^2 over the integers
# modulo P, with points as (X, Y, Z, T), where x = X/Z, y = Y/Z, xy = T/Z.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def add_points(one, two):
    a = (one[1] - one[0]) * (two[1] - two[0]) % P
    b = (one[1] + one[0]) * (two[1] + two[0]) % P
    c = 2 * one[3] * two[3] * D % P
    d = 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(factor, point):
    product = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            product = add_points(product, point)
        point = add_points(point, point)
        factor >>= 1
    return product


def same_point(one, two):
    return (one[0] * two[2] - two[0] * one[2]) % P == 0 and (one[1] * two[2] - two[1] * one[2]) % P == 0


def read_point(encoded):
    """The point of 32 bytes; none where they are not the encoding of one."""
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = read_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_small(point):
    """Whether it is one of the eight points that several messages can share."""
    return same_point(multiply(8, point), (0, 1, 1, 0))


def is_signed(key, message, signature):
    """Whether the 64 bytes are the key's signature of the message."""
    if len(signature) != 64:
        return False
    public, commitment = read_point(key), read_point(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or answer >= ORDER or is_small(public) or is_small(commitment):
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return same_point(multiply(answer, BASE), add_points(commitment, multiply(challenge, public)))


# Texts: each has one way to be written, and is refused otherwise.


def read_base64(text, what):
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise NotBelieved(what + " is not base64") from error
    if base64.b64encode(data).decode("ascii") != text:
        raise NotBelieved(what + " is not written as base64 is")
    return data


def read_hash(text, what):
    data = read_base64(text, what)
    if len(data) != 32:
        raise NotBelieved(what + " has not 32 bytes")
    return data


def read_number(text, what):
    if not (text.isascii() and text.isdigit()) or str(int(text)) != text or int(text) >= 2**64:
        raise NotBelieved(what + " is no decimal number")
    return int(text)


class Key:
    """A public key: name, what it signs, 32 bytes."""

    def __init__(self, text, kind):
        parts = text.strip().split("+", 2)
        if len(parts) != 3:
            raise NotBelieved("the key has not three parts, joined by +")
        self.name, shown, data = parts[0], parts[1], read_base64(parts[2], "the key")
        if len(data) != 33 or data[0] != kind:
            raise NotBelieved("the key is not an Ed25519 key of type %d" % kind)
        self.kind, self.bytes = kind, data[1:]
        self.id = hashlib.sha256(self.name.encode() + b"\n" + data).digest()[:4]
        if shown != self.id.hex():
            raise NotBelieved("the id of the key is not the one of its name and bytes")


class Checkpoint:
    """A signed note: origin, number of records, root."""

    def __init__(self, note):
        if any(letter < " " and letter != "\n" for letter in note):
            raise NotBelieved("the checkpoint holds a control character")
        body, gap, signed = note.rpartition("\n\n")
        if not gap or not signed.endswith("\n"):
            raise NotBelieved("the checkpoint has no signatures")
        self.text = body + "\n"
        lines = body.split("\n")
        if len(lines) < 3 or "" in lines:
            raise NotBelieved("the checkpoint has not three lines")
        self.origin = lines[0]
        self.size = read_number(lines[1], "the size of the checkpoint")
        self.root = read_hash(lines[2], "the root of the checkpoint")
        self.signatures = [self.read_signature(line) for line in signed[:-1].split("\n")]

    @staticmethod
    def read_signature(line):
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != "\u2014" or not parts[1]:
            raise NotBelieved("a signature is not: em dash, name, base64")
        data = read_base64(parts[2], "a signature")
        return parts[1], data[:4], data[4:]

    def check(self, key):
        """Every signature by the key must fit, and there must be one. Returns the time of a witness's."""
        found = None
        for name, key_id, signature in self.signatures:
            if (name, key_id) != (key.name, key.id):
                continue
            message, found = self.text, 0
            if key.kind == WITNESS:
                found, signature = int.from_bytes(signature[:8], "big"), signature[8:]
                message = "cosignature/v1\ntime %d\n%s" % (found, self.text)
            if not is_signed(key.bytes, message.encode(), signature):
                raise NotBelieved("the signature of %s does not fit" % key.name)
        if found is None:
            raise NotBelieved("%s did not sign this checkpoint" % key.name)
        return found


class Proof:
    """A record, its place, the hashes to the root, and the checkpoint."""

    def __init__(self, text):
        head, gap, note = text.partition("\n\n")
        lines = head.split("\n")
        if not gap or len(lines) < 3 or lines[0] != HEADER:
            raise NotBelieved("it is no proof: it does not begin as one")
        if not lines[1].startswith("extra ") or not lines[2].startswith("index "):
            raise NotBelieved("it is no proof: extra and index are missing")
        self.record = read_base64(lines[1][len("extra "):], "the record")
        self.index = read_number(lines[2][len("index "):], "the index")
        self.path = [read_hash(line, "a hash of the path") for line in lines[3:]]
        self.checkpoint = Checkpoint(note)

    def root(self):
        """The root that the record leads to (RFC 9162, 2.1.3.2)."""
        size = self.checkpoint.size
        if self.index >= size:
            raise NotBelieved("the record stands beyond the end of the checkpoint")
        first, last = self.index, size - 1
        node = hashlib.sha256(b"\0" + self.record).digest()
        for sibling in self.path:
            if last == 0:
                raise NotBelieved("the path is too long")
            if first & 1 or first == last:
                node = hashlib.sha256(b"\1" + sibling + node).digest()
                while not first & 1 and first:
                    first, last = first >> 1, last >> 1
            else:
                node = hashlib.sha256(b"\1" + node + sibling).digest()
            first, last = first >> 1, last >> 1
        if last != 0:
            raise NotBelieved("the path is too short")
        return node

    def check(self, key, witnesses):
        """Returns the record, and when each witness signed."""
        if self.checkpoint.origin != key.name:
            raise NotBelieved("the checkpoint is of %s, not of %s" % (self.checkpoint.origin, key.name))
        self.checkpoint.check(key)
        times = [(witness.name, self.checkpoint.check(witness)) for witness in witnesses]
        if self.root() != self.checkpoint.root:
            raise NotBelieved("the record does not lead to the root of the checkpoint")
        try:
            record = json.loads(self.record.decode())
        except ValueError as error:
            raise NotBelieved("the record is no JSON") from error
        if not isinstance(record, dict) or record.get("sequence") != self.index + 1:
            raise NotBelieved("the record is not of the place where it stands")
        return record, times


def when(seconds):
    try:
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return "%d seconds after 1970" % seconds


def main():
    arguments = argparse.ArgumentParser(description="Check a proof that a record stands in an Attest audit trail.")
    arguments.add_argument("proof", help="the file that `attest audit prove` wrote")
    arguments.add_argument("--key", required=True, help="the vault's key, name+id+key")
    arguments.add_argument("--witness", action="append", default=[], help="the key of a witness who must have signed")
    given = arguments.parse_args()
    try:
        with open(given.proof, "rb") as file:
            text = file.read().decode("utf-8")
        proof = Proof(text)
        key = Key(given.key, NOTE)
        record, times = proof.check(key, [Key(witness, WITNESS) for witness in given.witness])
    except (NotBelieved, UnicodeDecodeError) as error:
        print("not believed: %s" % error, file=sys.stderr)
        return 1
    except OSError as error:
        print("error: %s" % error, file=sys.stderr)
        return 2
    size, origin = proof.checkpoint.size, proof.checkpoint.origin
    print("record %d is one of the %d records that %s signed for" % (proof.index + 1, size, origin))
    for name, seconds in times:
        print("signed by the witness %s on %s" % (name, when(seconds)))
    print(json.dumps(record, indent=2, ensure_ascii=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
