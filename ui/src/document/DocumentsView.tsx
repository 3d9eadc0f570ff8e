import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { CollectionBar } from "../collection/CollectionBar";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { Split } from "../kit/Split";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { withRow } from "../metadata/rows";
import { KeepingPanel } from "../keeping/KeepingPanel";
import { ConfirmErase } from "./ConfirmErase";
import { DocumentList } from "./DocumentList";
import { DocumentPane } from "./DocumentPane";
import type { LinePlace } from "./Reading";
import { ImportPanel } from "./ImportPanel";
import { FoundLines, LISTED, SearchField } from "./SearchAll";
import { useFound } from "./useFound";
import type { Named } from "./useRemoval";
import { useRemoval } from "./useRemoval";
import "./documents.css";

export function DocumentsView(): ReactNode {
  const { backend, route, documents, collections, importFiles, importFolder } = useWorkspace();
  const { list, failure, reload, prepared, prepare } = documents;
  const { failure: removalFailure, working, remove, erase } = useRemoval();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [entered, setEntered] = useState(0);
  const [words, setWords] = useState("");
  const found = useFound(backend, words, LISTED);
  const [place, setPlace] = useState<LinePlace | null>(null);
  const [collection, setCollection] = useState<string | null>(null);
  const named = collections.list.some(({ name }) => name === collection) ? collection : null;
  const listed = named === null ? list : (list?.filter((one) => one.collections.includes(named)) ?? null);
  const [erasing, setErasing] = useState<Named | null>(null);
  const [keepingOpen, setKeepingOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const kept = useMemo(() => ({ turn, next: () => setTurn((before) => before + 1) }), [turn]);
  const shown = documents.importing ? null : list?.length;
  useEffect(() => {
    // What is held and removed changes in other views, too, and with the list.
    if (route.view === "documents") setTurn((before) => before + 1);
  }, [route, shown]);
  useEffect(() => {
    if (route.view !== "documents" || !route.documentId) return;
    setChosenId(route.documentId);
    if (route.line !== undefined) setPlace({ documentId: route.documentId, line: route.line });
  }, [route]);

  const chosen = list?.find(({ id }) => id === chosenId);
  const closeIf = async (gone: Promise<boolean>): Promise<void> => {
    if (await gone) setChosenId(null);
  };
  return (
    <>
      <ViewHeader title={t("views.documents.title")} about={list && list.length > 0 ? t("documents.documents", { count: list.length }) : null}>
        <button type="button" className="primary" onClick={() => void importFiles()}>
          {t("documents.importFiles")}
        </button>
        <button type="button" onClick={() => void importFolder()}>
          {t("documents.importFolder")}
        </button>
        <button type="button" aria-expanded={prepared !== null} onClick={() => prepare(prepared === null ? withRow([]) : null)}>
          {t("documents.importWith")}
        </button>
        <button type="button" aria-expanded={keepingOpen} onClick={() => setKeepingOpen(!keepingOpen)}>
          {t("keeping.open")}
        </button>
      </ViewHeader>
      <ImportPanel />
      {keepingOpen && (
        <KeepingPanel kept={kept} onErase={(id, title) => setErasing({ id, title })} onClose={() => setKeepingOpen(false)} />
      )}
      {working && (
        <div className="documents-waiting">
          <Busy words={working} />
        </div>
      )}
      {(failure ?? removalFailure) && (
        <div className="documents-failure">
          {failure && <FailureNotice failure={failure} />}
          {removalFailure && <FailureNotice failure={removalFailure} />}
          <button type="button" onClick={() => void reload()}>
            {t("documents.loadAgain")}
          </button>
        </div>
      )}
      {chosenId !== null && list !== null && !chosen && <Gone onClose={() => setChosenId(null)} />}
      <Split
        list={
          <>
            {list && <CollectionBar total={list.length} chosen={named} onChoose={setCollection} />}
            {list && list.length > 0 && (
              <div className="documents-filter">
                <SearchField words={words} onWords={setWords} />
              </div>
            )}
            {words.trim() !== "" && list && list.length > 0 ? (
              <FoundLines
                found={found}
                words={words}
                onOpen={({ document_id, line }) => {
                  setChosenId(document_id);
                  setPlace({ documentId: document_id, line });
                }}
              />
            ) : (
              <DocumentList
                key={named}
                list={listed}
                collection={named}
                chosen={chosen?.id ?? null}
                onChoose={(id) => {
                  setChosenId(id);
                  setEntered(0);
                }}
                onEnter={(id) => {
                  setChosenId(id);
                  setEntered((before) => before + 1);
                }}
              />
            )}
          </>
        }
        chosen={
          chosen ? (
            <DocumentPane
              key={chosen.id}
              document={chosen}
              entered={entered}
              place={place?.documentId === chosen.id ? place : null}
              kept={kept}
              onRemove={() => void closeIf(remove(chosen))}
              onErase={() => setErasing(chosen)}
              onClose={() => setChosenId(null)}
            />
          ) : null
        }
      />
      {erasing && (
        <ConfirmErase document={erasing} onErase={() => void closeIf(erase(erasing))} onClose={() => setErasing(null)} />
      )}
    </>
  );
}

function Gone({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <div className="documents-gone notice warn" role="status">
      <p>{t("documents.gone")}</p>
      <button type="button" onClick={onClose}>
        {t("documents.dismiss")}
      </button>
    </div>
  );
}
