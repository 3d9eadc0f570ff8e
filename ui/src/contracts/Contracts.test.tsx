import { EditorView } from "@codemirror/view";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { App } from "../frame/App";

const user = userEvent.setup();
// jsdom measures no text; CodeMirror asks for it.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

async function open(backend: Backend = createFakeBackend()): Promise<Backend> {
  render(<App backend={backend} />);
  await user.keyboard("{Control>}5{/Control}");
  await screen.findByRole("option", { name: /Amount/ });
  return backend;
}

async function example(name: string): Promise<void> {
  await user.click(screen.getByRole("button", { name }));
  await compiled(/root ::=/);
}

function editor(name: string): EditorView {
  const view = EditorView.findFromDOM(screen.getByRole("textbox", { name }));
  if (!view) throw new Error(`no editor ${name}`);
  return view;
}

/** Changes a text in an editor as typing does. */
function retype(name: string, before: string, after: string): void {
  const view = editor(name);
  const from = before === "" ? 0 : view.state.doc.toString().indexOf(before);
  expect(from).toBeGreaterThanOrEqual(0);
  view.focus();
  view.dispatch({
    changes: { from, to: from + before.length, insert: after },
    selection: { anchor: from + after.length },
  });
}

function compiled(text: RegExp): Promise<void> {
  return waitFor(() => expect(editor("Grammar, read-only").state.doc.toString()).toMatch(text));
}

function linkedLines(name: string): string[] {
  const lines = editor(name).dom.querySelectorAll(".cm-linked");
  return [...lines].map((line) => line.textContent?.trim() ?? "");
}

