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
        {used && <StateWord tone="good">Used for {purpose.title.toLowerCase()}</StateWord>}
        <StateWord tone={present ? "plain" : "warn"}>{present ? "On this machine" : "Missing"}</StateWord>
        {own && <StateWord tone="plain">Added by you</StateWord>}
        {choosable && (
          <button
            type="button"
            className="end"
            disabled={!present}
            onClick={() => void changeSettings({ ...settings, answer_model: name })}
          >
            Use for answers
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
  if (own) return <p className="notice warn">Its file is no longer where it was added. Put it back, or add it again.</p>;
  return (
    <p className="notice warn">
      Its file is not here yet. On a machine with a network, <span className="fixed">scripts/models --all</span> of the
      program&apos;s sources fetches it; add the file here then: its hash decides whether it is the right one.
    </p>
  );
}

function Facts({ model }: { model: ModelSummary }): ReactNode {
  const { sha256, size_bytes, licence, source, architecture, context_tokens } = model;
  return (
    <dl className="model-facts">
      <Fit model={model} />
      <Fact name="Size of the file">{bytes(size_bytes)}</Fact>
      <Fact name="Longest context">{number(context_tokens)} tokens</Fact>
      <Fact name="Architecture">{architecture}</Fact>
      <Fact name="Licence">{licence}</Fact>
      <Fact name="From">{source}</Fact>
      <Fact name="SHA-256" wide>
        <span className="fixed">{sha256}</span> <Copy text={() => sha256}>Copy</Copy>
      </Fact>
    </dl>
  );
}

function Fit({ model }: { model: ModelSummary }): ReactNode {
  const { backend } = useWorkspace();
  const { name, present, minimum_memory_bytes } = model;
  const [fit] = useLoad(
    useCallback(() => (present ? backend.models.fit(name) : Promise.resolve(null)), [backend, name, present]),
  );
  if (!present) return <Fact name="Memory">needs about {bytes(minimum_memory_bytes)}</Fact>;
  // As wide as what comes, so that nothing moves under the pointer.
  if (fit.state === "loading") {
    return (
      <Fact name="Memory" wide>
        Estimating…
      </Fact>
    );
  }
  if (fit.state === "failed") return <Fact name="Memory">{`Not known: ${fit.failure.message} ${fit.failure.help}`.trim()}</Fact>;
  if (fit.value === null) return null;
  const { tone, words, detail } = fitInWords(fit.value);
  return (
    <Fact name="Memory" wide>
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
