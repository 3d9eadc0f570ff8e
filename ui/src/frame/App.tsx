/** The window: navigation at the left, one view beside it, passing words below. */

import { useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { AskView } from "../ask/AskView";
import { AuditView } from "../audit/AuditView";
import type { Backend } from "../backend/backend";
import { asFailure } from "../backend/backend";
import { useCollections } from "../collection/useCollections";
import { useWatching } from "../collection/useWatching";
import { CompareView } from "../compare/CompareView";
import { ContractsView } from "../contracts/ContractsView";
import { DocumentsView } from "../document/DocumentsView";
import { useDocuments } from "../document/useDocuments";
import { useDrops } from "../document/useDrops";
import { HelpPanel } from "../help/HelpPanel";
import { pageOf } from "../help/pages";
import { t } from "../language/language";
import { ModelsView } from "../models/ModelsView";
import { ReviewView } from "../review/ReviewView";
import { SettingsView } from "../settings/SettingsView";
import { useSettings } from "../settings/useSettings";
import { percentOf, zoomed } from "../settings/words";
import { TableView } from "../table/TableView";
import { CommandPalette } from "./CommandPalette";
import { Navigation } from "./Navigation";
import { PassingWord } from "./PassingWord";
import { useAnswerTypes } from "./useAnswerTypes";
import { useEmbedding } from "./useEmbedding";
import { useIdleLock } from "./useIdleLock";
import { usePrinting } from "./usePrinting";
import { useShortcuts } from "./useShortcuts";
import { titleOf, VIEWS } from "./views";
import type { Route, ViewName, Word, Workspace } from "./workspace";
import { WorkspaceContext } from "./workspace";

const VIEW: Record<ViewName, () => ReactNode> = {
  documents: DocumentsView,
  ask: AskView,
  table: TableView,
  review: ReviewView,
  contracts: ContractsView,
  models: ModelsView,
  compare: CompareView,
  audit: AuditView,
  settings: SettingsView,
};

interface Props {
  backend: Backend;
  /** Locks an encrypted vault; told after how many minutes without a sign of the person, null where the person does it. */
  lock?: ((after: number | null) => void) | null;
  /** The system's keyring opens the vault, too. */
  keyring?: boolean;
}

export function App({ backend, lock = null, keyring = false }: Props): ReactNode {
  const [route, navigate] = useState<Route>({ view: "ask" });
  const [word, setWord] = useState<Word | null>(null);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState<string | null>(null);
  const [offered, setOffered] = useState<string[]>([]);
  const documents = useDocuments(backend);
  const collections = useCollections(backend, documents, setWord);
  const watching = useWatching(backend, collections.list, documents.changed);
  const { types, reloadTypes } = useAnswerTypes(backend);
  const { settings, changeSettings } = useSettings(backend, setWord);

  useIdleLock(settings.lock_minutes, lock, setWord);

  const { importPaths } = documents;
  const choose = useCallback(
    async (paths: () => Promise<string[]>) => {
      try {
        const chosen = await paths();
        return chosen.length > 0 ? await importPaths(chosen) : [];
      } catch (thrown) {
        const { message, help } = asFailure(thrown);
        setWord({ words: `${message} ${help}`.trim() });
        return [];
      }
    },
    [importPaths],
  );
  const openSample = useCallback(async () => {
    const sample = { questions: [] as string[] };
    const [document] = await choose(async () => {
      const { path, questions } = await backend.documents.sample();
      sample.questions = questions;
      return [path];
    });
    if (!document) return;
    setOffered(sample.questions);
    const [question = ""] = sample.questions;
    navigate({ view: "ask", question, documentIds: [document.id] });
  }, [backend, choose]);
  const importFiles = useCallback(() => choose(() => backend.documents.chooseFiles()), [backend, choose]);
  const importFolder = useCallback(() => choose(() => backend.documents.chooseFolder()), [backend, choose]);

  const openHelp = useCallback((page?: string) => setHelp(page ?? pageOf(route.view)), [route.view]);

  const dropping = useDrops(backend, (paths) => void importPaths(paths));
  const embedding = useEmbedding(backend, documents.list !== null && !documents.importing, documents.list?.length ?? 0);
  const { setPrintable, print } = usePrinting(backend, setWord);
  useShortcuts({
    navigate,
    openPalette: () => setPalette(true),
    importFiles: () => void importFiles(),
    turnHelp: () => (help === null ? openHelp() : setHelp(null)),
    print: () => print(route.view),
    zoom: (by) => void changeSettings({ ...settings, text_percent: zoomed(percentOf(settings), by) }),
    undo: word?.undo ? () => takeBack(word) : null,
  });

  function takeBack({ undo }: Word): void {
    setWord(null);
    undo?.act();
  }

  const workspace: Workspace = useMemo(
    () => ({
      backend,
      route,
      navigate,
      documents,
      collections,
      watching,
      types,
      reloadTypes,
      settings,
      changeSettings,
      say: setWord,
      setPrintable,
      openSample,
      importFiles,
      importFolder,
      openHelp,
      offered,
      encrypted: lock !== null,
      keyring,
    }),
    [backend, lock, keyring, route, documents, collections, watching, types, reloadTypes, settings, changeSettings, setPrintable, openSample, importFiles, importFolder, openHelp, offered],
  );

  return (
    <WorkspaceContext.Provider value={workspace}>
      <div className={dropping ? "window dropping" : "window"}>
        <Navigation onPalette={() => setPalette(true)} embedding={embedding} />
        <Views current={route.view} />
        <PassingWord word={word} onGone={() => setWord(null)} />
        <CommandPalette open={palette} onOpen={setPalette} lock={lock && (() => lock(null))} />
        <HelpPanel page={help} onPage={setHelp} />
        {dropping && <p className="drop-words">{t("frame.drop")}</p>}
      </div>
    </WorkspaceContext.Provider>
  );
}

/** A view once seen stays as it was left, hidden; the others are not built yet. */
function Views({ current }: { current: ViewName }): ReactNode {
  const [seen, setSeen] = useState<ViewName[]>([current]);
  if (!seen.includes(current)) setSeen([...seen, current]);
  return VIEWS.filter(({ view }) => view === current || seen.includes(view)).map((entry) => {
    const { view } = entry;
    const View = VIEW[view];
    return (
      <main key={view} className="view" aria-label={titleOf(entry)} hidden={view !== current}>
        <View />
      </main>
    );
  });
}
