#!/usr/bin/env python3
"""Check a proof that a record stands in an Attest audit trail, or an evidence pack.

    attest_verify.py PROOF --key KEY [--witness KEY ...]
    attest_verify.py PACK [--key KEY] [--witness KEY ...] [--parts FOLDER]

PROOF is what `attest audit prove ID --out PROOF` wrote (C2SP tlog-proof), PACK
what `attest audit pack ID --out PACK` wrote (an HTML file), or the folder that
--parts made of one. KEY is the line `name+id+key` that the owner of the vault
gave you otherwise (`attest audit checkpoint` prints it): a proof is believed on
the word of a key. A pack brings its key along; without --key it is checked
with that one, and whose it is stays open. With --witness, that witness must
have signed the checkpoint too.

Exit code 0: it holds; the record, or each check of a pack, is printed. 1: it
does not, and why. 2: usage.

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
import os
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
    """A signed note: origin, number of records, root; or origin, the form of a pack, hash."""

    def __init__(self, note, is_pack=False):
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
        if is_pack and (len(lines) != 3 or lines[1] != PACK):
            raise NotBelieved("what is signed is no evidence pack")
        self.size = 0 if is_pack else read_number(lines[1], "the size of the checkpoint")
        self.root = read_hash(lines[2], "the hash that is signed")
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


# Evidence packs: an HTML file with a line of JSON and a seal, which is a note
# over the hash of that line. The line binds everything else in the file.

PACK = "attest-pack/1"
OPEN_DATA = '<script type="application/json" id="pack-data">'
OPEN_SEAL = '<script type="text/plain" id="pack-seal">'
CLOSE, OPEN_MAIN, CLOSE_MAIN = "</script>", '<main id="pack">', "</main>"
PICTURE = 'src="data:image/png;base64,'


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def between(text, start, end):
    """What stands between two marks, the first of which must be there once."""
    if text.count(start) != 1:
        raise NotBelieved("%s does not stand there once" % start)
    found, mark, rest = text.partition(start)[2].partition(end)
    if not mark:
        raise NotBelieved("%s is never closed" % start)
    return found


def text_of(html):
    """What is left of the page without its tags; entities are those that the program writes."""
    kept = "".join(part.partition(">")[2] if number else part for number, part in enumerate(html.split("<")))
    for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        kept = kept.replace(entity, letter)
    return kept


class Pack:
    """The parts of a pack: from its file, or from a folder of parts."""

    def __init__(self, html):
        self.data = between(html, OPEN_DATA, CLOSE)
        self.seal = between(html, OPEN_SEAL, CLOSE)
        self.frame = html.replace(OPEN_DATA + self.data, OPEN_DATA).replace(OPEN_SEAL + self.seal, OPEN_SEAL)
        shown = between(html, OPEN_MAIN, CLOSE_MAIN)
        self.text = text_of(shown)
        self.pictures = [
            read_base64(part.partition('"')[0], "a picture") for part in shown.split(PICTURE)[1:]
        ]

    @classmethod
    def of_folder(cls, folder):
        pack = cls.__new__(cls)
        read = lambda name: open(os.path.join(folder, name), "rb").read()
        pack.data, pack.seal = read("data.json").decode(), read("seal").decode()
        pack.frame, pack.text = read("frame.html").decode(), read("text.txt").decode()
        names = sorted(name for name in os.listdir(folder) if name.startswith("picture-"))
        pack.pictures = [read(name) for name in names]
        return pack

    def write_parts(self, folder):
        """Everything that is checked as a file of its own, for whoever checks by hand."""
        told = json.loads(self.data)
        files = {"data.json": self.data, "seal": self.seal, "frame.html": self.frame, "text.txt": self.text}
        files["proof"], files["key"] = told["proof"], told["key"]
        files["record.json"] = Proof(told["proof"]).record
        files["checkpoint"] = told["proof"].partition("\n\n")[2]
        # Names come from the file: nothing of them may lead out of the folder.
        for name, text in told["contents"].items():
            files["content-" + plain_name(name)] = text
        for passage in told["passages"]:
            files["passage-" + plain_name(passage["anchor"])] = passage["text"]
        for number, picture in enumerate(self.pictures, 1):
            files["picture-%02d.png" % number] = picture
        os.makedirs(folder, exist_ok=True)
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())

    def check(self, key, witnesses):
        """Every check in turn: its name, whether it holds, and what it found."""
        try:
            told = json.loads(self.data)
            parts = Told(told)
        except (ValueError, KeyError, TypeError, AttributeError, NotBelieved) as error:
            return [("what is embedded", False, str(error) or "it cannot be read")], None
        checks = [
            ("the key", lambda: parts.check_key(key)),
            ("the signature of the file", lambda: parts.check_seal(self.seal, self.data)),
            ("the file around it", lambda: same(self.frame, told["frame_sha256"], "the page or its script were changed")),
            ("the text of the page", lambda: same(self.text, told["text_sha256"], "it is not the one that was signed for")),
            ("the pictures", lambda: check_pictures(self.pictures, told["pictures"])),
            ("the record", parts.check_record),
            ("the record's place in the trail", parts.check_place),
            ("the signature of the checkpoint", lambda: parts.check_checkpoint(witnesses)),
            ("question and answer", parts.check_contents),
            ("the passages", parts.check_passages),
            ("the quotes", parts.check_quotes),
        ]
        results = []
        for name, run in checks:
            try:
                results.append((name, True, run()))
            except NotBelieved as error:
                results.append((name, False, str(error)))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                results.append((name, False, "what is embedded cannot be read"))
        return results, parts


def plain_name(name):
    if not (name.isascii() and name.isalnum()):
        raise NotBelieved("a name that is embedded is no plain word")
    return name


def same(data, expected, why):
    if sha256(data) != expected:
        raise NotBelieved(why)
    return "SHA-256 " + expected


def check_pictures(pictures, told):
    if len(pictures) != len(told):
        raise NotBelieved("there are more or fewer than were signed for")
    for number, picture in enumerate(pictures):
        same(picture, told[number]["sha256"], "picture %d is not the one that was signed for" % (number + 1))
    return "%d of them, as signed for" % len(pictures)


class Told:
    """What a pack embeds."""

    def __init__(self, told):
        self.told = told
        self.key = Key(told["key"], NOTE)
        self.proof = Proof(told["proof"])
        self.record = json.loads(self.proof.record.decode())
        self.body = self.record["body"]

    def check_key(self, key):
        if key is None:
            return "%s, which the pack brings along: compare it with one that its owner gave you" % self.told["key"]
        if (key.name, key.bytes) != (self.key.name, self.key.bytes):
            raise NotBelieved("the pack is of another key than the one that was given")
        return "it is the one that was given"

    def check_seal(self, seal, data):
        note = Checkpoint(seal, is_pack=True)
        if note.origin != self.key.name:
            raise NotBelieved("it is of %s, not of %s" % (note.origin, self.key.name))
        note.check(self.key)
        if note.root != hashlib.sha256(data.encode()).digest():
            raise NotBelieved("the embedded data are not those that were signed")
        return "signed by %s" % self.key.name

    def check_record(self):
        if self.record["sequence"] != self.proof.index + 1:
            raise NotBelieved("it is not of the place where it stands")
        return same(self.proof.record, self.told["record_sha256"], "it does not have the hash that is told")

    def check_place(self):
        if self.proof.root() != self.proof.checkpoint.root:
            raise NotBelieved("the record does not lead to the root of the checkpoint")
        return "record %d of %d" % (self.proof.index + 1, self.proof.checkpoint.size)

    def check_checkpoint(self, witnesses):
        checkpoint = self.proof.checkpoint
        if checkpoint.origin != self.key.name:
            raise NotBelieved("it is of %s, not of %s" % (checkpoint.origin, self.key.name))
        checkpoint.check(self.key)
        times = ["by the witness %s on %s" % (one.name, when(checkpoint.check(one))) for one in witnesses]
        return ", ".join(["signed by %s" % self.key.name] + times)

    def check_contents(self):
        bound, contents = self.body["contents"], self.told["contents"]
        for name in sorted({"question", "response"} | set(contents)):
            if name not in contents:
                raise NotBelieved("the %s is missing" % name)
            same(contents[name], bound[name]["sha256"], "the %s is not the one that the record binds" % name)
        return "bound by the record: " + ", ".join(contents)

    def check_passages(self):
        bound = {(one["anchor"], one["chunk_id"]): one["sha256"] for one in self.body.get("evidence") or []}
        for one in self.told["passages"]:
            expected = bound.get((one["anchor"], one["chunk_id"]))
            same(one["text"], expected, "passage %s is not the one that the record binds" % one["anchor"])
        return "%d of them, bound by the record" % len(self.told["passages"])

    def check_quotes(self):
        citations = json.loads(self.told["contents"]["response"]).get("citations") or []
        found = [self.is_quoted(citation) for citation in citations]
        if False in found:
            raise NotBelieved("quote %d does not stand in its lines" % (found.index(False) + 1))
        left = found.count(None)
        return "%d of %d found in their lines%s" % (
            len(found) - left, len(found), "; the passages of the others are not embedded" if left else "")

    def is_quoted(self, citation):
        for one in self.told["passages"]:
            document = one["chunk_id"].partition(":")[0]
            if one["anchor"] == citation["anchor"] and citation["document_id"].startswith(document):
                break
        else:
            return None
        lines = dict(line.split(": ", 1) for line in one["text"].split("\n")[1:-1])
        numbers = range(citation["line_start"], min(citation["line_end"], citation["line_start"] + 10000) + 1)
        words = " ".join(lines.get(str(number), "") for number in numbers)
        return " ".join(citation["quote"].split()) in " ".join(words.split())


NOT_SHOWN = """\
Not shown by any check: that the answer is right, that the documents are genuine, that the times are true, whose
the key is, and that the pictures show the document's pages."""


