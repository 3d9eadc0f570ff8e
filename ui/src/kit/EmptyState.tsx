import type { ReactNode } from "react";

/** Nothing is here yet: why, and the next act. */
export function EmptyState({ title, children, acts }: { title: string; children?: ReactNode; acts?: ReactNode }): ReactNode {
  return (
    <section className="empty" aria-label={title}>
      <h2>{title}</h2>
      {children}
      {acts && <div className="actions">{acts}</div>}
    </section>
  );
}
