import type { Audit } from "../backend";
import type { Attached, KeyFile, RecordDetail, RecordSummary } from "../wire";
import { SAMPLE } from "./document";
import type { FakeOptions } from "./index";
import { pause } from "./pause";
import { fakeWork } from "./work";

const RECORDS: RecordSummary[] = [
  { sequence: 4, id: "0000000000000004", kind: "batch", time: "2026-11-20T10:17:00Z", words: "A table of 12 answers", documents: null, answer: null, batch_id: "b-1", decision: null },
  { sequence: 3, id: "0000000000000003", kind: "answer", time: "2026-11-20T10:16:00Z", words: "Who is the broker?", documents: SAMPLE.title, answer: null, batch_id: null, decision: "not_sure" },
  { sequence: 2, id: "0000000000000002", kind: "answer", time: "2026-11-20T10:15:00Z", words: "What is the annual premium?", documents: `${SAMPLE.title} and 1 other`, answer: "GBP 1284.50", batch_id: "b-1", decision: "ship" },
  { sequence: 1, id: "0000000000000001", kind: "import", time: "2026-11-20T10:14:00Z", words: SAMPLE.title, documents: null, answer: null, batch_id: null, decision: null },
];

const IMPORT_BODY = { document_id: SAMPLE.id, media_type: "pdf", pages: 3, lines: SAMPLE.lines, chunks: 4, document_sha256: "c4".repeat(32) };

const ANSWER_BODY = {
  request_id: "q-4",
  model: { name: "smollm2-135m-instruct-q4_1", sha256: "b1".repeat(32), backend: "CPU", threads: 2 },
  policy: { version: "4", sha256: "d7".repeat(32) },
  decision: "ship",
  needs_human_review: false,
  rounds: [{ why: "ask", decision: "ship", probability: 0.86 }],
  tokens: { prompt: 402, completion: 31 },
  message: null,
};

const STAMP: Attached = {
  record_id: "0000000000000005",
  records: 4,
  time: "2026-11-20T10:18:00Z",
  authority: "CN=A test authority",
  certificate_sha256: "ce".repeat(32),
};

/** Key files of sealed backups: one in reach, one on a disk that is not plugged in. */
const KEY_FILES: KeyFile[] = [
  { path: "/media/ada/stick/attest-backup-keys.json", since: "2026-11-20T10:16:30Z", waiting: 0, unusable: null },
  { path: "/media/ada/old-stick/keys.json", since: null, waiting: 2, unusable: "it is not there" },
];
/** The key of a vault, as it is handed from one person to another. */
const VERIFIER_KEY = "attest-vault/0123456789abcdef+0c4a55dc+Ady7pFQhQnp4HMN1y3Yq8mqmlUBa7bQJlUQ0kqtQn9Jl";
const NEW_KEYS = "/media/ada/new-stick/attest-backup-keys.json";

/** A record's id is the start of its hash; the one before the first is all zeros. */
function hashOf(sequence: number): string {
  const id = RECORDS.find((one) => one.sequence === sequence)?.id;
  return id === undefined ? "0".repeat(64) : `${id}${"9a".repeat(24)}`;
}

function detailOf(summary: RecordSummary): RecordDetail {
  const imported = summary.kind === "import";
  return {
    summary,
    body: imported ? IMPORT_BODY : ANSWER_BODY,
    contents: imported
      ? [{ name: "source", sha256: SAMPLE.id, size: 48_000, text: null, erased: false }]
      : [
          { name: "prompt", sha256: "cd".repeat(32), size: 1603, text: "Answer from the passages only.", erased: false },
          { name: "draft", sha256: "ef".repeat(32), size: 22, text: null, erased: true },
        ],
    previous_hash: hashOf(summary.sequence - 1),
    hash: hashOf(summary.sequence),
  };
}

function isNoted(noted: string | null): boolean {
  return noted === null || RECORDS.some(({ sequence }) => hashOf(sequence) === noted.trim());
}

