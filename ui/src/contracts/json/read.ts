/**
 * Reads a JSON text for an editor: where every value stands, what is wrong, and
 * what may follow. It goes on after a fault, so that places are known while one
 * types. The engine's own `JSON.parse` tells no place in WebKit.
 */

import { tokenAt } from "./token";
import type { Token } from "./token";
import { t } from "../../language/language";

/** A value of the text. */
export interface Part {
  /** JSON Pointer. */
  pointer: string;
  /** Where its key stands, quotation marks included; null without one. */
  key: { from: number; to: number } | null;
  from: number;
  to: number;
}

export interface Fault {
  from: number;
  to: number;
  words: string;
  /** It is JSON all the same. */
  mild: boolean;
}

/** What may be written at the end of the text. */
export interface Next {
  expects: "key" | "value" | "nothing";
  /** Of the object around, for a key; of the value itself, for a value. */
  pointer: string;
  /** Where the unfinished token begins; the end of the text without one. */
  from: number;
}

export interface Reading {
  /** In the order in which they begin. */
  parts: Part[];
  faults: Fault[];
  next: Next;
}

interface Frame {
  part: Part;
  list: boolean;
  keys: Set<string>;
  count: number;
}

type State = "value" | "first" | "item" | "colon" | "after";

export function read(text: string): Reading {
  const reader = new Reader(text);
  reader.run();
  return { parts: reader.parts, faults: reader.faults, next: reader.next };
}

/** `~` and `/` of a key as a JSON Pointer writes them. */
export function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

class Reader {
  readonly parts: Part[] = [];
  readonly faults: Fault[] = [];
  next: Next = { expects: "value", pointer: "", from: 0 };
  private readonly frames: Frame[] = [];
  private state: State = "value";
  private key: { pointer: string; from: number; to: number } | null = null;
  private comma: Token | null = null;
  private noted = false;

  constructor(private readonly text: string) {}

  run(): void {
    for (let at = 0; ;) {
      const token = tokenAt(this.text, at);
      if (token.kind === "end") return this.end(token);
      if (this.unfinished(token)) this.note(token.from);
      if (!this.take(token)) return undefined;
      at = token.to;
    }
  }

  /** The text ends with it, and it may yet grow. */
  private unfinished(token: Token): boolean {
    return token.to === this.text.length && (token.unclosed || token.kind === "word" || token.kind === "number");
  }

  private get frame(): Frame | undefined {
    return this.frames.at(-1);
  }

  private fault({ from, to }: { from: number; to: number }, words: string, mild = false): void {
    this.faults.push({ from, to, words, mild });
  }

  private note(from: number): void {
    this.noted = true;
    const around = this.frame;
    const open = this.state === "first" || this.state === "item" || this.state === "after";
    if (around && !around.list && open) this.next = { expects: "key", pointer: around.part.pointer, from };
    else if (around && this.state === "after") this.next = { expects: "nothing", pointer: around.part.pointer, from };
    else if (!around && this.state === "after") this.next = { expects: "nothing", pointer: "", from };
    else this.next = { expects: "value", pointer: this.place(), from };
  }

  /** The pointer of the value that comes. */
  private place(): string {
    const around = this.frame;
    if (!around) return "";
    return around.list ? `${around.part.pointer}/${around.count}` : (this.key?.pointer ?? around.part.pointer);
  }

  /** False where reading cannot go on. */
  private take(token: Token): boolean {
    if (token.kind === "close") return this.close(token);
    if (this.state === "after") return this.follow(token);
    if (this.state === "colon") return this.colon(token);
    if (token.kind === "comma") {
      this.fault(
        token,
        this.state === "value" && this.key
          ? t("contracts.faults.value")
          : t("contracts.faults.comma"),
      );
      if (this.key) this.state = "item";
      this.key = null;
      return true;
    }
    if (token.kind === "colon") {
      this.fault(token, t("contracts.faults.colon"));
      return true;
    }
    const around = this.frame;
    if (around && !around.list && this.state !== "value") return this.name(around, token);
    return this.value(token);
  }

  private follow(token: Token): boolean {
    if (!this.frame) {
      this.fault(
        { from: token.from, to: this.text.length },
        t("contracts.faults.ended"),
      );
      return false;
    }
    this.state = "item";
    if (token.kind === "comma") {
      this.comma = token;
      return true;
    }
    this.fault(token, t("contracts.faults.noComma"));
    return this.take(token);
  }

  private colon(token: Token): boolean {
    this.state = "value";
    if (token.kind === "colon") return true;
    if (token.kind !== "comma") this.fault(token, t("contracts.faults.noColon"));
    return this.take(token);
  }

  private name(around: Frame, token: Token): boolean {
    this.comma = null;
    if (token.kind === "open") {
      this.fault(token, t("contracts.faults.noKey"));
      this.key = null;
      return this.value(token);
    }
    if (token.wrong) this.fault(token, token.wrong);
    else if (token.kind !== "text") this.fault(token, t("contracts.faults.keyQuotes"));
    const name =
      token.wrong || token.kind !== "text" ? token.text.replace(/^"/, "") : (JSON.parse(token.text) as string);
    if (around.keys.has(name)) this.fault(token, t("contracts.faults.twice"), true);
    around.keys.add(name);
    this.key = { pointer: `${around.part.pointer}/${escaped(name)}`, from: token.from, to: token.to };
    this.state = "colon";
    return true;
  }

  private value(token: Token): boolean {
    if (token.wrong) this.fault(token, token.wrong);
    const part = {
      pointer: this.place(),
      key: this.key && { from: this.key.from, to: this.key.to },
      from: token.from,
      to: token.to,
    };
    this.parts.push(part);
    if (this.frame) this.frame.count += 1;
    this.key = null;
    this.comma = null;
    if (token.kind === "open") {
      this.frames.push({ part, list: token.text === "[", keys: new Set(), count: 0 });
      this.state = "first";
    } else this.state = "after";
    return true;
  }

  private close(token: Token): boolean {
    const around = this.frame;
    if (!around) {
      this.fault(token, t("contracts.faults.noneOpen"));
      return false;
    }
    if (this.state === "value" || this.state === "colon")
      this.fault(this.key ?? token, t("contracts.faults.value"));
    else if (this.comma) this.fault(this.comma, t("contracts.faults.trailing"));
    const wanted = around.list ? "]" : "}";
    if (token.text !== wanted) this.fault(token, t("contracts.faults.wanted", { sign: wanted }));
    around.part.to = token.to;
    this.frames.pop();
    this.key = null;
    this.comma = null;
    this.state = "after";
    return true;
  }

  private end(token: Token): void {
    if (!this.noted) this.note(token.from);
    const around = this.frame;
    if (around) {
      const line = this.text.slice(0, around.part.from).split("\n").length;
      this.fault(token, t(around.list ? "contracts.faults.listOpen" : "contracts.faults.objectOpen", { line }));
    } else if (this.parts.length === 0) this.fault(token, t("contracts.faults.empty"));
    for (const { part } of this.frames) part.to = this.text.length;
  }
}
