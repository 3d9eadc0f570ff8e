/** Figures of a comparison in words. */

import type { CaseCount, ComparedPair, ContestantSummary, Interval, Proportion } from "../backend/wire";
import { bytes } from "../kit/format";
import { t } from "../language/language";

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** `67.5 % (27 of 40; 52.0 to 79.9)` */
export function shareInWords({ count, of, share, interval }: Proportion): string {
  if (share === null) return t("compare.nothing");
  const between = interval ? `; ${t("compare.between", { low: (interval.low * 100).toFixed(1), high: (interval.high * 100).toFixed(1) })}` : "";
  return `${percent(share)} (${t("compare.countOf", { count, of })}${between})`;
}

export interface Figure {
  /** Of one contestant. */
  words: string;
  value: number | null;
  interval: Interval | null;
}

export interface FigureRow {
  name: string;
  /** One for each contestant, in their order. */
  figures: Figure[];
  /** End of their scale. */
  most: number;
}

function shares(name: string, all: (Proportion | undefined)[]): FigureRow {
  const figures = all.map((one): Figure =>
    one ? { words: shareInWords(one), value: one.share, interval: one.interval } : { words: t("compare.nothing"), value: null, interval: null },
  );
  return { name, figures, most: 1 };
}

/** How right they are, all together and by type. */
export function accuracyRows(contestants: ContestantSummary[]): FigureRow[] {
  const types = new Set(contestants.flatMap(({ exact_by_type }) => Object.keys(exact_by_type)));
  return [
    shares(t("compare.figures.right"), contestants.map(({ right }) => right)),
    shares(t("compare.figures.falseAnswers"), contestants.map(({ false_answers }) => false_answers)),
    shares(t("compare.figures.quotes"), contestants.map(({ valid_citations }) => valid_citations)),
    ...[...types].toSorted().map((type) =>
      shares(t("compare.figures.ofType", { type }), contestants.map(({ exact_by_type }) => exact_by_type[type])),
    ),
  ];
}

export function costRows(contestants: ContestantSummary[]): FigureRow[] {
  const numbers = (name: string, of: (one: ContestantSummary) => Omit<Figure, "words">, words: (value: number) => string): FigureRow => {
    const figures = contestants.map(of).map((one): Figure => ({ ...one, words: one.value === null ? t("compare.unknown") : words(one.value) }));
    const ends = figures.flatMap(({ value, interval }) => [value ?? 0, interval?.high ?? 0]);
    return { name, figures, most: Math.max(...ends, 0) };
  };
  const plain = (value: number | null): Omit<Figure, "words"> => ({ value, interval: null });
  const seconds = (value: number): string => `${value.toFixed(2)} s`;
  return [
    numbers(t("compare.figures.median"), ({ cost }) => cost.median_seconds, seconds),
    numbers(t("compare.figures.p90"), ({ cost }) => cost.p90_seconds, seconds),
    numbers(t("compare.figures.memory"), ({ cost }) => plain(cost.peak_model_bytes), bytes),
    numbers(t("compare.figures.readerMemory"), ({ cost }) => plain(cost.peak_reader_bytes), bytes),
    numbers(t("compare.figures.energy"), ({ cost }) => plain(cost.joules_per_answer), (joules) => `${joules.toFixed(1)} J`),
  ];
}

/** What the paired test says. */
export function pairInWords({ first, second, only_first, only_second, p_value_corrected, is_significant }: ComparedPair): string {
  const p = p_value_corrected < 0.001 ? "p < 0.001" : `p = ${p_value_corrected.toFixed(3)}`;
  const verdict = !is_significant
    ? t("compare.pairs.same", { first, second })
    : only_first > only_second
      ? t("compare.pairs.better", { better: first, worse: second })
      : t("compare.pairs.better", { better: second, worse: first });
  return `${verdict} ${t("compare.pairs.counts", { first, second, onlyFirst: only_first, onlySecond: only_second, p })}`;
}

/** How many questions, and on how many documents. */
export function countInWords({ cases, documents }: CaseCount): string {
  return t("compare.new.count", { cases: t("compare.new.questions", { count: cases }), documents: t("compare.new.documents", { count: documents }) });
}