/** Whether all words stand in what the list shows of a record. */
function holds({ words, documents, answer, kind, id }: RecordSummary, wanted: string): boolean {
  const shown = [words, documents, answer, kind, id].join(" ").toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => shown.includes(word));
}

export function fakeAudit({ damagedRecord, stepMs = 0 }: FakeOptions): Audit {
  const work = fakeWork(stepMs);
  let keyFiles = [...KEY_FILES];
  return {
    list: async ({ kind, decision, document_id, from_day, to_day, batch_id, words, before, limit }) =>
      RECORDS.filter((one) => batch_id === null || (one.batch_id === batch_id && one.kind === "answer"))
        .filter(({ time }) => (from_day === null || time.slice(0, 10) >= from_day) && (to_day === null || time.slice(0, 10) <= to_day))
        .filter((one) => holds(one, words))
        .filter((one) => kind === null || one.kind === kind)
        .filter((one) => decision === null || one.decision?.replace("not_sure", "no_answer") === decision)
        .filter(() => document_id === null || document_id === SAMPLE.id)
        .filter((one) => before === null || one.sequence < before)
        .slice(0, limit),
    detail: async (id) => {
      const summary = RECORDS.find((one) => one.id === id);
      if (!summary) throw { kind: "vault", message: "There is no such record.", help: "" };
      return detailOf(summary);
    },
    verify: async (noted, report) => {
      await work.run("verify", ["verify"], report);
      return {
        records: RECORDS.length,
        ok: damagedRecord === undefined && isNoted(noted),
        first_bad: damagedRecord === undefined ? null : `number ${damagedRecord}`,
        noted_found: noted === null ? null : isNoted(noted),
        kept_checkpoint: { state: "kept", records: RECORDS.length },
        keyring_checkpoint: null,
        stamps: damagedRecord === undefined ? [{ sequence: 4, stamp: STAMP, reason: null }] : [],
        head: hashOf(RECORDS.length),
        time: "2026-11-20T10:20:00Z",
      };
    },
    cancelVerify: () => work.cancel("verify"),
    replay: async (id, report) => {
      await work.run("replay", ["read"], report);
      const same = RECORDS.find((one) => one.id === id)?.decision === "ship";
      const environment = [{ stage: "environment", fact: "application.version", recorded: "0.1.0", now: "0.2.0" }];
      const differences = [
        { stage: "choice", fact: "choice.signals.reader", recorded: 0.5, now: 0.75 },
        { stage: "answer", fact: "answer_sha256", recorded: "ab".repeat(32), now: null },
      ];
      return same ? { record_id: id, equal: true, differences: [], environment: [] } : { record_id: id, equal: false, differences, environment };
    },
    cancelReplay: () => work.cancel("replay"),
    export: async () => "audit.jsonl",
    exportVault: async () => {
      await pause(stepMs);
      return "attest-export-2026-11-20-4";
    },
    backUp: async () => {
      await pause(stepMs);
      return "/backups/attest-2026-11-20-4.sqlite";
    },
    backUpSealed: async (chosen) => {
      await pause(stepMs);
      const keys = chosen ?? NEW_KEYS;
      if (!keyFiles.some(({ path }) => path === keys)) keyFiles.push({ path: keys, since: "2026-11-20T10:21:00Z", waiting: 0, unusable: null });
      return { path: "/backups/attest-2026-11-20-4.sqlite", keys, sealed: 3 };
    },
    keyFiles: async () => [...keyFiles],
    forgetKeys: async (path) => {
      keyFiles = keyFiles.filter((one) => one.path !== path);
    },
    saveCheckpoint: async () => ({ path: "/carried/attest-4.checkpoint", records: RECORDS.length, key: VERIFIER_KEY }),
    requestStamp: async () => "attest-4.tsq",
    attachStamp: async () => STAMP,
    savePack: async () => {
      await pause(stepMs);
      return "evidence-pack.html";
    },
  };
}
