import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { ImportList } from "./ImportList";

/** The first minute: what to do when there is no document yet. */
export function Welcome(): ReactNode {
  const { documents, openSample, importFiles, importFolder } = useWorkspace();
  const busy = documents.importing;
  return (
    <section className="empty welcome" aria-label="Getting started">
      <h2>Ask a document, see where the answer stands</h2>
      <ol>
        <li>Open the sample, or import documents of your own.</li>
        <li>Ask a question about them.</li>
        <li>Check the answer against the marked lines.</li>
      </ol>
      <div className="actions">
        <button type="button" className="primary" disabled={busy} onClick={() => void openSample()}>
          Open the sample
        </button>
        <button type="button" disabled={busy} onClick={() => void importFiles()}>
          Import documents…
        </button>
        <button type="button" disabled={busy} onClick={() => void importFolder()}>
          Import a folder…
        </button>
      </div>
      <ImportList />
      <p className="small quiet">
        PDF, Word, Excel, CSV, web pages, mails, text and scans. Files and folders can also be dropped anywhere on
        this window. Nothing leaves this computer.
      </p>
    </section>
  );
}
