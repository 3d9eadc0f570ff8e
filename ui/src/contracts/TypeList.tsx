import { useState } from "react";
import type { ReactNode } from "react";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components";
import { useWorkspace } from "../frame/workspace";
import { entriesOf, entryId } from "./draft";
import type { Entry } from "./draft";
import type { Contracts } from "./useContracts";
import { t } from "../language/language";

/** The answer types: one's own, and those built in. */
export function TypeList({ contracts }: { contracts: Contracts }): ReactNode {
  const { types } = useWorkspace();
  const [letters, setLetters] = useState("");
  const entries = entriesOf(types, contracts.drafts, letters);
  const own = entries.filter((entry) => entry.own);
  const builtIn = entries.filter((entry) => !entry.own);
  const { current } = contracts;
  return (
    <div className="contracts-list">
      <input
        type="search"
        aria-label={t("contracts.filterLabel")}
        placeholder={t("contracts.filter")}
        value={letters}
        onChange={({ target }) => setLetters(target.value)}
      />
      {entries.length === 0 ? (
        <p className="quiet" role="status">
          {t("contracts.noLetters")}
        </p>
      ) : (
        <ListBox
          aria-label={t("contracts.list")}
          className="contracts-types"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={current ? [entryId(current)] : []}
          onSelectionChange={(keys) => {
            const [id] = keys === "all" ? [] : [...keys];
            if (id !== undefined) contracts.open(String(id));
          }}
        >
          {own.length > 0 && <Group title={t("contracts.own")} entries={own} />}
          {builtIn.length > 0 && <Group title={t("contracts.builtIn")} entries={builtIn} />}
        </ListBox>
      )}
    </div>
  );
}

function Group({ title, entries }: { title: string; entries: Entry[] }): ReactNode {
  return (
    <ListBoxSection id={title}>
      <Header className="contracts-group">{title}</Header>
      {entries.map((entry) => (
        <ListBoxItem key={entry.id} id={entry.id} textValue={entry.title} className="contracts-type">
          <span>{entry.title}</span>
          <span className="small quiet fixed">{entry.name}</span>
          {entry.unsaved && <span className="small contracts-unsaved">{t("contracts.unsaved")}</span>}
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}
