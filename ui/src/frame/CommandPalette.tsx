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

export function CommandPalette({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }): ReactNode {
  const commands = commandsOf(useWorkspace());
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <ModalOverlay className="overlay" isDismissable isOpen={open} onOpenChange={onOpen}>
      <Modal className="palette">
        <Dialog aria-label={t("frame.commands")} className="palette-dialog">
          <Autocomplete filter={contains}>
            <SearchField aria-label={t("palette.find")} autoFocus className="palette-search">
              <Input placeholder={t("palette.placeholder")} />
            </SearchField>
            <Menu
              aria-label={t("frame.commands")}
              className="palette-menu"
              items={commands}
              renderEmptyState={() => <p className="quiet palette-empty">{t("palette.none")}</p>}
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
    ...PAGES.map(({ name, title, about }) => ({ id: `help-${name}`, title: t("frame.helpPage", { title }), about, act: () => openHelp(name) })),
  ];
}
