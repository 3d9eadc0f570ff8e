/** What is said of a document by key: read, and written anew. */

import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { DocumentSummary, Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { MetadataEditor } from "../metadata/MetadataEditor";
import { barredKnowledge, changeOf, faultsOf, metadataOf, rowsOf, withRow } from "../metadata/rows";
import type { MetadataChange, Row } from "../metadata/rows";
import { rulesOf, useMetadataRules } from "../metadata/useMetadataRules";
import { Fact } from "./Fact";
import { t } from "../language/language";

interface Props {
  document: DocumentSummary;
  /** What is being written; null where nothing is. */
  draft: Row[] | null;
  onDraft: (draft: Row[] | null) => void;
}

export function DocumentMetadata({ document, draft, onDraft }: Props): ReactNode {
  const change = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    // The form is gone, and the focus with it.
    if (draft === null && closed.current) change.current?.focus();
    closed.current = false;
  }, [draft]);
  const said = rowsOf(document.metadata);

  function close(): void {
    closed.current = true;
    onDraft(null);
  }

  return (
    <section className="document-metadata" aria-label={t("documents.metadata")}>
      <h3>{t("documents.metadata")}</h3>
      {draft === null ? (
        <>
          <Said document={document} />
          <button ref={change} type="button" onClick={() => onDraft(said.length > 0 ? said : withRow(said))}>
            {said.length > 0 ? t("documents.changeMetadata") : t("documents.addMetadata")}
          </button>
        </>
      ) : (
        <Form document={document} rows={draft} onRows={onDraft} onClose={close} />
      )}
    </section>
  );
}

function Said({ document }: { document: DocumentSummary }): ReactNode {
  const barred = barredKnowledge(document, rulesOf(useMetadataRules()));
  const pairs = Object.entries(document.metadata);
  return (
    <>
      {pairs.length === 0 && (
        <p className="quiet">
          {t("documents.nothingSaid")}
        </p>
      )}
      {pairs.length > 0 && (
        <dl className="facts">
          {pairs.map(([key, value]) => (
            <Fact key={key} name={key}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
      {barred !== null && (
        <p className="notice warn" role="note">
          {t("documents.barred", { barred })}
        </p>
      )}
    </>
  );
}

interface FormProps {
  document: DocumentSummary;
  rows: Row[];
  onRows: (rows: Row[]) => void;
  onClose: () => void;
}

function Form({ document, rows, onRows, onClose }: FormProps): ReactNode {
  const rules = useMetadataRules();
  const [tried, setTried] = useState(0);
  const { save, failure, saving } = useSaving(document);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, []);

  async function submit(): Promise<void> {
    setTried(tried + 1);
    if (faultsOf(rows, rulesOf(rules)).size > 0) return;
    if (await save(changeOf(document.metadata, metadataOf(rows)))) onClose();
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) void submit();
      }}
    >
      {rules.state === "failed" && <FailureNotice failure={rules.failure} />}
      <MetadataEditor rows={rows} onRows={onRows} rules={rulesOf(rules)} tried={tried} />
      {failure && <FailureNotice failure={failure} />}
      <div className="actions">
        <button type="submit" className="primary">
          {t("documents.saveMetadata")}
        </button>
        <button type="button" onClick={onClose}>
          {t("documents.leaveMetadata")}
        </button>
      </div>
    </form>
  );
}

interface Saving {
  /** Resolves to whether it is kept. */
  save: (change: MetadataChange) => Promise<boolean>;
  failure: Failure | null;
  saving: boolean;
}

/** Keeps what is written, says so and offers the way back. */
function useSaving({ id, title, metadata }: DocumentSummary): Saving {
  const { backend, documents, say } = useWorkspace();
  const { changed } = documents;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saving, setSaving] = useState(false);

  async function undo(back: MetadataChange): Promise<void> {
    try {
      changed(await backend.documents.setMetadata(id, back));
      say({ words: t("documents.metadataBack", { title }) });
    } catch (thrown) {
      const { message, help } = asFailure(thrown);
      say({ words: t("documents.metadataNotBack", { why: `${message} ${help}` }).trim() });
    }
  }

  async function save(change: MetadataChange): Promise<boolean> {
    if (Object.keys(change).length === 0) return true;
    setSaving(true);
    try {
      const after = await backend.documents.setMetadata(id, change);
      changed(after);
      setFailure(null);
      const back = changeOf(after.metadata, metadata);
      say({ words: t("documents.metadataSaved", { title }), undo: { label: t("documents.undo"), act: () => void undo(back) } });
      return true;
    } catch (thrown) {
      setFailure(asFailure(thrown));
      return false;
    } finally {
      setSaving(false);
    }
  }

  return { save, failure, saving };
}
