/** Every act of the window by its name: Ctrl+K, some letters, Enter. */

import { useState } from "react";
import type { ReactNode } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
  useFilter,
} from "react-aria-components";
import type { FoundLine } from "../backend/wire";
import { placeInWords } from "../document/SearchAll";
import { useFound } from "../document/useFound";
import { KEYS_PAGE, PAGES } from "../help/pages";
import { t } from "../language/language";
import { purposeOf, titleOf, VIEWS } from "./views";
import { useWorkspace } from "./workspace";
import type { Workspace } from "./workspace";

interface Command {
  id: string;
  title: string;
  about: string;
  act: () => void;
}

interface Given {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Locks an encrypted vault; null where it is in clear. */
  lock: (() => void) | null;
}

export function CommandPalette({ open, onOpen, lock }: Given): ReactNode {
  const workspace = useWorkspace();
  const [words, setWords] = useState("");
  const { lines } = useFound(workspace.backend, open ? words : "", HITS);
  const locking = lock ? [{ id: "lock", title: t("lock.lock"), about: t("lock.lockAbout"), act: lock }] : [];
  const commands = [...commandsOf(workspace), ...locking, ...foundCommands(workspace, lines ?? [])];
  const { contains } = useFilter({ sensitivity: "base" });
  // What was found holds the words, though not next to each other.
  const fits = (text: string, input: string): boolean => text.startsWith(FOUND) || contains(text, input);
  function change(next: boolean): void {
    if (!next) setWords("");
    onOpen(next);
  }

  return (
    <ModalOverlay className="overlay" isDismissable isOpen={open} onOpenChange={change}>
      <Modal className="palette">
        <Dialog aria-label={t("frame.commands")} className="palette-dialog">
          <Autocomplete filter={fits} inputValue={words} onInputChange={setWords}>
            <SearchField aria-label={t("palette.find")} autoFocus className="palette-search">
              <Input placeholder={t("palette.placeholder")} />
            </SearchField>
            <Menu
              aria-label={t("frame.commands")}
              className="palette-menu"
              items={commands}
              renderEmptyState={() => <p className="quiet palette-empty">{t("palette.none")}</p>}
              onAction={(key) => {
                change(false);
                commands.find(({ id }) => id === key)?.act();
              }}
            >
              {({ id, title, about }) => (
                <MenuItem id={id} textValue={`${title} ${about}`} className="palette-item">
                  <Text slot="label">{title}</Text>
                  <Text slot="description" className="small quiet">
                    {about}
                  </Text>
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Lines of documents that the palette lists at most. */
const HITS = 8;
/** Begins the names of what was found. */
const FOUND = t("palette.found");

function foundCommands({ navigate }: Workspace, lines: FoundLine[]): Command[] {
  return lines.map((found) => ({
    id: `found-${found.document_id}-${found.line}`,
    title: `${FOUND}${found.text}`,
    about: placeInWords(found),
    act: () => navigate({ view: "documents", documentId: found.document_id, line: found.line }),
  }));
}

function commandsOf(workspace: Workspace): Command[] {
  const { navigate, documents, collections, importFiles, importFolder, openSample, openHelp } = workspace;
  return [
    ...VIEWS.map((entry) => ({
      id: `view-${entry.view}`,
      title: t("palette.goTo", { title: titleOf(entry) }),
      about: purposeOf(entry),
      act: () => navigate({ view: entry.view }),
    })),
    { id: "import-files", title: t("palette.importFiles"), about: t("palette.importFilesAbout"), act: () => void importFiles() },
    { id: "import-folder", title: t("palette.importFolder"), about: t("palette.importFolderAbout"), act: () => void importFolder() },
    { id: "sample", title: t("palette.sample"), about: t("palette.sampleAbout"), act: () => void openSample() },
    ...(documents.list ?? []).map(({ id, title }) => ({
      id: `ask-${id}`,
      title: t("palette.ask", { title }),
      about: t("palette.askAbout"),
      act: () => navigate({ view: "ask", documentIds: [id] }),
    })),
    ...collections.list
      .filter(({ document_ids }) => document_ids.length > 0)
      .map(({ name, document_ids: documentIds }) => ({
        id: `ask-collection-${name}`,
        title: t("palette.ask", { title: name }),
        about: t("collections.askAbout"),
        act: () => navigate({ view: "ask", documentIds }),
      })),
    { id: "keys", title: t("frame.keys"), about: t("frame.keysAbout"), act: () => openHelp(KEYS_PAGE) },
    ...PAGES.map(({ name, title, about }) => ({ id: `help-${name}`, title: t("frame.helpPage", { title }), about, act: () => openHelp(name) })),
  ];
}
