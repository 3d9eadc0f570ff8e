import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Copy } from "../kit/Copy";
import { moment, number } from "../kit/format";
import { sentence, wroteNothing } from "./words";
import { t } from "../language/language";

/** Where time and tokens went, what ran, and what the record binds. */
export function WhyNumbers({ explanation }: { explanation: Explanation }): ReactNode {
  const { times, tokens } = explanation;
  return (
    <>
      <section>
        <h3>{t("answer.time")}</h3>
        <Bars name={t("answer.time")} rows={times.map(({ stage, ms }) => ({ name: stage, size: ms, words: `${number(ms)} ms` }))} />
      </section>
      <section>
        <h3>{t("answer.tokensTitle")}</h3>
        <Bars name={t("answer.tokensTitle")} rows={tokens.map(({ name, count }) => ({ name, size: count, words: number(count) }))} />
      </section>
      <Record explanation={explanation} />
    </>
  );
}

interface Row {
  name: string;
  size: number;
  words: string;
}

function Bars({ name, rows }: { name: string; rows: Row[] }): ReactNode {
  const largest = rows.reduce((most, { size }) => Math.max(most, size), 1);
  return (
    <dl className="why-bars" aria-label={name}>
      {rows.map((row) => (
        <div key={row.name} className="why-bar-row">
          <dt>{sentence(row.name).replace(/\.$/, "")}</dt>
          <dd>
            <span className="why-bar">
              <span style={{ width: `${(100 * row.size) / largest}%` }} />
            </span>
            <span className="figure">{row.words}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What read and wrote: a model, the reader alone, or neither where there was nothing to read. */
function ranInWords(explanation: Explanation): string {
  const { model, backend } = explanation;
  if (model === "") return t("answer.nothingRan");
  return wroteNothing(explanation) ? t("answer.readerAlone", { model }) : t("answer.modelOn", { model, backend });
}

function Record({ explanation }: { explanation: Explanation }): ReactNode {
  const { navigate } = useWorkspace();
  const { record_id: recordId, time, model, hashes } = explanation;
  const all = [`record ${recordId}`, ...(model === "" ? [] : [`model ${model}`]), ...hashes.map(({ name, sha256 }) => `${name} ${sha256}`)];
  return (
    <section>
      <h3>{t("answer.record")}</h3>
      <dl className="why-rows">
        <div className="part">
          <dt>{t("answer.model")}</dt>
          <dd>
            {ranInWords(explanation)}
          </dd>
        </div>
        <div className="part">
          <dt>{t("answer.record")}</dt>
          <dd className="fixed">{recordId}</dd>
        </div>
        <div className="part">
          <dt>{t("answer.written")}</dt>
          <dd>
            {moment(time)} <span className="quiet">{time}</span>
          </dd>
        </div>
        {hashes.map(({ name, sha256 }) => (
          <div key={name} className="part">
            <dt>{t("answer.hashOf", { name })}</dt>
            <dd className="fixed">{sha256}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <Copy text={() => all.join("\n")}>{t("answer.copyHashes")}</Copy>
        <button type="button" onClick={() => navigate({ view: "audit", recordId })}>
          {t("answer.openRecord")}
        </button>
      </div>
    </section>
  );
}
