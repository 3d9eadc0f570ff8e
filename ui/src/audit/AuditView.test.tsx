import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Audit, Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import type { FakeOptions } from "../backend/fake";
import { SAMPLE } from "../backend/fake/document";
import type { CheckedStamp, KeptCheckpoint, RecordFilter, RecordSummary } from "../backend/wire";
import { show } from "../test_workspace";
import { AuditView } from "./AuditView";
import { PAGE } from "./useRecords";

const user = userEvent.setup();
const BATCH = "A table of 12 answers";

function open(options: FakeOptions = {}, change: (audit: Audit) => Partial<Audit> = () => ({})) {
  const fake = createFakeBackend({ documents: [SAMPLE], ...options });
  const backend: Backend = { ...fake, audit: { ...fake.audit, ...change(fake.audit) } };
  return { backend, ...show(AuditView, backend, { view: "audit" }) };
}

async function listed(): Promise<string[]> {
  const grid = await screen.findByRole("grid", { name: "Records" });
  return within(grid)
    .getAllByRole("rowheader")
    .map((cell) => cell.querySelector(".record-words")?.textContent ?? "");
}

/** The contents of every record, and the conditions that a person set. */
function withConditions(audit: Audit): Partial<Audit> {
  const text = JSON.stringify([{ kind: "metadata", key: "matter", value: "2024-17" }]);
  const kept = { name: "conditions", sha256: "aa".repeat(32), size: text.length, text, erased: false };
  return {
    detail: async (id) => {
      const detail = await audit.detail(id);
      return { ...detail, contents: [...detail.contents, kept] };
    },
  };
}

async function openRecord(words: string): Promise<HTMLElement> {
  await user.click(await screen.findByText(words, { selector: ".record-words" }));
  await screen.findByRole("heading", { name: words });
  return screen.getByRole("region", { name: "Record" });
}

describe("verifying", () => {
  it("an intact trail says so, with its last hash", async () => {
    open();
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    const verdict = await screen.findByRole("status", { name: "Verdict" });
    expect(verdict.textContent).toContain("Intact: 4 records, each as it was written");
    expect(verdict.textContent).toContain(`0000000000000004${"9a".repeat(24)}`);
  });

  it("says how many time stamps there are and what each says, and that a checkpoint is kept", async () => {
    open();
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    const verdict = await screen.findByRole("status", { name: "Verdict" });
    expect(verdict.textContent).toContain("A checkpoint of 4 records is kept on this machine.");
    expect(verdict.textContent).toContain("1 time stamp is attached, and it holds:");
    expect(within(verdict).getByRole("listitem").textContent).toBe(
      `The checkpoint of 4 records was stamped at 2026-11-20 10:18:00 UTC by CN=A test authority (certificate ${"ce".repeat(32)}).`,
    );
  });

  it("a time stamp that does not hold is an alarm beside records that are as they were written", async () => {
    const bad: CheckedStamp = { sequence: 3, stamp: null, reason: "the signature of the time stamp does not fit" };
    open({}, (audit) => ({
      verify: async (noted, report) => {
        const verdict = await audit.verify(noted, report);
        return { ...verdict, stamps: [bad, ...verdict.stamps] };
      },
    }));
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    const verdict = await screen.findByRole("alert", { name: "Verdict" });
    expect(verdict.textContent).toContain("Every record is as it was written, but 1 time stamp does not hold");
    expect(verdict.textContent).not.toContain("Intact");
    expect(verdict.textContent).toContain("Of 2 time stamps, 1 hold:");
    expect(within(verdict).getAllByRole("listitem")[0]?.textContent).toBe(
      "The time stamp in record 3 does not hold: the signature of the time stamp does not fit.",
    );
  });

  it("a trail without time stamps and without a kept checkpoint says so", async () => {
    open({}, (audit) => ({
      verify: async (noted, report) => ({ ...(await audit.verify(noted, report)), stamps: [], kept_checkpoint: { state: "none" } }),
    }));
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    const verdict = await screen.findByRole("status", { name: "Verdict" });
    expect(verdict.textContent).toContain("No time stamp is attached.");
    expect(verdict.textContent).toContain("No checkpoint of it is kept on this machine.");
  });

  it("says what the keyring keeps where it opens the vault, and that it could not be asked", async () => {
    const told: string[] = [];
    const found: KeptCheckpoint[] = [
      { state: "kept", records: 3 },
      { state: "none" },
      { state: "out_of_reach", reason: "the keyring is locked", help: "unlock it" },
    ];
    for (const there of found) {
      open({}, (audit) => ({
        verify: async (noted, report) => ({ ...(await audit.verify(noted, report)), keyring_checkpoint: there }),
      }));
      await user.click(await screen.findByRole("button", { name: "Verify now" }));
      told.push((await screen.findByRole("status", { name: "Verdict" })).textContent ?? "");
      cleanup();
    }
    expect(told[0]).toContain("The keyring keeps a checkpoint of 3 records.");
    expect(told[1]).toContain("The keyring keeps no checkpoint of it yet.");
    expect(told[2]).toContain("It was not compared with the checkpoint in the keyring: the keyring is locked");
  });

  it("a damaged trail says where, what it means and what to do", async () => {
    open({ damagedRecord: 2 });
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    const verdict = await screen.findByRole("alert");
    expect(verdict.textContent).toContain("Damaged: number 2");
    expect(verdict.textContent).toContain("from there on the trail proves nothing");
    expect(within(verdict).getAllByRole("listitem")).toHaveLength(3);
  });

  it("tells how far it is, and can be cancelled without a verdict", async () => {
    open({ stepMs: 30 });
    const start = await screen.findByRole<HTMLButtonElement>("button", { name: "Verify now" });
    await user.click(start);
    const bar = await screen.findByRole("progressbar", { name: /^Reading every record/ });
    await waitFor(() => expect(Number(bar.getAttribute("value"))).toBeGreaterThan(0));
    expect(start.disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/^Cancelled\. Nothing was found out about the trail/)).toBeTruthy();
    expect(screen.queryByRole("status", { name: "Verdict" })).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(start);
    expect(await screen.findByRole("status", { name: "Verdict" })).toBeTruthy();
  });

  it("that cannot be done says why", async () => {
    open({}, () => ({ verify: () => Promise.reject({ kind: "vault", message: "The data is locked.", help: "Close the other program." }) }));
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The data is locked.Close the other program.");
  });
});

