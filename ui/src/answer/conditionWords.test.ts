import { describe, expect, it } from "vitest";
import { conditionInWords, conditionsIn, conditionsInWords, daysInWords, firstDay, lastDay } from "./conditionWords";

describe("conditions in words", () => {
  it("say pages, lines, sections, titles and kinds", () => {
    expect(conditionInWords({ kind: "pages", first: 3, last: 3 })).toBe("page 3");
    expect(conditionInWords({ kind: "pages", first: 3, last: 5 })).toBe("pages 3 to 5");
    expect(conditionInWords({ kind: "lines", first: 1, last: 9 })).toBe("lines 1 to 9");
    expect(conditionInWords({ kind: "section", number: "7", title: null })).toBe("section 7");
    expect(conditionInWords({ kind: "section", number: "A", title: "schedule" })).toBe("section A schedule");
    expect(conditionInWords({ kind: "titled", words: "lease.pdf" })).toBe("documents called “lease.pdf”");
    expect(conditionInWords({ kind: "media_type", media_type: "mail" })).toBe("mails");
    expect(conditionInWords({ kind: "metadata", key: "matter", value: "2024-17" })).toBe("documents whose matter is “2024-17”");
    expect(conditionsInWords([])).toBe("everywhere");
  });

  it("are read from a record, and from nothing else", () => {
    const kept = [{ kind: "metadata", key: "client", value: "Acme" }];
    expect(conditionsIn(JSON.stringify(kept))).toEqual(kept);
    expect([null, "", "{}", "[{"].map(conditionsIn)).toEqual([null, null, null, null]);
  });

  it("say days as shortly as they can be said", () => {
    expect(daysInWords("2019-01-01", "2019-12-31")).toBe("2019");
    expect(daysInWords("2020-02-01", "2020-02-29")).toMatch(/February 2020|2020 February/);
    expect(daysInWords("2020-02-01", "2020-02-28")).toContain(" to ");
    expect(daysInWords("2019-05-01", "2019-05-01")).not.toContain(" to ");
    expect(daysInWords("2019-05-01", null)).toMatch(/ or later$/);
    expect(daysInWords(null, "2019-05-01")).toMatch(/ or earlier$/);
  });
});

describe("a date that says less than a day", () => {
  it.each([
    ["2019", "2019-01-01", "2019-12-31"],
    ["2020-02", "2020-02-01", "2020-02-29"],
    [" 2019-5-3 ", "2019-05-03", "2019-05-03"],
  ])("%s begins and ends", (date, first, last) => {
    expect([firstDay(date), lastDay(date)]).toEqual([first, last]);
  });

  it.each(["", "19", "2019-13", "2019-02-30", "2019-00", "May 2019", "0000"])("that is none is refused: %s", (date) => {
    expect([firstDay(date), lastDay(date)]).toEqual([null, null]);
  });
});
