/** Every act of the window by its name: Ctrl+K, some letters, Enter. */

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
import { PAGES } from "../help/pages";
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
  const commands = commandsOf(useWorkspace());
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <ModalOverlay className="overlay" isDismissable isOpen={open} onOpenChange={onOpen}>
      <Modal className="palette">
        <Dialog aria-label="Commands" className="palette-dialog">
          <Autocomplete filter={contains}>
            <SearchField aria-label="Find a command" autoFocus className="palette-search">
              <Input placeholder="What would you like to do?" />
            </SearchField>
            <Menu
              aria-label="Commands"
              className="palette-menu"
              items={commands}
              renderEmptyState={() => <p className="quiet palette-empty">No command has these letters.</p>}
              onAction={(key) => {
                onOpen(false);
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
    ...PAGES.map(({ name, title, about }) => ({ id: `help-${name}`, title: `Help: ${title}`, about, act: () => openHelp(name) })),
  ];
}
