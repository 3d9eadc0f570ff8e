import type { InstanceVerdict } from "../backend/wire";
import type { Tone } from "../kit/StateWord";

interface Words {
  tone: Tone;
  state: string;
  words: string;
}

/** What grammar and validator say, together. */
export function wordsOf({ accepted, violations }: InstanceVerdict): Words {
  const count = violations?.length ?? 0;
  const breaks = `The validator finds ${count === 1 ? "one violation" : `${count} violations`}.`;
  if (accepted && count === 0) return { tone: "good", state: "Fits", words: "Grammar and validator accept it." };
  if (accepted) return { tone: "warn", state: "Does not fit", words: `The grammar lets it through. ${breaks}` };
  if (violations === null) return { tone: "bad", state: "Not JSON", words: "The validator was not asked." };
  if (count > 0) return { tone: "bad", state: "Does not fit", words: breaks };
  return {
    tone: "warn",
    state: "Valid, in another form",
    words:
      "The validator accepts the value. The grammar writes it in one form: keys in the order of the schema, spaces as chosen.",
  };
}
