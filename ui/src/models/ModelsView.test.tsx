import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Backend, Models } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import type { ModelFit, ModelSummary, Settings } from "../backend/wire";
import { DEFAULTS } from "../settings/useSettings";
import { show } from "../test_workspace";
import { ModelsView } from "./ModelsView";

const user = userEvent.setup();
const ANSWERS = "smollm2-135m-instruct-q4_1";
const EMBEDDINGS = "all-minilm-l6-v2";

function open(change: (models: Models) => Partial<Models> = () => ({}), settings: Partial<Settings> = {}): Backend {
  const fake = createFakeBackend();
  void fake.desk.change({ ...DEFAULTS, ...settings });
  const backend = {
    ...fake,
    models: { ...fake.models, ...change(fake.models) },
  };
  show(ModelsView, backend, { view: "models" });
  return backend;
}

function model(name: string): Promise<HTMLElement> {
  return screen.findByRole("article", { name });
}

describe("the models", () => {
  it("stand under their purpose, with what is used and what is missing", async () => {
    open();
    const answers = await screen.findByRole("region", { name: "Answers" });
    expect(within(answers).getByText("Used for answers")).toBeTruthy();
    const search = screen.getByRole("region", { name: "Search by meaning" });
    expect(within(search).getByRole("article", { name: EMBEDDINGS })).toBeTruthy();
    const missing = await model("qwen2.5-1.5b-instruct-q4_k_m");
    expect(within(missing).getByText("Missing")).toBeTruthy();
    expect(within(missing).getByText(/Put it back, or add it again/)).toBeTruthy();
    expect(within(missing).queryByRole("button", { name: "Check the file" })).toBeNull();
  });

  it("of the catalogue that are missing say how they get here", async () => {
    open((models) => ({ list: async () => (await models.list()).map((one): ModelSummary => ({ ...one, own: false, present: false })) }));
    const answers = await model(ANSWERS);
    expect(within(answers).getByText("scripts/models --all")).toBeTruthy();
  });

  it("name the adapter that stands upon one", async () => {
    const adapter = { base: EMBEDDINGS, file: "/house.gguf", sha256: "cd".repeat(32), size_bytes: 1, scale: 500 };
    open((models) => ({
      list: async () => (await models.list()).map((one) => (one.name === ANSWERS ? { ...one, adapter } : one)),
    }));
    const answers = await model(ANSWERS);
    expect(within(answers).getByText("SHA-256 of the adapter upon it")).toBeTruthy();
    expect(within(answers).getByText("cd".repeat(32))).toBeTruthy();
    const search = await model(EMBEDDINGS);
    expect(within(search).queryByText("SHA-256 of the adapter upon it")).toBeNull();
  });

  it("say in words whether they fit", async () => {
    const fit: ModelFit = {
      name: "large",
      context_tokens: 4096,
      needed_bytes: 9e9,
      available_bytes: 4e9,
      fit: "will_not_load",
      largest_context_tokens: 512,
    };
    open(() => ({ fit: async () => fit }));
    const answers = await model(ANSWERS);
    expect(await within(answers).findByText("Too large for this machine")).toBeTruthy();
    expect(within(answers).getByText(/needs 9 GB of memory for 4,096 tokens; 4 GB are free\. At most 512 tokens fit\./)).toBeTruthy();
  });

  it("are used for answers on request, and that can be taken back", async () => {
    const backend = open();
    await user.click(screen.getByRole("button", { name: "Add a model file…" }));
    const added = await model("my-model");
    await user.click(within(added).getByRole("button", { name: "Use for answers" }));
    expect(await within(added).findByText("Used for answers")).toBeTruthy();
    expect(within(await model(ANSWERS)).queryByText("Used for answers")).toBeNull();
    expect(screen.getByText("Answers use my-model from now on.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await within(await model(ANSWERS)).findByText("Used for answers")).toBeTruthy();
    expect((await backend.desk.settings()).answer_model).toBeNull();
  });

  it("say when the one that was chosen is gone", async () => {
    open(() => ({}), { answer_model: "qwen2.5-1.5b-instruct-q4_k_m" });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("missing: qwen2.5-1.5b-instruct-q4_k_m");
    await user.click(within(alert).getByRole("button", { name: "Use the model that came with the program" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("are checked, and a bad file is said to be bad with what to do", async () => {
    open(() => ({ check: async (name) => ({ name, sound: false, finding: "The SHA-256 differs." }) }));
    const answers = await model(ANSWERS);
    await user.click(within(answers).getByRole("button", { name: "Check the file" }));
    const result = await within(answers).findByText("Not sound");
    expect(result.parentElement?.textContent).toContain("The SHA-256 differs. Do not use it");
  });

  it("are measured, in numbers, and say what is being done meanwhile", async () => {
    open();
    const answers = await model(ANSWERS);
    await user.click(within(answers).getByRole("button", { name: "Measure the speed" }));
    expect(within(answers).getByText(/^Reading the whole file and comparing its hash/)).toBeTruthy();
    const table = await within(answers).findByRole("table", { name: "Speed on this machine" });
    expect(within(table).getByRole("row", { name: "Reading 280 tokens a second" })).toBeTruthy();
    const embeddings = await model(EMBEDDINGS);
    await user.click(within(embeddings).getByRole("button", { name: "Measure the speed" }));
    expect(await within(embeddings).findByText("writes nothing")).toBeTruthy();
    expect(within(embeddings).getByText("0.21 s")).toBeTruthy();
  });

  it("that are loaded already are measured without that", async () => {
    open((models) => ({ bench: async (name, report) => ({ ...(await models.bench(name, report)), load_ms: 0 }) }));
    const answers = await model(ANSWERS);
    await user.click(within(answers).getByRole("button", { name: "Measure the speed" }));
    expect(await within(answers).findByText("was loaded already")).toBeTruthy();
  });

  it.each([
    ["Check the file", "Cancelled. Whether the file is sound is not known."],
    ["Measure the speed", "Cancelled. Nothing was measured."],
  ])("can be spared a long act: %s", async (act, words) => {
    open(() => createFakeBackend({ stepMs: 30 }).models);
    const answers = await model(ANSWERS);
    await user.click(within(answers).getByRole("button", { name: act }));
    const bar = await within(answers).findByRole("progressbar", { name: "Reading the whole file and comparing its hash" });
    await waitFor(() => expect(Number(bar.getAttribute("value"))).toBeGreaterThan(0));
    const start = within(answers).getByRole<HTMLButtonElement>("button", { name: act });
    expect(start.disabled).toBe(true);
    await user.click(within(answers).getByRole("button", { name: "Cancel" }));
    expect(await within(answers).findByText(words)).toBeTruthy();
    expect(start.disabled).toBe(false);
    expect(within(answers).queryByRole("alert")).toBeNull();
  });

  it("are added with their progress, which can be ended, and then nothing was added", async () => {
    open(() => createFakeBackend({ stepMs: 30 }).models);
    await model(ANSWERS);
    const start = screen.getByRole<HTMLButtonElement>("button", { name: "Add a model file…" });
    await user.click(start);
    const bar = await screen.findByRole("progressbar", { name: "Reading the whole file and comparing its hash" });
    await waitFor(() => expect(Number(bar.getAttribute("value"))).toBeGreaterThan(0));
    expect(start.disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Cancelled. No model was added.")).toBeTruthy();
    expect(start.disabled).toBe(false);
    expect(screen.queryByRole("article", { name: "my-model" })).toBeNull();
  });

  it("that cannot be added say why", async () => {
    const failure = { kind: "model", message: "This is no GGUF file.", help: "Choose a file that ends in .gguf." };
    open(() => ({ add: () => Promise.reject(failure) }));
    await model(ANSWERS);
    await user.click(screen.getByRole("button", { name: "Add a model file…" }));
    expect((await screen.findByRole("alert")).textContent).toBe("This is no GGUF file.Choose a file that ends in .gguf.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add a model file…" }).disabled).toBe(false);
  });
});
