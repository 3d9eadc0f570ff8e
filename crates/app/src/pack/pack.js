"use strict";
// Checks the evidence pack that this script stands in, and says what holds. It loads and sends
// nothing. Hashes and signatures are computed here, so that no browser has to know them; where it
// knows Ed25519, it must say the same. The formats: docs/evidence-pack.md.
const attestPack = (() => {
  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const join = (...parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

  class NotBelieved extends Error {}
  const refuse = (why) => {
    throw new NotBelieved(why);
  };

  // SHA-256 and SHA-512 (FIPS 180-4). Their constants are the first bits behind the point of the
  // square and cube roots of the first primes.

  const primes = [];
  for (let number = 2n; primes.length < 80; number += 1n) {
    if (primes.every((prime) => number % prime !== 0n)) primes.push(number);
  }
  // The largest number whose power is no more than the value.
  const root = (value, power) => {
    let found = 0n;
    for (let bit = 1n << 70n; bit > 0n; bit >>= 1n) {
      if ((found + bit) ** power <= value) found += bit;
    }
    return found;
  };
  const BITS = (1n << 64n) - 1n;
  const ROUNDS = primes.map((prime) => root(prime << 192n, 3n) & BITS);
  const START = primes.slice(0, 8).map((prime) => root(prime << 128n, 2n) & BITS);
  const ROUNDS_256 = ROUNDS.slice(0, 64).map((word) => Number(word >> 32n));
  const START_256 = START.map((word) => Number(word >> 32n));

  // The message, a one, and its length in bits, to a whole number of blocks.
  function padded(bytes, block) {
    const size = Math.ceil((bytes.length + 1 + block / 8) / block) * block;
    const whole = new Uint8Array(size);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    new DataView(whole.buffer).setBigUint64(size - 8, BigInt(bytes.length) * 8n);
    return new DataView(whole.buffer);
  }

  function sha256(bytes) {
    const view = padded(bytes, 64);
    const state = Uint32Array.from(START_256);
    const words = new Uint32Array(64);
    const turn = (word, by) => (word >>> by) | (word << (32 - by));
    for (let at = 0; at < view.byteLength; at += 64) {
      for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const [one, two] = [words[i - 15], words[i - 2]];
        const small = turn(one, 7) ^ turn(one, 18) ^ (one >>> 3);
        const large = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
        words[i] = words[i - 16] + small + words[i - 7] + large;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS_256[i] + words[i]) | 0;
        const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => {
        state[i] += word;
      });
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setUint32(4 * i, word));
    return new Uint8Array(out.buffer);
  }

  function sha512(bytes) {
    const view = padded(bytes, 128);
    const state = START.slice();
    const turn = (word, by) => ((word >> by) | (word << (64n - by))) & BITS;
    for (let at = 0; at < view.byteLength; at += 128) {
      const words = [];
      for (let i = 0; i < 16; i += 1) words.push(view.getBigUint64(at + 8 * i));
      for (let i = 16; i < 80; i += 1) {
        const [one, two] = [words[i - 15], words[i - 2]];
        const small = turn(one, 1n) ^ turn(one, 8n) ^ (one >> 7n);
        const large = turn(two, 19n) ^ turn(two, 61n) ^ (two >> 6n);
        words.push((words[i - 16] + small + words[i - 7] + large) & BITS);
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 80; i += 1) {
        const choice = (e & f) ^ ((e ^ BITS) & g);
        const first = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + choice + ROUNDS[i] + words[i];
        const second = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
        [a, b, c, d, e, f, g, h] = [(first + second) & BITS, a, b, c, (d + first) & BITS, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => {
        state[i] = (state[i] + word) & BITS;
      });
    }
    const out = new DataView(new ArrayBuffer(64));
    state.forEach((word, i) => out.setBigUint64(8 * i, word));
    return new Uint8Array(out.buffer);
  }

  // Ed25519 (RFC 8032, 5.1.7): the curve -x^2 + y^2 = 1 + d x^2 y^2 over the numbers modulo P,
  // with points as [X, Y, Z, T], where x = X/Z, y = Y/Z, xy = T/Z.

  const P = 2n ** 255n - 19n;
  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
  const modulo = (number) => ((number % P) + P) % P;
  function power(base, exponent) {
    let product = 1n;
    for (let square = modulo(base); exponent > 0n; exponent >>= 1n, square = modulo(square * square)) {
      if (exponent & 1n) product = modulo(product * square);
    }
    return product;
  }
  const D = modulo(-121665n * power(121666n, P - 2n));
  const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

  function addPoints([x1, y1, z1, t1], [x2, y2, z2, t2]) {
    const a = modulo((y1 - x1) * (y2 - x2));
    const b = modulo((y1 + x1) * (y2 + x2));
    const c = modulo(2n * t1 * t2 * D);
    const d = modulo(2n * z1 * z2);
    const [e, f, g, h] = [b - a, d - c, d + c, b + a];
    return [modulo(e * f), modulo(g * h), modulo(f * g), modulo(e * h)];
  }
  function multiply(factor, point) {
    let product = [0n, 1n, 1n, 0n];
    for (let twice = point; factor > 0n; factor >>= 1n, twice = addPoints(twice, twice)) {
      if (factor & 1n) product = addPoints(product, twice);
    }
    return product;
  }
  const isSame = (one, two) => modulo(one[0] * two[2] - two[0] * one[2]) === 0n && modulo(one[1] * two[2] - two[1] * one[2]) === 0n;
  const littleEndian = (bytes) => bytes.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n);

  // The point of 32 bytes; null where they are not the encoding of one.
  function readPoint(bytes) {
    const all = littleEndian(bytes);
    const [sign, y] = [all >> 255n, all & (2n ** 255n - 1n)];
    if (y >= P) return null;
    const square = modulo((y * y - 1n) * power(D * y * y + 1n, P - 2n));
    let x = power(square, (P + 3n) / 8n);
    if (modulo(x * x - square) !== 0n) x = modulo(x * ROOT_OF_MINUS_1);
    if (modulo(x * x - square) !== 0n || (x === 0n && sign === 1n)) return null;
    if ((x & 1n) !== sign) x = P - x;
    return [x, y, 1n, modulo(x * y)];
  }
  const BASE = readPoint(join([0x58], Array(31).fill(0x66)));
  // One of the eight points that several messages can share.
  const isSmall = (point) => isSame(multiply(8n, point), [0n, 1n, 1n, 0n]);

  function isSigned(key, message, signature) {
    if (key.length !== 32 || signature.length !== 64) return false;
    const [point, commitment] = [readPoint(key), readPoint(signature.slice(0, 32))];
    const answer = littleEndian(signature.slice(32));
    if (!point || !commitment || answer >= ORDER || isSmall(point) || isSmall(commitment)) return false;
    const challenge = littleEndian(sha512(join(signature.slice(0, 32), key, message))) % ORDER;
    return isSame(multiply(answer, BASE), addPoints(commitment, multiply(challenge, point)));
  }

  // What the browser says of the same; null where it does not know Ed25519.
  async function isSignedByBrowser(key, message, signature) {
    try {
      const known = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", known, signature, message);
    } catch {
      return null;
    }
  }

  // Texts: each has one way to be written, and is refused otherwise.

  function readBase64(text, what) {
    let data = "";
    try {
      data = atob(text);
    } catch {
      refuse(`${what} is not base64`);
    }
    if (btoa(data) !== text) refuse(`${what} is not written as base64 is`);
    return Uint8Array.from(data, (letter) => letter.charCodeAt(0));
  }
  function readHash(text, what) {
    const data = readBase64(text, what);
    return data.length === 32 ? data : refuse(`${what} has not 32 bytes`);
  }
  function readNumber(text, what) {
    return /^(0|[1-9][0-9]{0,18})$/.test(text) ? BigInt(text) : refuse(`${what} is no decimal number`);
  }

  function readKey(text) {
    const [name, id, ...rest] = text.split("+");
    const data = readBase64(rest.join("+"), "the key");
    if (data.length !== 33 || data[0] !== 1) refuse("the key is no Ed25519 key of type 1");
    if (hex(sha256(join(utf8(`${name}\n`), data)).slice(0, 4)) !== id) refuse("the id of the key is not the one of its name and bytes");
    return { name, id, bytes: data.slice(1) };
  }

  function readNote(note) {
    if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) refuse("the note holds a control character");
    const gap = note.lastIndexOf("\n\n");
    if (gap < 0 || !note.endsWith("\n")) refuse("the note has no signatures");
    const signatures = note.slice(gap + 2, -1).split("\n").map((line) => {
      const [dash, name, data, ...rest] = line.split(" ");
      if (dash !== "\u2014" || !name || data === undefined || rest.length > 0) refuse("a signature is not: em dash, name, base64");
      const bytes = readBase64(data, "a signature");
      return { name, id: hex(bytes.slice(0, 4)), bytes: bytes.slice(4) };
    });
    return { text: note.slice(0, gap + 1), lines: note.slice(0, gap).split("\n"), signatures };
  }

  // Every signature by the key must fit, and there must be one.
  async function checkNote(note, key) {
    if (note.lines[0] !== key.name) refuse(`it is of ${note.lines[0]}, not of ${key.name}`);
    const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
    if (own.length === 0) refuse(`${key.name} did not sign it`);
    for (const { bytes } of own) {
      const asked = [key.bytes, utf8(note.text), bytes];
      if (!isSigned(...asked) || (await isSignedByBrowser(...asked)) === false) refuse(`the signature of ${key.name} does not fit`);
    }
  }

  function readProof(text) {
    const gap = text.indexOf("\n\n");
    const lines = text.slice(0, Math.max(gap, 0)).split("\n");
    if (gap < 0 || lines[0] !== "c2sp.org/tlog-proof@v1" || !/^extra /.test(lines[1]) || !/^index /.test(lines[2])) refuse("it does not begin as a proof");
    const checkpoint = readNote(text.slice(gap + 2));
    return {
      record: readBase64(lines[1].slice(6), "the record"),
      index: readNumber(lines[2].slice(6), "the index"),
      path: lines.slice(3).map((line) => readHash(line, "a hash of the path")),
      checkpoint,
      size: readNumber(checkpoint.lines[1] ?? "", "the size of the checkpoint"),
      root: readHash(checkpoint.lines[2] ?? "", "the root of the checkpoint"),
    };
  }

  // The root that the record leads to (RFC 9162, 2.1.3.2).
  function rootOf({ record, index, size, path }) {
    if (index >= size) refuse("the record stands beyond the end of the checkpoint");
    let [first, last] = [index, size - 1n];
    let node = sha256(join([0], record));
    for (const sibling of path) {
      if (last === 0n) refuse("the path is too long");
      if (first & 1n || first === last) {
        node = sha256(join([1], sibling, node));
        while (!(first & 1n) && first > 0n) [first, last] = [first >> 1n, last >> 1n];
      } else {
        node = sha256(join([1], node, sibling));
      }
      [first, last] = [first >> 1n, last >> 1n];
    }
    return last === 0n ? node : refuse("the path is too short");
  }

  // The lines of a passage by their numbers: a title in brackets, then `number: words`.
  function linesOf(passage) {
    const lines = passage.text.split("\n").slice(1, -1);
    return new Map(lines.map((line) => [Number(line.slice(0, line.indexOf(":"))), line.slice(line.indexOf(":") + 2)]));
  }
  const collapsed = (text) => text.split(/\s+/).filter(Boolean).join(" ");
  const isOf = (passage, citation) => passage.anchor === citation.anchor && citation.document_id.startsWith(passage.chunk_id.split(":")[0]);

  function isQuoted(citation, passages) {
    const passage = passages.find((one) => isOf(one, citation));
    if (passage === undefined) return null;
    const lines = linesOf(passage);
    const words = [];
    for (let line = citation.line_start; line <= citation.line_end && words.length < 10000; line += 1) words.push(lines.get(line) ?? "");
    return collapsed(words.join(" ")).includes(collapsed(citation.quote));
  }

  const same = (bytes, expected, why) => (hex(sha256(bytes)) === expected ? undefined : refuse(why));
  const plural = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

  // Every check: a name, what it does (and returns in words), what it proves, what it does not.
  const CHECKS = [
    {
      name: "The signature of this file",
      run: async ({ seal, data, told, key }) => {
        const note = readNote(seal);
        await checkNote(note, key);
        if (note.lines.length !== 3 || note.lines[1] !== "attest-pack/1") refuse("what is signed is no evidence pack");
        if (hex(readHash(note.lines[2], "the hash")) !== hex(sha256(utf8(data)))) refuse("the embedded data are not those that were signed");
        return `Signed by ${key.name}. What is embedded hashes to ${hex(sha256(utf8(data)))}${told.format === "attest-pack/1" ? "" : ", of another form"}.`;
      },
      proves: "Nothing that this file embeds was changed since the holder of the key made it.",
      not: "Whose key it is. Compare it with one that its owner gave you otherwise.",
    },
    {
      name: "The text and the pictures of this page",
      run: async ({ text, pictures, told }) => {
        same(utf8(text), told.text_sha256, "the text that is shown is not the one that was signed for");
        if (pictures.length !== told.pictures.length) refuse("there are more or fewer pictures than were signed for");
        pictures.forEach((bytes, i) => same(bytes, told.pictures[i].sha256, `picture ${i + 1} is not the one that was signed for`));
        return `The text and ${plural(pictures.length, "picture")} are those that were signed for.`;
      },
      proves: "What you read and see below is what the holder of the key put there.",
      not: "That the pictures show the document's pages: the record does not bind them. Nor that nothing is hidden or placed otherwise: attest_verify.py checks that.",
    },
    {
      name: "The record",
      run: async ({ told, proof }) => {
        same(proof.record, told.record_sha256, "the record does not have the hash that is told");
        if (readRecord(proof).sequence !== Number(proof.index) + 1) refuse("the record is not of the place where it stands");
        return `SHA-256 of its canonical JSON: ${told.record_sha256}.`;
      },
      proves: "The record is the one whose hash is told here; its first 16 digits are its id.",
      not: "That what it says is true: it says what the program did.",
    },
    {
      name: "The record's place in the audit trail",
      run: async ({ proof }) => {
        if (hex(rootOf(proof)) !== hex(proof.root)) refuse("the record does not lead to the root of the checkpoint");
        return `Record ${proof.index + 1n} of the ${proof.size} that the checkpoint counts, by ${plural(proof.path.length, "hash").replace("hashs", "hashes")}.`;
      },
      proves: "The record stands in the trail that the checkpoint sums up, unchanged, at this place (RFC 9162).",
      not: "That nothing is missing from the trail, or that the same key did not sign another one for somebody else.",
    },
    {
      name: "The signature of the checkpoint",
      run: async ({ proof, key }) => {
        await checkNote(proof.checkpoint, key);
        return `Signed by ${key.name} (Ed25519).`;
      },
      proves: "The holder of the key vouched for a trail with these records.",
      not: "When: the times in the record are the clock's of that machine. Nor whose key it is.",
    },
    {
      name: "Question and answer",
      run: async ({ told, proof }) => {
        const bound = readRecord(proof).body.contents ?? {};
        for (const name of ["question", "response"]) {
          if (typeof told.contents[name] !== "string") refuse(`the ${name} is missing`);
        }
        for (const [name, text] of Object.entries(told.contents)) same(utf8(text), bound[name]?.sha256, `the ${name} is not the one that the record binds`);
        return `The record binds: ${Object.keys(told.contents).join(", ")}.`;
      },
      proves: "This question was answered so, and the answer was not changed since.",
      not: "That the answer is right. Read the quotes.",
    },
    {
      name: "The passages that were shown",
      run: async ({ told, proof }) => {
        const bound = readRecord(proof).body.evidence ?? [];
        for (const { anchor, chunk_id: chunk, text } of told.passages) {
          const entry = bound.find((one) => one.anchor === anchor && one.chunk_id === chunk);
          same(utf8(text), entry?.sha256, `passage ${anchor} is not the one that the record binds`);
        }
        return told.passages.length === 0 ? null : `The record binds ${plural(told.passages.length, "passage")}, word for word.`;
      },
      proves: "The program read these lines from the document when it answered.",
      not: "That the document is genuine, or was read without a mistake.",
      none: "No passage is embedded: none was cited, or its document was erased or read anew since.",
    },
    {
      name: "The quotes",
      run: async ({ told }) => {
        const citations = JSON.parse(told.contents.response).citations ?? [];
        const found = citations.map((citation) => isQuoted(citation, told.passages));
        found.forEach((one, i) => {
          if (one === false) refuse(`quote ${i + 1} does not stand in its lines`);
        });
        const [there, open] = [found.filter((one) => one === true).length, found.filter((one) => one === null).length];
        if (there === 0) return null;
        return `${plural(there, "quote")} found in the lines of the passages.${open === 0 ? "" : ` ${open} could not be looked for: the passage is not embedded.`}`;
      },
      proves: "Each quote stands in the lines that it names, of a passage that the record binds.",
      not: "That it is the right place for the question. Read it.",
      none: "There is no quote whose passage is embedded.",
    },
  ];

  function readRecord({ record }) {
    let read = null;
    try {
      read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(record));
    } catch {
      refuse("the record is no JSON");
    }
    return read !== null && typeof read === "object" && typeof read.body === "object" ? read : refuse("the record is none");
  }

  // All checks, in order; a check that cannot be done has failed.
  async function check({ data, seal, text, pictures }) {
    const parts = { data, seal, text, pictures };
    let broken = null;
    try {
      parts.told = JSON.parse(data);
      parts.key = readKey(parts.told.key);
      parts.proof = readProof(parts.told.proof);
    } catch (error) {
      broken = error;
    }
    const results = [];
    for (const { name, run, proves, not, none } of CHECKS) {
      try {
        if (broken !== null) throw broken;
        const said = await run(parts);
        results.push({ name, state: said === null ? "open" : "good", said: said ?? none, proves, not });
      } catch (error) {
        const why = error instanceof NotBelieved ? error.message : "what is embedded cannot be read";
        results.push({ name, state: "bad", said: why, proves, not });
      }
    }
    return { results, key: parts.key, told: parts.told };
  }

  return { sha256, sha512, isSigned, check, hex };
})();

