/** One of the collections that have documents, by name. */

import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";

interface Props {
  className: string;
  /** What is said while none is chosen. */
  none: string;
  /** The documents that are chosen elsewhere: a collection of exactly these is shown as chosen. */
  current?: Iterable<string>;
  onIds: (ids: string[]) => void;
}

export function CollectionSelect({ className, none, current, onIds }: Props): ReactNode {
  const { collections } = useWorkspace();
  const filled = collections.list.filter(({ document_ids }) => document_ids.length > 0);
  if (filled.length === 0) return null;
  const asked = current && joined(current);
  const chosen = filled.find(({ document_ids }) => joined(document_ids) === asked);
  return (
    <label className={className}>
      <span className="small">{t("collections.one")}</span>
      <select
        value={chosen?.name ?? ""}
        onChange={(event) => {
          const found = filled.find(({ name }) => name === event.target.value);
          if (found) onIds(found.document_ids);
        }}
      >
        <option value="">{none}</option>
        {filled.map(({ name, document_ids }) => (
          <option key={name} value={name}>
            {name} ({document_ids.length})
          </option>
        ))}
      </select>
    </label>
  );
}

function joined(ids: Iterable<string>): string {
  return [...ids].sort().join();
}