describe("a hash that was noted", () => {
  async function verifyWith(hash: string): Promise<void> {
    open();
    await user.type(await screen.findByLabelText("A hash you noted elsewhere"), `${hash}{Enter}`);
  }

  it("is compared when the trail is verified", async () => {
    await verifyWith(`0000000000000002${"9a".repeat(24)}`);
    const verdict = await screen.findByRole("status", { name: "Verdict" });
    expect(verdict.textContent).toContain("A record has the hash you noted");
  });

  it("that no record has is said to be missing, and what that means", async () => {
    await verifyWith("ab".repeat(32));
    const verdict = await screen.findByRole("alert", { name: "Verdict" });
    expect(verdict.textContent).toContain("No record has the hash you noted");
  });
});

describe("an export", () => {
  it("is of the records, or of their contents too", async () => {
    const asked: boolean[] = [];
    open({}, () => ({ export: async (withContents) => (asked.push(withContents), "trail.jsonl") }));
    await user.click(await screen.findByRole("button", { name: "Export all…" }));
    expect(await screen.findByText("All records written to trail.jsonl.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Export with contents…" }));
    expect(await screen.findByText("All records and their contents written to trail.jsonl.")).toBeTruthy();
    expect(asked).toEqual([false, true]);
  });
});

describe("what is carried elsewhere", () => {
  async function choose(entry: string): Promise<void> {
    await user.click(await screen.findByRole("button", { name: /^Vault and time stamps/ }));
    await user.click(await screen.findByRole("menuitem", { name: entry }));
  }

  it("the vault is exported into a folder, and says that it is in clear", async () => {
    open();
    await choose("Export the vault…");
    expect(await screen.findByText(/^Vault exported to attest-export-2026-11-20-4\. The files are signed and in clear/)).toBeTruthy();
  });

  it("while the vault is exported, the menu says so and cannot be opened", async () => {
    let written: (path: string) => void = () => undefined;
    open({}, () => ({ exportVault: () => new Promise((resolve) => (written = resolve)) }));
    await choose("Export the vault…");
    const busy = await screen.findByRole<HTMLButtonElement>("button", { name: /^Exporting the vault…/ });
    expect(busy.disabled).toBe(true);
    written("a-folder");
    const free = await screen.findByRole<HTMLButtonElement>("button", { name: /^Vault and time stamps/ });
    expect(free.disabled).toBe(false);
  });

  it("a backup is made in a folder, says where, and how it is put back", async () => {
    open();
    await choose("Back up…");
    expect(await screen.findByText(/^Backup written to \/backups\/attest-2026-11-20-4\.sqlite\. It was verified\./)).toBeTruthy();
  });

  it("a sealed backup takes the key file in reach, and says before what it is", async () => {
    const asked: (string | null)[] = [];
    open({}, (audit) => ({ backUpSealed: (keys) => (asked.push(keys), audit.backUpSealed(keys)) }));
    await choose("Back up sealed…");
    const dialog = await screen.findByRole("dialog", { name: "Back up sealed" });
    expect(dialog.textContent).toContain("the keys stand in a key file");
    expect(dialog.textContent).toContain("Keep the key file on another disk than the backups");
    const choices = within(dialog).getAllByRole<HTMLInputElement>("radio");
    // The one that is out of reach is not offered.
    expect(choices.map((one) => one.labels?.[0]?.textContent)).toEqual([
      "/media/ada/stick/attest-backup-keys.json",
      "A new one, whose place you choose",
    ]);
    expect(choices.map((one) => one.checked)).toEqual([true, false]);
    await user.click(within(dialog).getByRole("button", { name: "Choose the folder…" }));
    expect(await screen.findByText(/3 documents and answers under keys of their own in \/media\/ada\/stick\/attest-backup-keys\.json/)).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked).toEqual(["/media/ada/stick/attest-backup-keys.json"]);
  });

  it("a sealed backup with a new key file asks for its place, and one that cannot be made says why", async () => {
    const asked: (string | null)[] = [];
    open({}, () => ({
      backUpSealed: (keys) => {
        asked.push(keys);
        return Promise.reject({ kind: "vault", message: "the key file K would lie in the folder of the backup", help: "name another folder" });
      },
    }));
    await choose("Back up sealed…");
    await user.click(await screen.findByRole("radio", { name: "A new one, whose place you choose" }));
    await user.click(screen.getByRole("button", { name: "Choose the folder…" }));
    expect((await screen.findByRole("alert")).textContent).toContain("would lie in the folder of the backup");
    expect(asked).toEqual([null]);
  });

  it("a sealed backup that is thought better of is not made", async () => {
    let asked = 0;
    open({}, () => ({ backUpSealed: () => ((asked += 1), Promise.resolve(null)) }));
    await choose("Back up sealed…");
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked).toBe(0);
  });

  it("the key files are listed with what waits in them, and one is forgotten", async () => {
    open();
    await choose("Key files of sealed backups");
    const dialog = await screen.findByRole("dialog", { name: "Key files of sealed backups" });
    const items = await within(dialog).findAllByRole("listitem");
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toMatch(/^\/media\/ada\/stick\/attest-backup-keys\.jsonWithin reachSince /);
    expect(items[1]?.textContent).toContain("Cannot be used now: it is not there");
    expect(items[1]?.textContent).toContain("(2 times): keys of it still stand there");
    expect(items[1]?.textContent).not.toContain("Since");
    expect(dialog.textContent).toContain("attest --data-dir FOLDER vault restore FILE --keys KEYS");
    await user.click(within(dialog).getByRole("button", { name: "Forget /media/ada/old-stick/keys.json" }));
    await waitFor(() => expect(within(dialog).getAllByRole("listitem")).toHaveLength(1));
    expect(screen.getByText("/media/ada/old-stick/keys.json is forgotten. The file stays as it is.")).toBeTruthy();
  });

  it("a key file that is kept after all stays in the list, and no list says so", async () => {
    open({}, () => ({ forgetKeys: () => Promise.reject({ kind: "cancelled", message: "Nothing was forgotten.", help: "" }) }));
    await choose("Key files of sealed backups");
    await user.click(await screen.findByRole("button", { name: "Forget /media/ada/old-stick/keys.json" }));
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("a vault without key files says that there are none", async () => {
    open({}, () => ({ keyFiles: async () => [] }));
    await choose("Key files of sealed backups");
    expect(await screen.findByText("There are none: no sealed backup was made.")).toBeTruthy();
  });

  it("a checkpoint is saved, and its key is told to be given by another way", async () => {
    open();
    await choose("Save a checkpoint…");
    const dialog = await screen.findByRole("dialog", { name: "Checkpoint saved" });
    expect(dialog.textContent).toContain("A signed checkpoint of 4 records was written to /carried/attest-4.checkpoint.");
    expect(dialog.textContent).toContain("Give the key by another way than the file");
    expect(dialog.textContent).toContain("attest-vault/0123456789abcdef+0c4a55dc+");
    expect(dialog.textContent).toContain("attest audit verify --checkpoint FILE");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("a checkpoint that is not saved after all says nothing, and one that cannot be made says why", async () => {
    let asked = 0;
    open({}, () => ({
      saveCheckpoint: () => {
        asked += 1;
        if (asked === 1) return Promise.resolve(null);
        return Promise.reject({ kind: "altered", message: "the trail does not hold the checkpoint that is kept", help: "verify it" });
      },
    }));
    await choose("Save a checkpoint…");
    await waitFor(() => expect(asked).toBe(1));
    expect(screen.queryByRole("dialog")).toBeNull();
    await choose("Save a checkpoint…");
    expect((await screen.findByRole("alert")).textContent).toContain("does not hold the checkpoint");
  });

  it("a request for a time stamp is written, and its answer attached", async () => {
    open();
    await choose("Request a time stamp…");
    expect(await screen.findByText(/^Request for a time stamp written to attest-4\.tsq/)).toBeTruthy();
    await choose("Attach a time stamp…");
    expect(await screen.findByText(/^Time stamp attached\. The checkpoint of 4 records was stamped at 2026-11-20 10:18:00 UTC/)).toBeTruthy();
  });

  it("a time stamp that is not believed says why, and a dialog that is closed says nothing", async () => {
    let asked = 0;
    open({}, () => ({
      attachStamp: () => {
        asked += 1;
        if (asked === 1) return Promise.resolve(null);
        return Promise.reject({ kind: "stamp", message: "the authority gave no time stamp", help: "ask again" });
      },
    }));
    await choose("Attach a time stamp…");
    await waitFor(() => expect(asked).toBe(1));
    expect(screen.queryByText(/^Time stamp attached/)).toBeNull();
    await choose("Attach a time stamp…");
    expect((await screen.findByRole("alert")).textContent).toContain("the authority gave no time stamp");
  });
});

describe("the list of records", () => {
  it("says of an answer the documents and the answer itself, and finds it by them", async () => {
    open();
    const row = (await screen.findByText("What is the annual premium?", { selector: ".record-words" })).closest("tr");
    expect(row?.textContent).toContain("GBP 1284.50");
    expect(row?.textContent).toContain(`${SAMPLE.title} and 1 other`);
    await user.type(screen.getByLabelText("Search in the records"), "1284 premium");
    await waitFor(async () => expect(await listed()).toEqual(["What is the annual premium?"]));
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(async () => expect(await listed()).toHaveLength(4));
    expect(screen.getByLabelText<HTMLInputElement>("Search in the records").value).toBe("");
  });

  it("is narrowed to days", async () => {
    const asked: RecordFilter[] = [];
    open({}, (audit) => ({
      list: (filter) => {
        asked.push(filter);
        return audit.list(filter);
      },
    }));
    await user.type(await screen.findByLabelText("From"), "2026-11-01");
    await user.type(screen.getByLabelText("To"), "2026-11-19");
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ from_day: "2026-11-01", to_day: "2026-11-19" }));
    expect(await screen.findByText("No record fits these filters.")).toBeTruthy();
  });

  it("shows the cells of a table of answers, and each opens", async () => {
    open();
    const pane = await openRecord(BATCH);
    const cells = await within(pane).findByRole("region", { name: "Its cells" });
    const cell = await within(cells).findByRole("button", { name: /What is the annual premium.*GBP 1284\.50/ });
    await user.click(cell);
    expect(await screen.findByRole("heading", { name: "What is the annual premium?" })).toBeTruthy();
  });

  it("is newest first and narrowed by kind and decision", async () => {
    open();
    expect(await listed()).toEqual([BATCH, "Who is the broker?", "What is the annual premium?", SAMPLE.title]);
    await user.selectOptions(screen.getByLabelText("Kind"), "Answer");
    await waitFor(async () => expect(await listed()).toHaveLength(2));
    await user.selectOptions(screen.getByLabelText("Decision"), "Not found");
    await waitFor(async () => expect(await listed()).toEqual(["Who is the broker?"]));
    await user.selectOptions(screen.getByLabelText("Decision"), "Failed");
    expect(await screen.findByText("No record fits these filters.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(async () => expect(await listed()).toHaveLength(4));
  });

  it("is narrowed to a document by its id", async () => {
    const asked: RecordFilter[] = [];
    open({}, (audit) => ({
      list: (filter) => {
        asked.push(filter);
        return audit.list(filter);
      },
    }));
    await screen.findByRole("option", { name: SAMPLE.title });
    await user.selectOptions(screen.getByLabelText("Document"), SAMPLE.title);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ document_id: SAMPLE.id, kind: null, before: null }));
  });

  it("loads earlier records page by page", async () => {
    const total = PAGE + 2;
    const record = (sequence: number): RecordSummary => ({
      sequence,
      id: `${sequence}`.padStart(16, "0"),
      kind: "import",
      time: "2026-11-20T10:14:00Z",
      words: `file ${sequence}`,
      documents: null,
      answer: null,
      batch_id: null,
      decision: null,
    });
    open({}, () => ({
      list: async ({ before, limit }) => {
        const newest = (before ?? total + 1) - 1;
        return Array.from({ length: Math.min(limit, newest) }, (_, index) => record(newest - index));
      },
    }));
    expect(await listed()).toHaveLength(PAGE);
    await user.click(screen.getByRole("button", { name: "Load earlier" }));
    await waitFor(async () => expect((await listed()).at(-1)).toBe("file 1"));
    expect(await listed()).toHaveLength(total);
    expect(screen.queryByRole("button", { name: "Load earlier" })).toBeNull();
  });

  it("that is empty says what brings the first record", async () => {
    const { routes } = open({}, () => ({ list: async () => [] }));
    const empty = await screen.findByRole("region", { name: "Nothing is recorded yet" });
    await user.click(within(empty).getByRole("button", { name: "Go to Documents" }));
    expect(routes).toEqual([{ view: "documents" }]);
  });

  it("shows what other views recorded meanwhile", async () => {
    let more = false;
    const { go } = open({}, (audit) => ({ list: async (filter) => (await audit.list(filter)).slice(more ? 0 : 1) }));
    expect(await listed()).toHaveLength(3);
    more = true;
    go({ view: "ask" });
    go({ view: "audit" });
    await waitFor(async () => expect(await listed()).toHaveLength(4));
  });
});