if (typeof document !== "undefined") {
  const element = (name, text, kind) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const pictureOf = (image) => Uint8Array.from(atob(image.getAttribute("src").split(",")[1]), (letter) => letter.charCodeAt(0));
  const WORDS = { good: "Holds", bad: "FAILED", open: "Nothing to check" };

  const show = ({ results, told }) => {
    const place = document.getElementById("checks");
    const failed = results.filter(({ state }) => state === "bad").length;
    const verdict =
      failed === 0
        ? "Verified: every check that this page can make holds."
        : `NOT verified: ${failed} of ${results.length} checks failed. Do not rely on this file.`;
    const list = document.createElement("ol");
    for (const { name, state, said, proves, not } of results) {
      const item = document.createElement("li");
      item.className = state;
      const head = element("p", "");
      head.append(element("strong", name), " ", element("span", WORDS[state], "state"));
      item.append(head, element("p", said, "said"));
      if (state === "good") item.append(element("p", `Proves: ${proves}`), element("p", `Does not prove: ${not}`));
      list.append(item);
    }
    const label = element("label", "The key that its owner gave you: ");
    const field = document.createElement("input");
    field.setAttribute("autocomplete", "off");
    field.setAttribute("spellcheck", "false");
    const same = element("p", "");
    same.setAttribute("role", "status");
    field.addEventListener("input", () => {
      const given = field.value.trim();
      same.className = given === "" ? "" : given === told?.key ? "good" : "bad";
      same.textContent = given === "" ? "" : given === told?.key ? "It is the key of this file." : "It is ANOTHER key than the one of this file.";
    });
    label.append(field);
    const ask = element("div", "", "screen");
    ask.append(label, same);
    const whole = document.getElementById("limits");
    place.replaceChildren(element("p", verdict, `verdict ${failed === 0 ? "good" : "bad"}`), list, ask);
    whole.hidden = false;
    document.documentElement.dataset.verdict = failed === 0 ? "verified" : "failed";
  };

  const checked = async () =>
    attestPack.check({
      data: document.getElementById("pack-data").textContent,
      seal: document.getElementById("pack-seal").textContent,
      text: document.getElementById("pack").textContent,
      pictures: Array.from(document.querySelectorAll("#pack img"), pictureOf),
    });
  checked().then(show, () => {
    document.getElementById("checks").replaceChildren(element("p", "NOT verified: this file cannot be read.", "verdict bad"));
    document.documentElement.dataset.verdict = "failed";
  });
}
