/** One view in a real workspace on the fake backend, without the rest of the window. */

import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { useCallback, useState } from "react";
import type { Backend } from "./backend/backend";
import { asFailure } from "./backend/backend";
import type { DocumentSummary } from "./backend/wire";
import { useCollections } from "./collection/useCollections";
import { useWatching } from "./collection/useWatching";
import { useDocuments } from "./document/useDocuments";
import { PassingWord } from "./frame/PassingWord";
import { useAnswerTypes } from "./frame/useAnswerTypes";
import type { Route, Word, Workspace } from "./frame/workspace";
import { WorkspaceContext } from "./frame/workspace";
import { useSettings } from "./settings/useSettings";

interface Shown {
  /** Where the view sent the person, in order. */
  routes: Route[];
  /** Sends the person there from outside. */
  go: (route: Route) => void;
}

export function show(View: () => ReactNode, backend: Backend, start: Route): Shown {
  const routes: Route[] = [];
  const shown: Shown = { routes, go: () => undefined };
  function Place(): ReactNode {
    const [route, setRoute] = useState<Route>(start);
    const [word, setWord] = useState<Word | null>(null);
    const documents = useDocuments(backend);
    const collections = useCollections(backend, documents, setWord);
    const watching = useWatching(backend, collections.list, documents.changed);
    const { types, reloadTypes } = useAnswerTypes(backend);
    const { settings, changeSettings } = useSettings(backend, setWord);
    const navigate = useCallback((to: Route) => {
      routes.push(to);
      setRoute(to);
    }, []);
    shown.go = setRoute;
    const choose = async (chosen: Promise<string[]>): Promise<DocumentSummary[]> => {
      try {
        return await documents.importPaths(await chosen);
      } catch (thrown) {
        setWord({ words: asFailure(thrown).message });
        return [];
      }
    };
    const workspace: Workspace = {
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
      setPrintable: () => undefined,
      openHelp: () => undefined,
      openSample: async () => {
        await choose(backend.documents.sample().then(({ path }) => [path]));
      },
      importFiles: () => choose(backend.documents.chooseFiles()),
      importFolder: () => choose(backend.documents.chooseFolder()),
      offered: [],
      encrypted: false,
      keyring: false,
    };
    return (
      <WorkspaceContext.Provider value={workspace}>
        <View />
        <PassingWord word={word} onGone={() => setWord(null)} />
      </WorkspaceContext.Provider>
    );
  }
  render(<Place />);
  return shown;
}
