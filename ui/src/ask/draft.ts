/**
 * What is known of a draft while it is still being written. The text is JSON
 * that breaks off anywhere; whatever is complete so far is read, a string that
 * is being written ends in an ellipsis, and a number or word that could still
 * grow is left out. Nothing of it has been checked.
 */

export interface DraftItem {
  /** Undefined until it is known. */
  value: unknown;
  quotes: DraftQuote[];
}

export interface DraftQuote {
  words: string;
  first: number | null;
  last: number | null;
}

export interface DraftFields {
  /** Null until it is known. */
  found: boolean | null;
  items: DraftItem[];
}

export function readDraft(text: string): DraftFields {
  const draft = fieldsOf(readPartial(text));
  const found = typeof draft["answer_found"] === "boolean" ? draft["answer_found"] : null;
  const items = listOf(draft["items"]).map(itemOf);
  // Prose is a row of sentences: spans, or words of the model's own with spans.
  const sentences = listOf(draft["sentences"]).map((one) => itemOf("spans" in one ? one : { spans: [one] }));
  const said = ({ value, quotes }: DraftItem) => value !== undefined || quotes.length > 0;
  return { found, items: [...items, ...sentences].filter(said) };
}

function itemOf(item: Fields): DraftItem {
  return { value: item["value"] ?? item["text"], quotes: listOf(item["spans"]).flatMap(quoteOf) };
}

function quoteOf({ quote, line_start, line_end }: Fields): DraftQuote[] {
  if (typeof quote !== "string" || quote === "") return [];
  return [{ words: quote, first: numberOf(line_start), last: numberOf(line_end) ?? numberOf(line_start) }];
}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The JSON value a text begins with, as far as it goes; undefined where nothing is known. */
export function readPartial(text: string): unknown {
  return new Reader(text).value(0);
}

/** JSON stops nesting here, so that no draft can exhaust the stack. */
const DEEPEST = 64;
const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

class Reader {
  private at = 0;
  /** The text has ended, or is not JSON from here on. */
  private over = false;

  constructor(private readonly text: string) {}

  value(depth: number): unknown {
    this.space();
    const sign = this.text[this.at];
    if (sign === undefined || depth > DEEPEST) return this.stop();
    if (sign === "{") return this.object(depth);
    if (sign === "[") return this.array(depth);
    if (sign === '"') return this.string();
    return this.scalar();
  }

  private object(depth: number): Fields {
    const fields: Fields = {};
    this.at += 1;
    while (!this.ends("}")) {
      const from = this.at;
      const name = this.text[from] === '"' ? this.string() : this.stop();
      if (this.over || name === undefined || !this.takes(":")) break;
      const value = this.value(depth + 1);
      if (value !== undefined) fields[name] = value;
      if (!this.goesOn("}")) break;
    }
    return fields;
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    while (!this.ends("]")) {
      const value = this.value(depth + 1);
      if (value !== undefined) items.push(value);
      if (!this.goesOn("]")) break;
    }
    return items;
  }

  private string(): string {
    let words = "";
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const sign = this.text.charAt(this.at);
      if (sign === '"') {
        this.at += 1;
        return words;
      }
      words += sign === "\\" ? this.escape() : sign;
    }
    this.stop();
    return words === "" ? "" : `${words}…`;
  }

  private escape(): string {
    this.at += 1;
    const sign = this.text.charAt(this.at);
    if (sign !== "u") return ESCAPES[sign] ?? sign;
    const code = this.text.slice(this.at + 1, this.at + 5);
    this.at += 4;
    return /^[0-9a-f]{4}$/i.test(code) ? String.fromCharCode(Number.parseInt(code, 16)) : "";
  }

  private scalar(): unknown {
    const word = /^[-+.\w]*/.exec(this.text.slice(this.at))?.[0] ?? "";
    this.at += word.length;
    if (word === "" || this.at === this.text.length) return this.stop();
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    const number = Number(word);
    return Number.isFinite(number) ? number : this.stop();
  }

  private space(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
  }

  /** At the end of a container, or where nothing more can be read. */
  private ends(sign: string): boolean {
    return this.takes(sign) || this.over || this.at >= this.text.length;
  }

  /** After a member: another follows. */
  private goesOn(end: string): boolean {
    if (this.over || this.takes(end)) return false;
    if (!this.takes(",")) return this.stop() !== undefined;
    this.space();
    return this.text[this.at] !== end;
  }

  private takes(sign: string): boolean {
    this.space();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private stop(): undefined {
    this.over = true;
    return undefined;
  }
}