def check_pack(pack, given):
    key = Key(given.key, NOTE) if given.key else None
    results, parts = pack.check(key, [Key(witness, WITNESS) for witness in given.witness])
    for name, holds, said in results:
        print("%s  %s: %s" % ("ok  " if holds else "FAIL", name, safe(said)))
    failed = [name for name, holds, _ in results if not holds]
    if failed:
        print("not believed: %s" % ", ".join(failed), file=sys.stderr)
        return 1
    for document in parts.body.get("document_ids") or []:
        print("document with SHA-256 %s" % safe(str(document)))
    print(NOT_SHOWN)
    return 0


def safe(text):
    """Text of the file, which may give no orders to the terminal."""
    return text.encode("ascii", "backslashreplace").decode("ascii").replace("\x1b", "\\x1b").replace("\r", "\\r")


def check_proof(text, given):
    proof = Proof(text)
    record, times = proof.check(Key(given.key, NOTE), [Key(witness, WITNESS) for witness in given.witness])
    size, origin = proof.checkpoint.size, proof.checkpoint.origin
    print("record %d is one of the %d records that %s signed for" % (proof.index + 1, size, origin))
    for name, seconds in times:
        print("signed by the witness %s on %s" % (name, when(seconds)))
    print(json.dumps(record, indent=2, ensure_ascii=True))
    return 0


def main():
    arguments = argparse.ArgumentParser(
        description="Check a proof that a record stands in an Attest audit trail, or an evidence pack.")
    arguments.add_argument("file", help="what `attest audit prove` or `attest audit pack` wrote, or a folder of parts")
    arguments.add_argument("--key", help="the vault's key, name+id+key; a proof is not believed without one")
    arguments.add_argument("--witness", action="append", default=[], help="the key of a witness who must have signed")
    arguments.add_argument("--parts", metavar="FOLDER", help="write the parts of a pack there, to check them by hand")
    given = arguments.parse_args()
    try:
        if os.path.isdir(given.file):
            return check_pack(Pack.of_folder(given.file), given)
        with open(given.file, "rb") as file:
            text = file.read().decode("utf-8")
        if text.startswith("<!doctype html>"):
            pack = Pack(text)
            if given.parts:
                pack.write_parts(given.parts)
            return check_pack(pack, given)
        if not given.key:
            print("error: a proof is believed on the word of a key: give one with --key", file=sys.stderr)
            return 2
        return check_proof(text, given)
    except (NotBelieved, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
        print("not believed: %s" % safe(str(error)), file=sys.stderr)
        return 1
    except OSError as error:
        print("error: %s" % error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
