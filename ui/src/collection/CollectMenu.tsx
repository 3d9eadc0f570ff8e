/** Puts documents into collections and takes them out: a tick for each collection. */

import { useState } from "react";
import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Text } from "react-aria-components";
import type { DocumentSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";
import { NameDialog } from "./NameDialog";

interface Props {
  documents: DocumentSummary[];
  label: string;
}

const NEW = "new";

export function CollectMenu({ documents, label }: Props): ReactNode {
  const { collections, say } = useWorkspace();
  const [naming, setNaming] = useState(false);
  const ids = documents.map(({ id }) => id);
  const holds = (name: string): boolean => documents.every((one) => one.collections.includes(name));
  const inAll = collections.list.map(({ name }) => name).filter(holds);

  async function put(name: string): Promise<boolean> {
    const done = await collections.collect(name, ids);
    const undo = { label: t("collections.undo"), act: () => void collections.uncollect(name, ids) };
    if (done) say({ words: t("collections.put", { name, count: ids.length }), undo });
    return done;
  }
  async function take(name: string): Promise<void> {
    const undo = { label: t("collections.undo"), act: () => void collections.collect(name, ids) };
    if (await collections.uncollect(name, ids)) say({ words: t("collections.taken", { name, count: ids.length }), undo });
  }

  return (
    <>
      <MenuTrigger>
        <Button className="collect-button">
          {label} <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Menu className="menu" aria-label={label} onAction={(key) => key === NEW && setNaming(true)}>
            {collections.list.length > 0 && (
              <MenuSection
                aria-label={t("collections.label")}
                selectionMode="multiple"
                selectedKeys={inAll.map((name) => `in ${name}`)}
                onSelectionChange={(keys) => {
                  const ticked = new Set([...(keys === "all" ? [] : keys)].map(String));
                  for (const { name } of collections.list) {
                    const on = ticked.has(`in ${name}`);
                    if (on !== inAll.includes(name)) void (on ? put(name) : take(name));
                  }
                }}
              >
                {collections.list.map(({ name }) => (
                  <MenuItem key={name} id={`in ${name}`} textValue={name} className="menu-item collect-item">
                    {({ isSelected }) => (
                      <>
                        <span className="collect-tick" aria-hidden="true">
                          {isSelected ? "✓" : ""}
                        </span>
                        <Text slot="label">{name}</Text>
                      </>
                    )}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
            <MenuSection aria-label={t("collections.new")}>
              <MenuItem id={NEW} textValue={t("collections.new")} className="menu-item">
                <Text slot="label">{t("collections.new")}</Text>
              </MenuItem>
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      {naming && (
        <NameDialog title={t("collections.newTitle")} given="" act={t("collections.make")} onName={put} onClose={() => setNaming(false)} />
      )}
    </>
  );
}
