import type { ReactNode } from "react";
import { EmptyState } from "../kit/EmptyState";
import { EXAMPLES } from "./examples";

/** Nothing is chosen: what this place is for, and three schemas to begin with. */
export function Start({ onStart }: { onStart: (name: string, schema: string) => void }): ReactNode {
  return (
    <div className="view-body contracts-start">
      <EmptyState title="Say what an answer holds">
        <p>
          An answer type is a schema: its keys, their kinds, their limits. It becomes a grammar, and a model that
          answers with this type cannot write anything else.
        </p>
        <p>Choose a type of the list to see its grammar, or begin one of your own from an example:</p>
        <ul className="contracts-examples">
          {EXAMPLES.map(({ name, title, about, schema }) => (
            <li key={name}>
              <button type="button" onClick={() => onStart(name, schema)}>
                {title}
              </button>
              <span className="quiet">{about}</span>
            </li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}
