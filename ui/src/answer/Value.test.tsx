import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Value } from "./Value";

/** What a person reads, with no-break spaces written as spaces. */
function shown(type: string, value: unknown): string {
  const { container } = render(<Value type={type} value={value} />);
  return (container.textContent ?? "").replaceAll("\u00a0", " ");
}

describe("a typed value", () => {
  const cases: [string, unknown, string][] = [
    ["amount", { value: 1284.5, currency: "GBP", unit: null }, "GBP 1,284.50exactly 1284.50"],
    ["amount", { value: 3, currency: "USD", unit: "million" }, "USD 3 million"],
    ["amount", { value: 20, currency: null, unit: null }, "20"],
    ["number", { value: 1234567.125, unit: "days" }, "1,234,567.125 daysexactly 1234567.125"],
    ["percentage", { value: 12.5, of: "the loss" }, "12.5 %of the loss"],
    ["date", { iso: "2025-03-01", original: "1 March 2025" }, "March 1, 2025 2025-03-01written “1 March 2025”"],
    ["date", { iso: "2025-03", original: "03/2025" }, "March 2025 2025-03written “03/2025”"],
    [
      "date_range",
      { iso_start: "2025-03-01", iso_end: null, original: "from 1 March 2025" },
      "from March 1, 2025 2025-03-01written “from 1 March 2025”",
    ],
    [
      "date_range",
      { iso_start: "2025-03", iso_end: "2025-05", original: "spring" },
      "March 2025 2025-03 to May 2025 2025-05written “spring”",
    ],
    ["date_range", { iso_start: null, iso_end: "2025", original: "" }, "until 2025 2025"],
    ["duration", { iso: "P30D", original: "thirty days" }, "30 days P30Dwritten “thirty days”"],
    ["duration", { iso: "P1Y6M", original: "" }, "1 year 6 months P1Y6M"],
    ["duration", { iso: "PT48H", original: "" }, "48 hours PT48H"],
    ["duration", { iso: "soon", original: "" }, "soon soon"],
    ["boolean", false, "No"],
    ["iban", "GB21TEST00000012345678", "GB21 TEST 0000 0012 3456 78"],
    ["person_name", { first_name: "Eleanor", middle_initial: null, last_name: "Hill" }, "Eleanor Hill"],
    ["address", { street: "1 Quay", postal_code: "04101", city: "Portland", country: null }, "1 Quay\n04101 Portland"],
    ["organization", "Northwind", "Northwind"],
  ];
  it.each(cases)("%s %j reads %s", (type, value, words) => {
    expect(shown(type, value)).toBe(words);
  });

  it("stands right-aligned when it is a figure", () => {
    render(<Value type="amount" value={{ value: 5, currency: "EUR", unit: null }} />);
    expect(screen.getByText(/EUR/).classList).toContain("figure");
  });

  it("is a table with headings when it is one", () => {
    const value = { headers: ["Item", "Limit"], rows: [["Bicycles", "GBP 1,200"]] };
    render(<Value type="table" value={value} />);
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Item", "Limit"]);
    expect(screen.getByText("GBP 1,200").className).toBe("figure");
    expect(screen.getByText("Bicycles").className).toBe("");
  });

  it("is shown whole when its type is unknown", () => {
    expect(shown("made_up", { a: [1, null], b: true })).toBe("a112not statedbYes");
  });

  it("is shown whole when it is not in its type's form", () => {
    expect(shown("amount", "about a million")).toBe("about a million");
    expect(shown("table", { headers: "x", rows: [] })).toContain("headers");
  });
});
