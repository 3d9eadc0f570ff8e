import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { EmptyState } from "../kit/EmptyState";
import { FailureNotice } from "../kit/FailureNotice";
import { Split } from "../kit/Split";
import { useWork } from "../kit/useWork";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { ElsewhereMenu } from "./ElsewhereMenu";
import { Filters } from "./Filters";
import { NotedHash } from "./NotedHash";
import { RecordPane } from "./RecordPane";
import { RecordTable } from "./RecordTable";
import { isFiltering, NO_FILTER, useRecords } from "./useRecords";
import type { Records } from "./useRecords";
import { VerdictPanel } from "./VerdictPanel";
import "./audit.css";

export function AuditView(): ReactNode {
  const { backend, route, documents, say } = useWorkspace();
  const [filter, setFilter] = useState(NO_FILTER);
  const records = useRecords(backend, filter);
  const [noted, setNoted] = useState("");
  const verification = useWork(
    useCallback((report) => backend.audit.verify(noted.trim() === "" ? null : noted, report), [backend, noted]),
    useCallback(() => backend.audit.cancelVerify(), [backend]),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [entered, setEntered] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { reload } = records;
  useEffect(() => {
    // Other views add records while this one is kept.
    if (route.view === "audit") reload();
  }, [route, reload]);
  useEffect(() => {
    if (route.view === "audit" && route.recordId) setChosen(route.recordId);
  }, [route]);

  const write = async (act: () => Promise<string | null>, written: (path: string) => string): Promise<void> => {
    try {
      const path = await act();
      setFailure(null);
      if (path !== null) say({ words: written(path) });
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  const filtering = isFiltering(filter);
  const empty = records.records?.length === 0 && !filtering;
  return (
    <>
      <ViewHeader title={t("views.audit.title")} about={t("audit.about")}>
        <button type="button" className="primary" disabled={verification.work.state === "running"} onClick={verification.start}>
          {t("audit.verify")}
        </button>
        <button type="button" disabled={empty} onClick={() => void write(() => backend.audit.export(false), (path) => t("audit.written", { path }))}>
          {t("audit.exportAll")}
        </button>
        <button
          type="button"
          disabled={empty}
          title={t("audit.exportAbout")}
          onClick={() => void write(() => backend.audit.export(true), (path) => t("audit.writtenContents", { path }))}
        >
          {t("audit.exportContents")}
        </button>
        <ElsewhereMenu disabled={empty} onAct={write} onRecorded={reload} />
      </ViewHeader>
      <NotedHash noted={noted} onNoted={setNoted} onVerify={verification.start} />
      <VerdictPanel verification={verification} />
      {failure && (
        <div className="verdict-place">
          <FailureNotice failure={failure} />
        </div>
      )}
      {empty ? (
        <NoRecords />
      ) : (
        <Split
          list={
            <>
              <Filters filter={filter} documents={documents.list ?? []} onFilter={setFilter} />
              <List
                records={records}
                chosen={chosen}
                onChoose={(id) => {
                  setChosen(id);
                  setEntered(0);
                }}
                onEnter={(id) => {
                  setChosen(id);
                  setEntered((before) => before + 1);
                }}
                onClear={() => setFilter(NO_FILTER)}
              />
            </>
          }
          chosen={
            chosen === null ? null : (
              <RecordPane
                id={chosen}
                entered={entered}
                onOpen={setChosen}
                onReport={(id) => void write(() => backend.questions.saveReport(id), (path) => t("audit.reportWritten", { path }))}
                onPack={(id) => write(() => backend.audit.savePack(id), (path) => t("audit.packSaved", { path }))}
                onClose={() => setChosen(null)}
              />
            )
          }
        />
      )}
    </>
  );
}

interface ListProps {
  records: Records;
  chosen: string | null;
  onChoose: (id: string) => void;
  onEnter: (id: string) => void;
  onClear: () => void;
}

function List({ records: held, chosen, onChoose, onEnter, onClear }: ListProps): ReactNode {
  const { records, failure, more, loading, loadEarlier, reload } = held;
  return (
    <>
      {failure && (
        <div className="records-foot">
          <FailureNotice failure={failure} />
          <button type="button" onClick={reload}>
            {t("audit.loadAgain")}
          </button>
        </div>
      )}
      {records === null && !failure && <p className="records-foot quiet">{t("audit.readingRecords")}</p>}
      {records?.length === 0 && (
        <div className="records-foot">
          <p>{t("audit.noneFits")}</p>
          <button type="button" onClick={onClear}>
            {t("audit.showAll")}
          </button>
        </div>
      )}
      {records && records.length > 0 && <RecordTable records={records} chosen={chosen} onChoose={onChoose} onEnter={onEnter} />}
      {more && (
        <div className="records-foot">
          <button type="button" disabled={loading} onClick={loadEarlier}>
            {loading ? t("audit.loadingEarlier") : t("audit.loadEarlier")}
          </button>
        </div>
      )}
    </>
  );
}

function NoRecords(): ReactNode {
  const { navigate } = useWorkspace();
  return (
    <div className="records-empty">
      <EmptyState
        title={t("audit.nothingYet")}
        acts={
          <>
            <button type="button" className="primary" onClick={() => navigate({ view: "documents" })}>
              {t("audit.goToDocuments")}
            </button>
            <button type="button" onClick={() => navigate({ view: "ask" })}>
              {t("audit.askQuestion")}
            </button>
          </>
        }
      >
        <p>
          {t("audit.nothingYetAbout")}
        </p>
      </EmptyState>
    </div>
  );
}
