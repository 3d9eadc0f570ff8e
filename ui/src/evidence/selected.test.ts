import { describe, expect, it } from "vitest";
import { selectedIn } from "./selected";

const LINES = `
  <div data-line="4"><span class="number">4</span><span class="tag">cited 1</span><span class="words">The rent is <mark>USD 1,300</mark></span></div>
  <div data-line="5"><span class="number">5</span><span class="tag"></span><span class="words"> a  month, due at once.</span></div>
  <table><tbody><tr data-line="6"><td class="sheet-number">6</td><td>Deposit</td><td>USD 50</td></tr></tbody></table>`;

function root(): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = LINES;
  document.body.append(element);
  return element;
}

function over(from: Node, start: number, to: Node, end: number): Range {
  const range = document.createRange();
  range.setStart(from, start);
  range.setEnd(to, end);
  return range;
}

describe("selected words", () => {
  it("are those of the lines alone, over marks and line ends, without their numbers", () => {
    const lines = root();
    const words = [...lines.querySelectorAll(".words")];
    const range = over(words[0]?.firstChild as Node, 4, words[1]?.firstChild as Node, 9);
    expect(selectedIn(range, lines)).toEqual({ first: 4, last: 5, quote: "rent is USD 1,300 a month" });
  });

  it("of a row are its cells", () => {
    const lines = root();
    const range = document.createRange();
    range.selectNodeContents(lines.querySelector("tr") as Element);
    expect(selectedIn(range, lines)).toEqual({ first: 6, last: 6, quote: "Deposit USD 50" });
  });

  it("are none where only a number is selected", () => {
    const lines = root();
    const range = document.createRange();
    range.selectNodeContents(lines.querySelector(".number") as Element);
    expect(selectedIn(range, lines)).toBeNull();
  });
});
