import { describe, expect, it } from "vitest";
import { plainWords } from "./plainWords";

describe("words for the window", () => {
  it.each([
    ["`attest docs list` prints the ids", "The view Documents shows the ids."],
    ["run `attest audit verify`", "Use “Verify now” in Audit."],
    [
      "`attest audit verify` tells whether it was altered; a newer version of the program may read it.",
      "“Verify now” in Audit tells whether it was altered. A newer version of the program may read it.",
    ],
    [
      "No answer passed the checks; nothing unchecked is shown; `attest audit show` has the findings",
      "No answer passed the checks. Nothing unchecked is shown. The view Audit has the findings.",
    ],
    ["Give the vault's key with --key; copy the whole of it", "Copy the whole of it."],
    ["`attest calibrate` writes the right form", ""],
    [
      "add the file with `attest models add FILE`; scripts/models of the sources fetches the default ones",
      "Add the file with the view Models.",
    ],
    ["Check the path.", "Check the path."],
    ["Save it without a password; then import it again", "Save it without a password; then import it again"],
    ["", ""],
  ])("%s", (words, shown) => expect(plainWords(words)).toBe(shown));
});
