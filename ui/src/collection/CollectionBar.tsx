/** Which collection is listed, and what can be done with it. */

import { useCallback, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Collection } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import { useRoving } from "../kit/useRoving";
import { t } from "../language/language";
import { NameDialog } from "./NameDialog";
import { WatchedFolder } from "./WatchedFolder";
import "./collections.css";

interface Props {
  /** How many documents there are in all. */
  total: number;
  chosen: string | null;
  onChoose: (name: string | null) => void;
}

export function CollectionBar({ total, chosen, onChoose }: Props): ReactNode {
  const { collections } = useWorkspace();
  const [naming, setNaming] = useState(false);
  const { ref, onKeyDown, onFocus } = useRoving<HTMLUListElement>();
  const current = collections.list.find(({ name }) => name === chosen);

  // The names stand beside one another, so the arrow keys to the sides move too.
  function press(event: KeyboardEvent<HTMLUListElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return onKeyDown(event);
    const names = [...event.currentTarget.querySelectorAll("button")];
    const next = names[names.findIndex((one) => one === event.target) + step];
    if (!next) return undefined;
    event.preventDefault();
    return next.focus();
  }

  return (
    <section className="collection-bar" aria-label={t("collections.label")}>
      <div className="collection-names">
        <ul ref={ref} onKeyDown={press} onFocus={onFocus}>
          <Name name={t("collections.all")} count={total} chosen={chosen === null} onChoose={() => onChoose(null)} />
          {collections.list.map(({ name, document_ids }) => (
            <Name key={name} name={name} count={document_ids.length} chosen={name === chosen} onChoose={() => onChoose(name)} />
          ))}
        </ul>
        <button type="button" className="link" onClick={() => setNaming(true)}>
          {t("collections.new")}
        </button>
      </div>
      {current && <Acts collection={current} onChoose={onChoose} />}
      {naming && (
        <NameDialog
          title={t("collections.newTitle")}
          given=""
          act={t("collections.make")}
          onName={async (name) => {
            const made = await collections.collect(name, []);
            if (made) onChoose(name);
            return made;
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </section>
  );
}

interface NameProps {
  name: string;
  count: number;
  chosen: boolean;
  onChoose: () => void;
}

function Name({ name, count, chosen, onChoose }: NameProps): ReactNode {
  return (
    <li>
      <button type="button" className="collection-name" data-stop aria-pressed={chosen} onClick={onChoose}>
        <span className="collection-title">{name}</span> <span className="quiet">{count}</span>
      </button>
    </li>
  );
}

function Acts({ collection, onChoose }: { collection: Collection; onChoose: (name: string | null) => void }): ReactNode {
  const { collections, navigate, say } = useWorkspace();
  const [renaming, setRenaming] = useState(false);
  const { name, document_ids: ids } = collection;

  async function remove(): Promise<void> {
    if (!(await collections.remove(name))) return;
    onChoose(null);
    const undo = { label: t("collections.undo"), act: () => void collections.collect(name, ids) };
    say({ words: t("collections.deleted", { name }), undo });
  }

  return (
    <div className="actions collection-acts">
      <button
        type="button"
        className="primary"
        disabled={ids.length === 0}
        onClick={() => navigate({ view: "ask", documentIds: ids })}
      >
        {t("collections.ask")}
      </button>
      <button type="button" disabled={ids.length === 0} onClick={() => navigate({ view: "table", collection: name })}>
        {t("collections.table")}
      </button>
      <Questions collection={collection} />
      <MenuTrigger>
        <Button>
          {t("collections.change")} <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Menu
            className="menu"
            aria-label={t("collections.change")}
            onAction={(key) => (key === "rename" ? setRenaming(true) : void remove())}
          >
            <MenuItem id="rename" className="menu-item">
              {t("collections.rename")}
            </MenuItem>
            <MenuItem id="delete" className="menu-item">
              {t("collections.delete")}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <WatchedFolder collection={collection} />
      {ids.length === 0 && <p className="small quiet">{t("collections.empty")}</p>}
      {renaming && (
        <NameDialog
          title={t("collections.renameTitle", { name })}
          given={name}
          act={t("collections.renameAct")}
          onName={async (next) => {
            const done = await collections.rename(name, next);
            if (done) onChoose(next);
            return done;
          }}
          onClose={() => setRenaming(false)}
        />
      )}
    </div>
  );
}

/** What the collection is asked in a table. */
function Questions({ collection: { name, questions } }: { collection: Collection }): ReactNode {
  const { backend, collections } = useWorkspace();
  const [sets] = useLoad(useCallback(() => backend.tables.sets(), [backend]));
  const known = sets.state === "there" ? sets.value : [];
  const own = questions !== null && !known.some((set) => set.name === questions);
  return (
    <label className="collection-questions">
      <span className="small">{t("collections.questions")}</span>
      <select
        value={questions ?? ""}
        onChange={(event) => void collections.setQuestions(name, event.target.value === "" ? null : event.target.value)}
      >
        <option value="">{t("collections.noQuestions")}</option>
        {own && <option value={questions}>{questions.split(/[\\/]/).at(-1)}</option>}
        {known.map((set) => (
          <option key={set.name} value={set.name}>
            {set.title}
          </option>
        ))}
      </select>
    </label>
  );
}
