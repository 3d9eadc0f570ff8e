import type { ReactNode } from "react";
import type { Failure } from "../backend/wire";

/** What happened, and what to do about it. */
export function FailureNotice({ failure }: { failure: Failure }): ReactNode {
  return (
    <div className="notice bad" role="alert" data-kind={failure.kind}>
      <strong>{failure.message}</strong>
      {failure.help && <p>{failure.help}</p>}
    </div>
  );
}
