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
import { VIEWS } from "./views";
import { useWorkspace } from "./workspace";
import type { Workspace } from "./workspace";

interface Command {
  id: string;
  title: string;
  about: string;
  act: () => void;
}

export function CommandPalette({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }): ReactNode {
  const workspace = useWorkspace();
  const [words, setWords] = useState("");
  const { lines } = useFound(workspace.backend, open ? words : "", HITS);
  const commands = [...commandsOf(workspace), ...foundCommands(workspace, lines ?? [])];
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
        <Dialog aria-label="Commands" className="palette-dialog">
          <Autocomplete filter={fits} inputValue={words} onInputChange={setWords}>
            <SearchField aria-label="Find a command" autoFocus className="palette-search">
              <Input placeholder="What would you like to do, or find?" />
            </SearchField>
            <Menu
              aria-label="Commands"
              className="palette-menu"
              items={commands}
              renderEmptyState={() => <p className="quiet palette-empty">No command and no document has these letters.</p>}
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
const FOUND = "Found: ";

function foundCommands({ navigate }: Workspace, lines: FoundLine[]): Command[] {
  return lines.map((found) => ({
    id: `found-${found.document_id}-${found.line}`,
    title: `${FOUND}${found.text}`,
    about: placeInWords(found),
    act: () => navigate({ view: "documents", documentId: found.document_id, line: found.line }),
  }));
}

function commandsOf(workspace: Workspace): Command[] {
  const { navigate, documents, importFiles, importFolder, openSample, openHelp } = workspace;
  return [
    ...VIEWS.map(({ view, title, purpose }) => ({
      id: `view-${view}`,
      title: `Go to ${title}`,
      about: purpose,
      act: () => navigate({ view }),
    })),
    { id: "import-files", title: "Import documents…", about: "Choose files", act: () => void importFiles() },
    { id: "import-folder", title: "Import a folder…", about: "Everything readable in it", act: () => void importFolder() },
    { id: "sample", title: "Open the sample", about: "An insurance policy with questions to try", act: () => void openSample() },
    ...(documents.list ?? []).map(({ id, title }) => ({
      id: `ask-${id}`,
      title: `Ask ${title}`,
      about: "Put a question to this document",
      act: () => navigate({ view: "ask", documentIds: [id] }),
    })),
    { id: "keys", title: "Keys and About", about: "Every key, and which program this is", act: () => openHelp(KEYS_PAGE) },
    ...PAGES.map(({ name, title, about }) => ({ id: `help-${name}`, title: `Help: ${title}`, about, act: () => openHelp(name) })),
  ];
}
