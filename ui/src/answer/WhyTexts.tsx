import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { wroteNothing } from "./words";

/** What went to the model and what came back, to the letter. */
export function WhyTexts({ explanation }: { explanation: Explanation }): ReactNode {
  const { prompt, grammar, draft } = explanation;
  const decided = wroteNothing(explanation);
  return (
    <section>
      <h3>To the letter</h3>
      {decided ? (
        <p className="quiet">Prompt: none. The reader chose, and no model had to write.</p>
      ) : (
        <LongText title="Prompt" about="what the model was given" text={prompt} />
      )}
      <LongText title="Grammar" about={decided ? "what the answer may be" : "what it was able to write"} text={grammar} />
      <LongText
        title="Draft"
        about={decided ? "what was decided, before the checks" : "what it wrote, before the checks"}
        text={draft}
      />
    </section>
  );
}

function LongText({ title, about, text }: { title: string; about: string; text: string | null }): ReactNode {
  if (text === null) return <p className="quiet">{title}: erased with a document, or none.</p>;
  return (
    <details>
      <summary>
        {title} <span className="quiet">{about}</span>
      </summary>
      <pre className="fixed why-text" tabIndex={0} aria-label={title}>
        {text}
      </pre>
      <Copy text={() => text}>Copy the {title.toLowerCase()}</Copy>
    </details>
  );
}
