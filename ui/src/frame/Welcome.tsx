import type { ReactNode } from "react";

interface Props {
  busy: boolean;
  onSample: () => void;
  onImport: () => void;
}

/** The first minute: what to do when there is no document yet. */
export function Welcome({ busy, onSample, onImport }: Props): ReactNode {
  return (
    <section className="empty card" aria-label="Getting started">
      <h2>Ask a document, see where the answer stands</h2>
      <ol>
        <li>Open the sample, or import a document of your own (PDF, Markdown or text).</li>
        <li>Ask a question about it.</li>
        <li>Check the answer against the marked lines.</li>
      </ol>
      <div className="actions">
        <button type="button" className="primary" disabled={busy} onClick={onSample}>
          Open the sample
        </button>
        <button type="button" disabled={busy} onClick={onImport}>
          Import documents…
        </button>
      </div>
      <p className="small quiet">
        Files can also be dropped anywhere on this window. Nothing leaves this computer.
      </p>
    </section>
  );
}
