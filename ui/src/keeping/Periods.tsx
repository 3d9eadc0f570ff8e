/** How long documents and answers are kept. */

import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { Failure, Keeping } from "../backend/wire";
import { FailureNotice } from "../kit/FailureNotice";
import { t } from "../language/language";
import { isWhole, partsOf, periodOf, UNITS } from "./period";
import type { PeriodParts } from "./period";
import type { KeepingStore } from "./useKeeping";

export function Periods({ keeping, store }: { keeping: Keeping; store: KeepingStore }): ReactNode {
  const [documents, setDocuments] = useState(partsOf(keeping.documents));
  const [answers, setAnswers] = useState(partsOf(keeping.answers));
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function save(): Promise<void> {
    setTried(true);
    if (isWhole(documents) && isWhole(answers)) setFailure(await store.setRetention(periodOf(documents), periodOf(answers)));
  }
  return (
    <section aria-label={t("keeping.periods")}>
      <h3>{t("keeping.periods")}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PeriodField title={t("keeping.documents")} parts={documents} tried={tried} onParts={setDocuments} />
        <PeriodField title={t("keeping.answers")} parts={answers} tried={tried} onParts={setAnswers} />
        {failure && <FailureNotice failure={failure} />}
        <button type="submit">{t("keeping.save")}</button>
      </form>
      <p className="small quiet">{t("keeping.periodsAbout")}</p>
    </section>
  );
}

interface FieldProps {
  title: string;
  parts: PeriodParts;
  tried: boolean;
  onParts: (parts: PeriodParts) => void;
}

function PeriodField({ title, parts, tried, onParts }: FieldProps): ReactNode {
  const id = useId();
  const wrong = tried && !isWhole(parts);
  return (
    <fieldset className="period">
      <legend>{title}</legend>
      <input
        aria-label={t("keeping.count")}
        inputMode="numeric"
        value={parts.count}
        hidden={parts.unit === "none"}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => onParts({ ...parts, count: event.target.value })}
      />
      <select
        aria-label={t("keeping.unit")}
        value={parts.unit}
        onChange={(event) => onParts({ ...parts, unit: UNITS.find((unit) => unit === event.target.value) ?? "none" })}
      >
        {UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {t(`keeping.units.${unit}`)}
          </option>
        ))}
      </select>
      {wrong && (
        <p id={`${id}-wrong`} className="notice bad" role="alert">
          {t("keeping.countWrong")}
        </p>
      )}
    </fieldset>
  );
}
