import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { wroteNothing } from "./words";
import { t } from "../language/language";

/** What went to the model and what came back, to the letter. */
export function WhyTexts({ explanation }: { explanation: Explanation }): ReactNode {
  const { prompt, grammar, draft } = explanation;
  const decided = wroteNothing(explanation);
  return (
    <section>
      <h3>{t("answer.letter")}</h3>
      {decided ? (
        <p className="quiet">{explanation.model === "" ? t("answer.noPromptUnread") : t("answer.noPrompt")}</p>
      ) : (
        <LongText title={t("answer.prompt")} copy={t("answer.copyPrompt")} about={t("answer.promptAbout")} text={prompt} />
      )}
      <LongText title={t("answer.grammar")} copy={t("answer.copyGrammar")} about={decided ? t("answer.grammarMay") : t("answer.grammarAbout")} text={grammar} />
      <LongText
        title={t("answer.draft")}
        copy={t("answer.copyDraft")}
        about={decided ? t("answer.draftDecided") : t("answer.draftAbout")}
        text={draft}
      />
    </section>
  );
}

function LongText({ title, copy, about, text }: { title: string; copy: string; about: string; text: string | null }): ReactNode {
  if (text === null) return <p className="quiet">{t("answer.erasedOrNone", { title })}</p>;
  return (
    <details>
      <summary>
        {title} <span className="quiet">{about}</span>
      </summary>
      <pre className="fixed why-text" tabIndex={0} aria-label={title}>
        {text}
      </pre>
      <Copy text={() => text}>{copy}</Copy>
    </details>
  );
}
