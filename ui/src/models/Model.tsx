/** One model: what it is, whether it is here and fits, and what can be done with it. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import type { ModelSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useAdministered } from "../settings/useAdministered";
import { Copy } from "../kit/Copy";
import { bytes, number } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { useLoad } from "../kit/useLoad";
import { Trials } from "./Trials";
import { answers, fitInWords, isDefault } from "./words";
import type { Purpose } from "./words";
import { t } from "../language/language";
import { WithCode } from "../kit/WithCode";

export function Model({ model, purpose }: { model: ModelSummary; purpose: Purpose }): ReactNode {
  const { settings, changeSettings } = useWorkspace();
  const { isLocked } = useAdministered();
  const { name, recommended_for, present, own } = model;
  const used = isDefault(model, purpose, settings);
  const choosable = purpose.name === "answer" && answers(model) && !used && !isLocked("answer_model");
  return (
    <article className="model" aria-label={name}>
      <header className="model-head">
        <h3>{name}</h3>
        {used && <StateWord tone="good">{t(`models.used.${purpose.name}`)}</StateWord>}
        <StateWord tone={present ? "plain" : "warn"}>{present ? t("models.present") : t("models.missing")}</StateWord>
        {own && <StateWord tone="plain">{t("models.addedByYou")}</StateWord>}
        {choosable && (
          <button
            type="button"
            className="end"
            disabled={!present}
            onClick={() => void changeSettings({ ...settings, answer_model: name })}
          >
            {t("models.useForAnswers")}
          </button>
        )}
      </header>
      {recommended_for && <p>{recommended_for}</p>}
      {!present && <Missing own={own} />}
      <Facts model={model} />
      {present && <Trials name={name} />}
    </article>
  );
}

function Missing({ own }: { own: boolean }): ReactNode {
  if (own) return <p className="notice warn">{t("models.ownGone")}</p>;
  return (
    <p className="notice warn">
      <WithCode words={t("models.notHere")} />
    </p>
  );
}

function Facts({ model }: { model: ModelSummary }): ReactNode {
  const { sha256, size_bytes, licence, source, architecture, context_tokens, adapter } = model;
  return (
    <dl className="model-facts">
      <Fit model={model} />
      <Fact name={t("models.size")}>{bytes(size_bytes)}</Fact>
      <Fact name={t("models.context")}>{t("models.tokens", { number: number(context_tokens) })}</Fact>
      <Fact name={t("models.architecture")}>{architecture}</Fact>
      <Fact name={t("models.licence")}>{licence}</Fact>
      <Fact name={t("models.from")}>{source}</Fact>
      <Fact name="SHA-256" wide>
        <span className="fixed">{sha256}</span> <Copy text={() => sha256}>{t("models.copy")}</Copy>
      </Fact>
      {adapter && (
        <Fact name={t("models.adapter")} wide>
          <span className="fixed">{adapter.sha256}</span> <Copy text={() => adapter.sha256}>{t("models.copy")}</Copy>
        </Fact>
      )}
    </dl>
  );
}

function Fit({ model }: { model: ModelSummary }): ReactNode {
  const { backend } = useWorkspace();
  const { name, present, minimum_memory_bytes } = model;
  const [fit] = useLoad(
    useCallback(() => (present ? backend.models.fit(name) : Promise.resolve(null)), [backend, name, present]),
  );
  if (!present) return <Fact name={t("models.memory")}>{t("models.needsAbout", { bytes: bytes(minimum_memory_bytes) })}</Fact>;
  // As wide as what comes, so that nothing moves under the pointer.
  if (fit.state === "loading") {
    return (
      <Fact name={t("models.memory")} wide>
        {t("models.estimating")}
      </Fact>
    );
  }
  if (fit.state === "failed") return <Fact name={t("models.memory")}>{t("models.memoryUnknown", { why: `${fit.failure.message} ${fit.failure.help}` }).trim()}</Fact>;
  if (fit.value === null) return null;
  const { tone, words, detail } = fitInWords(fit.value);
  return (
    <Fact name={t("models.memory")} wide>
      <StateWord tone={tone}>{words}</StateWord> {detail}
    </Fact>
  );
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }): ReactNode {
  return (
    <div className={wide ? "wide" : ""}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
