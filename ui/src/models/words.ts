/** What the words of a model mean. */

import type { ModelBench, ModelFit, ModelSummary, Settings } from "../backend/wire";
import { bytes, number } from "../kit/format";
import type { Tone } from "../kit/StateWord";

export interface Purpose {
  /** The catalogue's word for it. */
  name: string;
  title: string;
  about: string;
}

export const PURPOSES: Purpose[] = [
  {
    name: "answer",
    title: "Answers",
    about: "Reads the passages that were found and chooses among the values in them. One model does it for every question.",
  },
  {
    name: "embedding",
    title: "Search by meaning",
    about: "Finds passages that say the same in other words. Without it, passages are found by their words alone.",
  },
  {
    name: "reader",
    title: "Pointing at answers",
    about: "Points at the words of a passage that answer the question. It writes nothing.",
  },
];

const OTHERS: Purpose = { name: "", title: "Other purposes", about: "Known, but not used by this version." };

export interface Group {
  purpose: Purpose;
  models: ModelSummary[];
}

/** Each purpose with its models; one of several purposes stands in each. */
export function grouped(models: ModelSummary[]): Group[] {
  const serves = (model: ModelSummary, { name }: Purpose): boolean => model.purpose.includes(name);
  const groups = PURPOSES.map((purpose) => ({ purpose, models: models.filter((model) => serves(model, purpose)) }));
  const others = models.filter((model) => !PURPOSES.some((purpose) => serves(model, purpose)));
  return others.length > 0 ? [...groups, { purpose: OTHERS, models: others }] : groups;
}

export function answers({ purpose }: ModelSummary): boolean {
  return purpose.includes("answer");
}

/** Whether it is the one that is used for this purpose. */
export function isDefault(model: ModelSummary, { name }: Purpose, { answer_model }: Settings): boolean {
  if (name === "answer" && answer_model !== null) return model.name === answer_model;
  return model.default && model.purpose.includes(name);
}

export function fitInWords({ fit, needed_bytes, available_bytes, context_tokens, largest_context_tokens }: ModelFit): {
  tone: Tone;
  words: string;
  detail: string;
} {
  const needed = `needs ${bytes(needed_bytes)} of memory for ${number(context_tokens)} tokens`;
  const free = available_bytes === null ? "this machine does not say how much is free" : `${bytes(available_bytes)} are free`;
  const largest = largest_context_tokens === null ? "" : ` At most ${number(largest_context_tokens)} tokens fit.`;
  const detail = `It ${needed}; ${free}.${largest}`;
  if (fit === null) return { tone: "plain", words: "Fit not known", detail };
  if (fit === "fits") return { tone: "good", words: "Fits this machine", detail };
  return { tone: "bad", words: "Too large for this machine", detail: `${detail} Close other programs, or choose a smaller model.` };
}

export interface Figure {
  name: string;
  value: string;
}

/** A model that is held already takes no time that could be measured. */
const HELD_MS = 5;

function loading(milliseconds: number): string {
  return milliseconds < HELD_MS ? "was loaded already" : `${number(milliseconds / 1000, 2)} s`;
}

export function benchFigures({ load_ms, prefill_tokens_per_second, decode_tokens_per_second, threads }: ModelBench): Figure[] {
  const writing = decode_tokens_per_second;
  return [
    { name: "Checking and loading", value: loading(load_ms) },
    { name: "Reading", value: `${number(prefill_tokens_per_second, 1)} tokens a second` },
    { name: "Writing", value: writing === null ? "writes nothing" : `${number(writing, 1)} tokens a second` },
    { name: "Threads", value: number(threads) },
  ];
}
