/** The words that a person gave a document: each can be taken away, and others given. */

import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { DocumentSummary, Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { t } from "../language/language";

export function Tags({ document: { id, title, tags } }: { document: DocumentSummary }): ReactNode {
  const { backend, documents, say } = useWorkspace();
  const [written, setWritten] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [box, known] = [useId(), useId()];
  const others = tagsOf(documents.list ?? []).filter((name) => !tags.includes(name));

  async function set(tag: string, on: boolean): Promise<boolean> {
    try {
      documents.changed(await backend.documents.setTag(id, tag, on));
      setFailure(null);
      return true;
    } catch (thrown) {
      setFailure(asFailure(thrown));
      return false;
    }
  }

  async function give(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (written.trim() !== "" && (await set(written, true))) setWritten("");
  }

  async function take(name: string): Promise<void> {
    const undo = { label: t("documents.undo"), act: () => void set(name, true) };
    if (await set(name, false)) say({ words: t("documents.tagTaken", { name, title }), undo });
  }

  return (
    <section className="document-tags" aria-label={t("documents.tags")}>
      <h3>{t("documents.tags")}</h3>
      {tags.length === 0 ? (
        <p className="quiet">{t("documents.noTags")}</p>
      ) : (
        <ul>
          {tags.map((name) => (
            <li key={name}>
              {name}
              <button type="button" className="link" aria-label={t("documents.takeTag", { name })} onClick={() => void take(name)}>
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void give(event)}>
        <label htmlFor={box} className="small">
          {t("documents.newTag")}
        </label>
        <input id={box} type="text" list={known} autoComplete="off" value={written} onChange={(event) => setWritten(event.target.value)} />
        <datalist id={known}>
          {others.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" disabled={written.trim() === ""}>
          {t("documents.giveTag")}
        </button>
      </form>
      {failure && <FailureNotice failure={failure} />}
    </section>
  );
}

/** Every tag that one of these documents has, by name. */
export function tagsOf(documents: DocumentSummary[]): string[] {
  return [...new Set(documents.flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other));
}
