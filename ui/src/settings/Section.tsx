import { useId } from "react";
import type { ReactNode } from "react";

/** A part of the settings: its name at the left, what can be set at the right. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="setting-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="setting-body">{children}</div>
    </section>
  );
}
