/** What the words of a model mean. */

import type { ModelBench, ModelFit, ModelSummary, Settings } from "../backend/wire";
import { bytes, number } from "../kit/format";
import type { Tone } from "../kit/StateWord";
import { t } from "../language/language";

export interface Purpose {
  /** The catalogue's word for it. */
  name: "answer" | "embedding" | "reader" | "other";
  title: string;
  about: string;
}

export const PURPOSES: Purpose[] = [
  {
    name: "answer",
    title: t("models.answers"),
    about: t("models.answersAbout"),
  },
  {
    name: "embedding",
    title: t("models.meaning"),
    about: t("models.meaningAbout"),
  },
  {
    name: "reader",
    title: t("models.pointing"),
    about: t("models.pointingAbout"),
  },
];

const OTHERS: Purpose = { name: "other", title: t("models.others"), about: t("models.othersAbout") };

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
  const free = available_bytes === null ? t("models.freeUnknown") : t("models.free", { bytes: bytes(available_bytes) });
  const largest = largest_context_tokens === null ? "" : ` ${t("models.atMost", { tokens: number(largest_context_tokens) })}`;
  const detail = t("models.needs", { needed: bytes(needed_bytes), tokens: number(context_tokens), free }) + largest;
  if (fit === null) return { tone: "plain", words: t("models.fitUnknown"), detail };
  if (fit === "fits") return { tone: "good", words: t("models.fits"), detail };
  return { tone: "bad", words: t("models.tooLarge"), detail: `${detail} ${t("models.closeOthers")}` };
}

export interface Figure {
  name: string;
  value: string;
}

/** A model that is held already takes no time that could be measured. */
const HELD_MS = 5;

function loading(milliseconds: number): string {
  return milliseconds < HELD_MS ? t("models.loadedAlready") : `${number(milliseconds / 1000, 2)} s`;
}

export function benchFigures({ load_ms, prefill_tokens_per_second, decode_tokens_per_second, threads }: ModelBench): Figure[] {
  const writing = decode_tokens_per_second;
  return [
    { name: t("models.bench.loading"), value: loading(load_ms) },
    { name: t("models.bench.reading"), value: t("models.bench.aSecond", { number: number(prefill_tokens_per_second, 1) }) },
    { name: t("models.bench.writing"), value: writing === null ? t("models.bench.nothing") : t("models.bench.aSecond", { number: number(writing, 1) }) },
    { name: t("models.bench.threads"), value: number(threads) },
  ];
}
