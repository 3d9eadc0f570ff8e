/** One of several named sets of documents, which then are the chosen ones. */

import type { ReactNode } from "react";

export interface DocumentSet {
  name: string;
  ids: string[];
}

interface Props {
  className: string;
  /** What such a set is called. */
  label: string;
  /** What is said while none is chosen. */
  none: string;
  /** In the order in which they are offered. Where there is none, nothing is shown. */
  sets: DocumentSet[];
  /** The documents that are chosen elsewhere: a set of exactly these is shown as chosen. */
  current?: Iterable<string>;
  onIds: (ids: string[]) => void;
}

export function SetSelect({ className, label, none, sets, current, onIds }: Props): ReactNode {
  if (sets.length === 0) return null;
  const asked = current && joined(current);
  const chosen = sets.find(({ ids }) => joined(ids) === asked);
  return (
    <label className={className}>
      <span className="small">{label}</span>
      <select
        value={chosen?.name ?? ""}
        onChange={(event) => {
          const found = sets.find(({ name }) => name === event.target.value);
          if (found) onIds(found.ids);
        }}
      >
        <option value="">{none}</option>
        {sets.map(({ name, ids }) => (
          <option key={name} value={name}>
            {name} ({ids.length})
          </option>
        ))}
      </select>
    </label>
  );
}

function joined(ids: Iterable<string>): string {
  return [...ids].sort().join();
}
