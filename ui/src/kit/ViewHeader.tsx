import type { ReactNode } from "react";

/** The head of a view: what it is, how much of it there is, what can be done. */
export function ViewHeader({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <header className="view-header">
      <h1>{title}</h1>
      {about && <p className="quiet">{about}</p>}
      <div className="actions end">{children}</div>
    </header>
  );
}
