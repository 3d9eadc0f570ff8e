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
    [
      "`attest vault retention list` says why; `attest docs release` or `attest audit release` ends a hold",
      "`attest vault retention list` says why; `attest docs release` or `attest audit release` ends a hold",
    ],
    ["`attest vault retention list` lists the holds", "`attest vault retention list` lists the holds"],
    [
      "`attest audit release ID` ends its hold; `attest docs list` prints the ids",
      "`attest audit release ID` ends its hold. The view Documents shows the ids.",
    ],
    ["`attest audit erase ID` erases it", "`attest audit erase ID` erases it"],
    ["`attest vault compact` gives the room back", "`attest vault compact` gives the room back"],
    ["run `attest audit verify --since FILE`; `attest vault open` opens it", "Run `attest audit verify --since FILE`."],
    [
      "ask for a file made by `attest audit checkpoint --since 5 --out FILE`",
      "ask for a file made by `attest audit checkpoint --since 5 --out FILE`",
    ],
    [
      "make the file reachable and writable, then look at `attest vault keys`, which destroys the key; where the file is gone " +
        "for good, `attest vault keys --forget FILE` forgets it",
      "Make the file reachable and writable, then look at “Key files of sealed backups” in Audit, which destroys the key. Where " +
        "the file is gone for good, “Forget” there forgets it.",
    ],
    ["Check the path.", "Check the path."],
    ["Save it without a password; then import it again", "Save it without a password; then import it again"],
    ["", ""],
  ])("%s", (words, shown) => expect(plainWords(words)).toBe(shown));
});
