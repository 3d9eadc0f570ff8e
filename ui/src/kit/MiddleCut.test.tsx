import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MiddleCut } from "./MiddleCut";

function parts(name: string): (string | null)[] {
  const { container } = render(<MiddleCut>{name}</MiddleCut>);
  return [...container.querySelectorAll(".middle-cut > span")].map((one) => one.textContent);
}

describe("a name whose middle gives way", () => {
  it("keeps its end in a part of its own, and loses no letter", () => {
    expect(parts("master-services-agreement-2024.pdf")).toEqual(["master-services-agreement", "-2024.pdf"]);
  });

  it("is one part where it is short", () => {
    expect(parts("lease.txt")).toEqual(["lease.txt"]);
  });
});