describe("one record", () => {
  it("is opened by the route and says exactly when", async () => {
    const { go } = open();
    await listed();
    go({ view: "audit", recordId: "0000000000000002" });
    await screen.findByRole("heading", { name: "What is the annual premium?" });
    const pane = screen.getByRole("region", { name: "Record" });
    expect(within(pane).getByText("(2026-11-20 10:15:00 UTC)")).toBeTruthy();
    expect(within(pane).getByText("Answer, record 2")).toBeTruthy();
  });

  it("is opened with Enter, and gives the focus back when it is closed", async () => {
    open();
    await listed();
    await user.click(screen.getByLabelText("Decision"));
    await user.keyboard("{Tab}{ArrowDown}{ArrowDown}{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("What is the annual premium?"));
    expect(document.activeElement?.tagName).toBe("H2");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(document.activeElement?.closest("tr")?.textContent).toContain("What is the annual premium?"));
  });

  it("shows its body by names, and what it binds, also what was erased", async () => {
    open();
    const pane = await openRecord("What is the annual premium?");
    const body = within(pane).getByRole("region", { name: "What it says" });
    expect(within(body).getByText("smollm2-135m-instruct-q4_1")).toBeTruthy();
    expect(within(body).getByText("Needs human review").nextSibling?.textContent).toBe("no");
    const binds = within(pane).getByRole("region", { name: "What it binds" });
    const [prompt, draft] = within(binds).getAllByRole("listitem");
    expect(within(draft!).getByText("Erased")).toBeTruthy();
    await user.click(within(prompt!).getByText(/^Show the text/));
    expect(within(prompt!).getByText("Answer from the passages only.")).toBeTruthy();
    expect(within(draft!).queryByText(/^Show the text/)).toBeNull();
  });

  it("says the conditions that a person set before asking", async () => {
    open({}, withConditions);
    const record = await openRecord("What is the annual premium?");
    expect(await within(record).findByText("Conditions set before asking: documents whose matter is “2024-17”.")).toBeTruthy();
  });

  it("stands in the chain behind the one before", async () => {
    open();
    const pane = await openRecord("Who is the broker?");
    const chain = within(pane).getByRole("region", { name: "Place in the chain" });
    expect(chain.textContent).toContain(`0000000000000002${"9a".repeat(24)}`);
    await user.click(within(chain).getByRole("button", { name: "Open the record before" }));
    expect(await screen.findByRole("heading", { name: "What is the annual premium?" })).toBeTruthy();
    await openRecord(SAMPLE.title);
    expect(screen.getByText("Nothing before: the first record")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Open the record before" })).toBeNull();
  });

  it("of an answer leads to it and to its report; an import does not", async () => {
    const { routes } = open();
    const pane = await openRecord("What is the annual premium?");
    await user.click(within(pane).getByRole("button", { name: "Evidence report…" }));
    expect(await screen.findByText("Evidence report written to evidence-report.html.")).toBeTruthy();
    await user.click(within(pane).getByRole("button", { name: "Open the answer" }));
    expect(routes).toEqual([{ view: "ask", recordId: "0000000000000002" }]);
    await openRecord(SAMPLE.title);
    expect(screen.queryByRole("button", { name: "Open the answer" })).toBeNull();
  });

  it("of an answer is saved with its proof, and says so", async () => {
    let written: (path: string) => void = () => undefined;
    open({}, () => ({ savePack: () => new Promise((resolve) => (written = resolve)) }));
    const pane = await openRecord("What is the annual premium?");
    await user.click(within(pane).getByRole("button", { name: "Save evidence pack…" }));
    expect(within(pane).getByRole<HTMLButtonElement>("button", { name: "Making the evidence pack…" }).disabled).toBe(true);
    written("evidence-pack.html");
    expect(await screen.findByText("Evidence pack written to evidence-pack.html. Opened in a browser, it checks itself.")).toBeTruthy();
    expect(await within(pane).findByRole("button", { name: "Save evidence pack…" })).toBeTruthy();
    await openRecord(SAMPLE.title);
    expect(screen.queryByRole("button", { name: "Save evidence pack…" })).toBeNull();
  });

  it("of an answer is given again, and is the same to the byte", async () => {
    open();
    const pane = await openRecord("What is the annual premium?");
    const replay = within(pane).getByRole("region", { name: "Give the answer again" });
    await user.click(within(replay).getByRole("button", { name: "Give the answer again" }));
    expect(await within(replay).findByText("The same answer, to the byte")).toBeTruthy();
    expect(within(replay).getByText(/^Program, processor, models/)).toBeTruthy();
    expect(within(replay).queryByRole("table")).toBeNull();
  });

  it("of an answer that comes out otherwise says where the two part and what differs around them", async () => {
    open();
    const pane = await openRecord("Who is the broker?");
    const replay = within(pane).getByRole("region", { name: "Give the answer again" });
    await user.click(within(replay).getByRole("button", { name: "Give the answer again" }));
    expect(await within(replay).findByText("Another answer, first in its choice")).toBeTruthy();
    const what = within(replay).getByRole("table", { name: "What differs" });
    const first = within(what).getByRole("row", { name: /choice\.signals\.reader/ });
    expect(within(first).getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["choice", "0.5", "0.75"]);
    const last = within(what).getByRole("row", { name: /answer_sha256/ });
    expect(within(last).getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["answer", "abababababababab", "nothing"]);
    const around = within(replay).getByRole("table", { name: "What differs around it" });
    expect(within(around).getByRole("row", { name: /application\.version/ })).toBeTruthy();
  });

  it("that is given again can be cancelled, and another record begins anew", async () => {
    open({ stepMs: 300 });
    const pane = await openRecord("Who is the broker?");
    const replay = within(pane).getByRole("region", { name: "Give the answer again" });
    await user.click(within(replay).getByRole("button", { name: "Give the answer again" }));
    await user.click(await within(replay).findByRole("button", { name: "Cancel" }));
    expect(await within(replay).findByText(/^Cancelled\. Nothing was found out/)).toBeTruthy();
    const other = await openRecord("What is the annual premium?");
    expect(within(other).queryByText(/^Cancelled\./)).toBeNull();
    await openRecord(SAMPLE.title);
    expect(screen.queryByRole("region", { name: "Give the answer again" })).toBeNull();
  });

  it("that is not there says so", async () => {
    const { go } = open();
    await listed();
    go({ view: "audit", recordId: "ffff" });
    expect((await screen.findByRole("alert")).textContent).toBe("There is no such record.");
  });
});

describe("the export", () => {
  it("says where it was written", async () => {
    open();
    await listed();
    await user.click(screen.getByRole("button", { name: "Export all…" }));
    expect(await screen.findByText("All records written to audit.jsonl.")).toBeTruthy();
  });

  it("that fails says why", async () => {
    open({}, () => ({ export: () => Promise.reject({ kind: "file", message: "The disk is full.", help: "Choose another place." }) }));
    await listed();
    await user.click(screen.getByRole("button", { name: "Export all…" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The disk is full.Choose another place.");
  });
});
