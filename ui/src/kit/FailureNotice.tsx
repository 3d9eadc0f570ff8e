import type { ReactNode } from "react";
import type { Failure } from "../backend/wire";
import { plainWords } from "./plainWords";

/** What happened, and what to do about it. */
export function FailureNotice({ failure }: { failure: Failure }): ReactNode {
  const help = plainWords(failure.help);
  return (
    <div className="notice bad" role="alert" data-kind={failure.kind}>
      <strong>{plainWords(failure.message)}</strong>
      {help && <p>{help}</p>}
    </div>
  );
}
