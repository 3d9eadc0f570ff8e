import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import { Copy } from "../kit/Copy";

/** What went to the model and what came back, to the letter. */
export function WhyTexts({ explanation: { prompt, grammar, draft } }: { explanation: Explanation }): ReactNode {
  return (
    <section>
      <h3>To the letter</h3>
      <LongText title="Prompt" about="what the model was given" text={prompt} />
      <LongText title="Grammar" about="what it was able to write" text={grammar} />
      <LongText title="Draft" about="what it wrote, before the checks" text={draft} />
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