describe("the list of types", () => {
  it("shows those built in, and as few as the filter says", async () => {
    await open();
    await user.type(screen.getByRole("searchbox", { name: "Filter answer types" }), "dat");
    expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual(["Datedate"]);
    await user.type(screen.getByRole("searchbox", { name: "Filter answer types" }), "zzz");
    expect(screen.getByText("No type has these letters.")).toBeTruthy();
  });

  it("opens a built-in type that cannot be changed, and a new one begins from it", async () => {
    await open();
    await user.click(screen.getByRole("option", { name: /Amount/ }));
    await compiled(/currency ::= /);
    expect(editor("Schema, read-only").state.readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Start a new type from this one" }));
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("my_amount");
    expect(editor("Schema").state.readOnly).toBe(false);
  });
});

describe("a type of one's own", () => {
  it("is saved, offered, changed, removed, and brought back", async () => {
    const backend = await open();
    await example("Invoice line");
    await user.click(screen.getByRole("button", { name: "Save as a new type" }));
    expect(await screen.findByText("Invoice line is saved.")).toBeTruthy();
    expect((await backend.contracts.types()).find(({ name }) => name === "invoice_line")?.own).toBe(true);
    retype("Schema", "Invoice line", "Line of an invoice");
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await screen.findByText("Line of an invoice is saved.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () =>
      expect((await backend.contracts.detail("invoice_line")).schema).toContain('"Invoice line"'),
    );
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("option", { name: /invoice_line/ })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("option", { name: /invoice_line/ })).toBeTruthy();
  });

  it("needs a free name of small letters", async () => {
    await open();
    await example("Measurement");
    const name = screen.getByLabelText("Name");
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save as a new type" });
    for (const [bad, words] of [
      ["Amount", "The name begins with a lower-case letter."],
      ["a-b", "The name holds lower-case letters, digits and underscores only."],
      ["amount", "A built-in type has this name."],
    ] as const) {
      await user.clear(name);
      await user.type(name, bad);
      expect(screen.getByText(words)).toBeTruthy();
      expect(save.disabled).toBe(true);
    }
    await user.clear(name);
    await user.type(name, "reading_2");
    expect(save.disabled).toBe(false);
  });

  it("keeps what was not saved while another type is looked at", async () => {
    await open();
    await example("Measurement");
    retype("Schema", "Measurement", "Reading");
    await user.click(screen.getByRole("option", { name: /Amount/ }));
    await compiled(/currency ::= /);
    const kept = screen.getByRole("option", { name: /Reading/ });
    expect(kept.textContent).toContain("not saved");
    await user.click(kept);
    await waitFor(() => expect(editor("Schema").state.doc.toString()).toContain('"Reading"'));
    await user.click(screen.getByRole("button", { name: "Throw away" }));
    expect(screen.queryByRole("option", { name: /Reading/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("option", { name: /Reading/ })).toBeTruthy();
  });

  it("is saved by Ctrl+S, and leads to Ask", async () => {
    const backend = await open();
    await example("Measurement");
    screen.getByLabelText("Name").focus();
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(async () =>
      expect((await backend.contracts.types()).map(({ name }) => name)).toContain("measurement"),
    );
    await user.click(await screen.findByRole("button", { name: "Ask with this type" }));
    expect(screen.getByRole("main", { name: "Ask" })).toBeTruthy();
    expect(screen.getByText("Your question is asked with the type Measurement.")).toBeTruthy();
  });

  it("that the service refuses says why and stays", async () => {
    const backend = createFakeBackend();
    const failure = { kind: "vault", message: "The folder of types cannot be written.", help: "Free some space." };
    backend.contracts.save = () => Promise.reject(failure);
    await open(backend);
    await example("Measurement");
    await user.click(screen.getByRole("button", { name: "Save as a new type" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The folder of types cannot be written.Free some space.",
    );
    expect(screen.getByText("Not saved")).toBeTruthy();
  });
});

describe("compiling", () => {
  it("follows what is typed, once, and the newest wins", async () => {
    const backend = createFakeBackend();
    const compile = vi.spyOn(backend.contracts, "compile");
    await open(backend);
    await example("Invoice line");
    const before = compile.mock.calls.length;
    for (const [old, name] of [
      ["unit_price", "p"],
      ["p", "pr"],
      ["pr", "price"],
    ] as const)
      retype("Schema", `"${old}": {`, `"${name}": {`);
    await compiled(/^price ::= /m);
    expect(compile.mock.calls.length).toBe(before + 1);
  });

  it("writes spaces as chosen", async () => {
    await open();
    await example("Invoice line");
    await compiled(/article\\": " article/);
    await user.selectOptions(screen.getByRole("combobox", { name: "Spaces" }), "none");
    await compiled(/article\\":" article/);
  });

  it("says where text is not JSON, and keeps the last grammar", async () => {
    await open();
    await example("Invoice line");
    retype("Schema", '"type": "object",', '"type": "object"');
    const place = await screen.findByRole("button", { name: "Line 5, column 3" });
    expect(place.parentElement?.textContent).toContain("A comma is missing before this.");
    expect(editor("Grammar, read-only").state.doc.toString()).toContain("root ::=");
    expect(screen.getAllByText("Of the last schema that compiled.")).not.toHaveLength(0);
    await user.click(place);
    const { state } = editor("Schema");
    expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toBe('"properties"');
  });

  it("shows a failure of the compiler at its place, or above where it names none", async () => {
    const backend = createFakeBackend();
    await open(backend);
    await example("Invoice line");
    retype("Schema", '"^[A-Z]{3}$"', '"(("');
    expect(await screen.findByText(/a regular expression was expected/)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    backend.contracts.compile = () =>
      Promise.reject({ kind: "schema", message: "The rules are too large.", help: "Make it smaller." });
    retype("Schema", '"(("', '"x"');
    expect((await screen.findByRole("alert")).textContent).toBe("The rules are too large.Make it smaller.");
  });

  it("counts what is enforced and leads to what is residual", async () => {
    await open();
    await example("Measurement");
    const list = await screen.findByRole("list", { name: "Residual keywords" });
    expect(list.textContent).toContain("that items differ is left to the validator");
    expect(screen.getByText(/checked after decoding by the validator/)).toBeTruthy();
    await user.click(within(list).getByRole("button", { name: "/properties/methods/uniqueItems" }));
    const { state } = editor("Schema");
    expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toBe('"uniqueItems": true');
    expect(
      await screen.findByText(
        "/properties/methods/uniqueItems: No item twice; residual, that items differ is left to the validator.",
      ),
    ).toBeTruthy();
  });
});

describe("schema and grammar", () => {
  it("mark each other's parts, both ways", async () => {
    await open();
    await example("Invoice line");
    const schema = editor("Schema");
    schema.focus();
    schema.dispatch({ selection: { anchor: schema.state.doc.toString().indexOf("exclusiveMinimum") } });
    await waitFor(() =>
      expect(linkedLines("Grammar, read-only")).toContainEqual(expect.stringMatching(/^quantity ::=/)),
    );
    const grammar = editor("Grammar, read-only");
    grammar.focus();
    grammar.dispatch({ selection: { anchor: grammar.state.doc.toString().indexOf("currency ::=") } });
    await waitFor(() => expect(linkedLines("Schema")[0]).toBe('"currency": {'));
    expect(screen.getByText("Marked: currency; from /properties/currency.")).toBeTruthy();
  });
});

describe("trying a value", () => {
  async function tried(value: string): Promise<string> {
    retype("Value to try", editor("Value to try").state.doc.toString(), value);
    await screen.findByText("Checking…");
    await waitFor(() => expect(screen.queryByText("Checking…")).toBeNull());
    return screen.getByRole("region", { name: "Try a value" }).querySelector(".tester-verdict")?.textContent ?? "";
  }

  it("tells what grammar and validator say, and where the grammar is left", async () => {
    await open();
    await example("Measurement");
    expect(await tried('{"quantity": "mass", "value": 3, "unit": "kg"}')).toContain("Fits");
    expect(await tried('{"quantity": "mass", "value": "3", "unit": "kg"}')).toMatch(
      /Does not fit.*Line 1, column 31.*\/valueis not of type number/,
    );
    const left = () => editor("Value to try").dom.querySelector(".cm-leaves")?.textContent;
    await waitFor(() => expect(left()).toBe('"'));
    expect(await tried('{"quantity": "mass", "value"')).toContain("Not JSON");
    expect(await tried('{"quantity":"mass","value":3,"unit":"kg"}')).toContain("Valid, in another form");
    const twice = '{"quantity": "mass", "value": 3, "unit": "kg", "methods": ["a", "a"]}';
    expect(await tried(twice)).toMatch(/The grammar lets it through.*holds an item twice/);
  });
});
