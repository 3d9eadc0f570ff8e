import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { StateWord } from "../kit/StateWord";
import { isUnsaved, titleOf } from "./draft";
import type { Draft } from "./draft";
import { nameFault } from "./typeName";
import type { Contracts } from "./useContracts";
import { t } from "../language/language";

interface Props {
  draft: Draft;
  contracts: Contracts;
  /** The schema is JSON: it can be given to the service. */
  sound: boolean;
  onGone: () => void;
}

/** The type's name and state, and what can be done with it. */
export function TypeBar({ draft, contracts, sound, onGone }: Props): ReactNode {
  const { types, navigate, say } = useWorkspace();
  const { origin, name, schema } = draft;
  const unsaved = isUnsaved(draft);
  const fault = origin === "new" ? nameFault(name, types) : null;
  const title = titleOf(schema) || name || t("contracts.newType");
  const { description = "" } = types.find((type) => type.name === name && origin !== "new") ?? {};

  function ask(): void {
    navigate({ view: "ask", answerType: name });
    say({ words: t("contracts.askedWith", { title }) });
  }

  return (
    <div className="type-bar">
      <div className="type-bar-head">
        <h2>{title}</h2>
        {origin !== "new" && <span className="fixed quiet">{name}</span>}
        {origin === "built-in" ? (
          <StateWord tone="plain">{t("contracts.builtInRead")}</StateWord>
        ) : (
          <StateWord tone={unsaved ? "warn" : "good"}>{unsaved ? t("contracts.notSaved") : t("contracts.isSaved")}</StateWord>
        )}
        {description && <p className="quiet">{description}</p>}
      </div>
      <div className="actions">
        {origin === "new" && (
          <NameField name={name} fault={fault} onChange={(changed) => contracts.change(draft, { name: changed })} />
        )}
        {origin !== "built-in" && (
          <button
            type="button"
            className={unsaved ? "primary" : undefined}
            data-save
            title="Ctrl+S"
            disabled={!unsaved || fault !== null || !sound}
            onClick={() => void contracts.save(draft)}
          >
            {origin === "new" ? t("contracts.saveNew") : t("contracts.save")}
          </button>
        )}
        {origin !== "new" && (
          <button type="button" onClick={ask}>
            {t("contracts.askWith")}
          </button>
        )}
        {origin !== "new" && (
          <button type="button" onClick={() => contracts.start(origin === "own" ? name : `my_${name}`, schema)}>
            {t("contracts.startFrom")}
          </button>
        )}
        {origin === "own" && unsaved && (
          <button type="button" onClick={() => contracts.revert(draft)}>
            {t("contracts.backToSaved")}
          </button>
        )}
        {origin !== "built-in" && (
          <button type="button" onClick={() => void contracts.remove(draft).then((done) => done && onGone())}>
            {origin === "own" ? t("contracts.remove") : t("contracts.throwAway")}
          </button>
        )}
      </div>
    </div>
  );
}

interface NameProps {
  name: string;
  fault: string | null;
  onChange: (name: string) => void;
}

function NameField({ name, fault, onChange }: NameProps): ReactNode {
  return (
    <div className="name-field">
      <label htmlFor="type-name">{t("contracts.name")}</label>
      <input
        id="type-name"
        type="text"
        className="fixed"
        autoComplete="off"
        spellCheck={false}
        value={name}
        aria-invalid={fault !== null && name !== ""}
        aria-describedby="type-name-words"
        onChange={({ target }) => onChange(target.value)}
      />
      <span id="type-name-words" className={fault && name !== "" ? "small fault" : "small quiet"}>
        {fault ?? t("contracts.nameHint")}
      </span>
    </div>
  );
}
