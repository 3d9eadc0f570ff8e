/** The drafts of this view and what can be done with them. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { titleOf } from "./draft";
import type { Draft } from "./draft";
import { freeName } from "./typeName";
import { t } from "../language/language";

export interface Contracts {
  drafts: Draft[];
  current: Draft | null;
  /** Why the last act failed. */
  failure: Failure | null;
  /** Opens a draft by its key, or a type by its name. */
  open: (id: string) => void;
  start: (name: string, schema: string) => void;
  change: (draft: Draft, changed: Partial<Draft>) => void;
  /** Tells whether it was done, as `remove` does. */
  save: (draft: Draft) => Promise<boolean>;
  /** Takes an own type out of the registry, or throws a new one away; both can be undone. */
  remove: (draft: Draft) => Promise<boolean>;
  /** Back to what was saved; can be undone. */
  revert: (draft: Draft) => void;
}

interface Held {
  drafts: Draft[];
  key: string | null;
}

export function useContracts(): Contracts {
  const { backend, types, reloadTypes, say } = useWorkspace();
  const [{ drafts, key }, setHeld] = useState<Held>({ drafts: [], key: null });
  const [failure, setFailure] = useState<Failure | null>(null);
  const made = useRef(0);
  const wanted = useRef("");

  const put = useCallback((draft: Draft) => {
    setHeld(({ drafts }) => ({ drafts: [...drafts.filter((one) => one.key !== draft.key), draft], key: draft.key }));
  }, []);
  const change = useCallback((draft: Draft, changed: Partial<Draft>) => {
    setHeld(({ drafts, key }) => ({
      drafts: drafts.map((one) => (one.key === draft.key ? { ...one, ...changed } : one)),
      key,
    }));
  }, []);
  const drop = useCallback((draft: Draft) => {
    setHeld(({ drafts, key }) => ({
      drafts: drafts.filter((one) => one.key !== draft.key),
      key: key === draft.key ? null : key,
    }));
  }, []);
  /** Does something and shows why it failed; tells whether it was done. */
  const attempt = useCallback(async (act: () => Promise<void>): Promise<boolean> => {
    setFailure(null);
    try {
      await act();
      return true;
    } catch (thrown) {
      setFailure(asFailure(thrown));
      return false;
    }
  }, []);

  const open = (id: string): void => {
    wanted.current = id;
    setFailure(null);
    const there = drafts.find((draft) => draft.key === id || (draft.origin !== "new" && draft.name === id));
    if (there) return setHeld({ drafts, key: there.key });
    void attempt(async () => {
      const { answer_type, schema } = await backend.contracts.detail(id);
      // Another one was chosen meanwhile.
      if (wanted.current !== id) return;
      put({ key: id, origin: answer_type.own ? "own" : "built-in", name: id, schema, saved: schema, instance: "" });
    });
  };

  const start = (name: string, schema: string): void => {
    made.current += 1;
    setFailure(null);
    const taken = [...types.map((type) => type.name), ...drafts.map((draft) => draft.name)];
    put({
      key: `new-${made.current}`,
      origin: "new",
      name: name && freeName(name, taken),
      schema,
      saved: null,
      instance: "",
    });
  };

  const save = (draft: Draft): Promise<boolean> =>
    attempt(async () => {
      const { name, schema, saved } = draft;
      const { title } = await backend.contracts.save(name, schema);
      change(draft, { origin: "own", saved: schema });
      reloadTypes();
      const words = t("contracts.saved", { title });
      if (saved === null) return say({ words });
      const act = (): void =>
        void attempt(async () => {
          await backend.contracts.save(name, saved);
          change(draft, { saved });
          reloadTypes();
        });
      say({ words, undo: { label: t("contracts.undo"), act } });
    });

  const remove = (draft: Draft): Promise<boolean> =>
    attempt(async () => {
      const { name, origin, saved } = draft;
      if (origin === "own") await backend.contracts.remove(name);
      drop(draft);
      reloadTypes();
      const act = (): void =>
        void attempt(async () => {
          if (origin === "own" && saved !== null) await backend.contracts.save(name, saved);
          put(draft);
          reloadTypes();
        });
      const title = titleOf(draft.schema) || name || t("contracts.theNew");
      say({ words: t(origin === "own" ? "contracts.removed" : "contracts.thrownAway", { title }), undo: { label: t("contracts.undo"), act } });
    });

  const revert = (draft: Draft): void => {
    const { schema, saved } = draft;
    if (saved === null) return;
    change(draft, { schema: saved });
    say({ words: t("contracts.back"), undo: { label: t("contracts.undo"), act: () => change(draft, { schema }) } });
  };

  return {
    drafts,
    current: drafts.find((draft) => draft.key === key) ?? null,
    failure,
    open,
    start,
    change,
    save,
    remove,
    revert,
  };
}
