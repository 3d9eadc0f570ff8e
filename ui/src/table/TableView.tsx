/** Many documents, many questions: a table whose cells come in one after the other. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { NewTable, TableQuestion, TableSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import type { Route } from "../frame/workspace";
import { Confirm } from "../kit/Confirm";
import { EmptyState } from "../kit/EmptyState";
import { FailureNotice } from "../kit/FailureNotice";
import { useLoad } from "../kit/useLoad";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { OpenTable } from "./OpenTable";
import { TableForm } from "./TableForm";
import "./table.css";

/** A new table, another form of the one that is open, or none. */
type Writing = { given: NewTable | null; id: string | null } | null;

export function TableView(): ReactNode {
  const { backend, route, documents, openSample, importFolder, say } = useWorkspace();
  const [tables, reload] = useLoad(useCallback(() => backend.tables.list(), [backend]));
  const [id, setId] = useState<string | null>(null);
  const [writing, setWriting] = useState<Writing>(null);
  const [removing, setRemoving] = useState<TableSummary | null>(null);
  /** Counts changes of the open table, which is read anew then. */
  const [form, setForm] = useState(0);
  const [visit, setVisit] = useState(0);
  const list = tables.state === "there" ? tables.value : [];
  useEffect(() => {
    if (route.view !== "table") return;
    setVisit((before) => before + 1);
    reload();
    if (route.id !== undefined) {
      setId(route.id);
      setWriting(null);
    }
  }, [route, reload]);
  useComing(route, useCallback((given) => setWriting({ given, id: null }), []));
  const open = list.find((one) => one.id === id) ?? (id === null ? list[0] : undefined);

  const keep = async (table: NewTable): Promise<void> => {
    const kept = await backend.tables.keep(writing?.id ?? null, table);
    setWriting(null);
    setId(kept.id);
    setForm((before) => before + 1);
    reload();
  };
  const remove = async (gone: TableSummary): Promise<void> => {
    await backend.tables.remove(gone.id);
    setId(null);
    reload();
    say({ words: t("table.removed", { title: gone.title }) });
  };
  const empty = tables.state === "there" && list.length === 0 && writing === null;
  return (
    <>
      <ViewHeader title={t("table.title")} about={t("table.about")}>
        {list.length > 0 && (
          <label className="table-choice">
            <span className="small">{t("table.title")}</span>
            <select value={open?.id ?? ""} disabled={writing !== null} onChange={(event) => setId(event.target.value)}>
              {list.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title} ({one.documents} × {one.questions})
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" disabled={writing !== null} onClick={() => setWriting({ given: null, id: null })}>
          {t("table.newTable")}
        </button>
      </ViewHeader>
      {tables.state === "failed" && <FailureNotice failure={tables.failure} />}
      {writing !== null && <TableForm given={writing.given} isNew={writing.id === null} onKeep={keep} onClose={() => setWriting(null)} />}
      {empty && (
        <div className="table-empty">
          <EmptyState
            title={t("table.empty.title")}
            acts={
              <>
                <button type="button" className="primary" onClick={() => setWriting({ given: null, id: null })}>
                  {t("table.empty.make")}
                </button>
                {documents.list?.length === 0 && (
                  <>
                    <button type="button" onClick={() => void importFolder()}>
                      {t("table.empty.importFolder")}
                    </button>
                    <button type="button" onClick={() => void openSample()}>
                      {t("table.empty.sample")}
                    </button>
                  </>
                )}
              </>
            }
          >
            <p>{t("table.empty.about")}</p>
          </EmptyState>
        </div>
      )}
      {open && writing === null && (
        <OpenTable
          key={`${open.id} ${form}`}
          id={open.id}
          visit={visit}
          onChange={(given) => setWriting({ given, id: open.id })}
          onRemove={() => setRemoving(open)}
        />
      )}
      {removing && (
        <Confirm
          title={t("table.removeTitle", { title: removing.title })}
          act={t("table.remove")}
          final
          onAct={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{t("table.removeAbout")}</p>
        </Confirm>
      )}
    </>
  );
}

/** A table of a collection with its own questions, or of some documents, each time the person comes for one. */
function useComing(route: Route, write: (given: NewTable) => void): void {
  const { backend, say } = useWorkspace();
  const followed = useRef<Route | null>(null);
  useEffect(() => {
    if (route.view !== "table" || followed.current === route) return;
    followed.current = route;
    if (route.documentIds) write({ title: "", document_ids: route.documentIds, questions: [] });
    if (route.collection === undefined) return;
    const name = route.collection;
    const begin = async (): Promise<void> => {
      const all = await backend.collections.list();
      const documentIds = all.find((one) => one.name === name)?.document_ids ?? [];
      let questions: TableQuestion[] = [];
      try {
        questions = (await backend.collections.questions(name))?.questions ?? [];
      } catch (thrown) {
        // A file that is gone keeps nobody from writing other questions.
        say({ words: asFailure(thrown).message });
      }
      write({ title: name, document_ids: documentIds, questions });
    };
    begin().catch((thrown: unknown) => say({ words: asFailure(thrown).message }));
  }, [route, backend, say, write]);
}
