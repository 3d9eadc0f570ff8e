/** What is compared: models, questions whose answers are known, and where the comparison is kept. */

import { useCallback, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useAnswerModels } from "../ask/useDesk";
import { asFailure } from "../backend/backend";
import type { CaseCount, CasesFile, Failure, NewComparison } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { MiddleCut } from "../kit/MiddleCut";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";
import { countInWords } from "./figures";

interface Props {
  /** `blind`: the person chooses between the answers before whose they are is shown. */
  onStart: (wanted: NewComparison, blind: boolean) => void;
  onClose: () => void;
}

export function NewComparisonForm({ onStart, onClose }: Props): ReactNode {
  const { backend, navigate } = useWorkspace();
  const { models } = useAnswerModels();
  const [reviewed] = useLoad(useCallback(() => backend.comparisons.reviewed(), [backend]));
  const [named, setNamed] = useState<string[]>([]);
  const [fromFile, setFromFile] = useState<boolean | null>(null);
  const [file, setFile] = useState<CasesFile | null>(null);
  const [folder, setFolder] = useState<string | null>(null);
  const [asShipped, setAsShipped] = useState(false);
  const [blind, setBlind] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const said: CaseCount | null = reviewed.state === "there" && reviewed.value.cases > 0 ? reviewed.value : null;
  // Until a person says it: what people said of answers, where there is any.
  const isFile = fromFile ?? (reviewed.state === "there" && said === null);
  const count = isFile ? (file?.count ?? null) : said;
  const missing = named.length < 2 ? t("compare.new.needModels") : !count ? t("compare.new.needCases") : !folder ? t("compare.new.needFolder") : null;

  async function choose<T>(ask: () => Promise<T | null>, take: (found: T) => void): Promise<void> {
    try {
      const found = await ask();
      setFailure(null);
      if (found !== null) take(found);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (missing !== null || folder === null) return;
    onStart({ models: named, cases_file: isFile ? (file?.path ?? null) : null, folder, as_shipped: asShipped }, blind);
  }

  return (
    <form className="compare-form" aria-label={t("compare.new.title")} onSubmit={submit}>
      <h2>{t("compare.new.title")}</h2>
      <fieldset>
        <legend>{t("compare.new.models")}</legend>
        {models.map(({ name }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={named.includes(name)}
              onChange={(event) => setNamed((before) => (event.target.checked ? [...before, name] : before.filter((one) => one !== name)))}
            />
            <span className="compare-model">{name}</span>
          </label>
        ))}
        {models.length < 2 && (
          <div className="actions">
            <p className="small">{t("compare.new.fewModels")}</p>
            <button type="button" onClick={() => navigate({ view: "models" })}>
              {t("compare.new.toModels")}
            </button>
          </div>
        )}
      </fieldset>
      <fieldset>
        <legend>{t("compare.new.cases")}</legend>
        <label>
          <input type="radio" name="cases" checked={!isFile} disabled={said === null} onChange={() => setFromFile(false)} />
          <span>
            {t("compare.new.fromReviews")} <span className="small quiet">{said ? countInWords(said) : t("compare.new.noReviews")}</span>
          </span>
        </label>
        <label>
          <input type="radio" name="cases" checked={isFile} onChange={() => setFromFile(true)} />
          <span>
            {t("compare.new.fromFile")} {file && <span className="small quiet">{`${fileName(file.path)}: ${countInWords(file.count)}`}</span>}
          </span>
        </label>
        {isFile && (
          <div className="actions">
            <button type="button" onClick={() => void choose(() => backend.comparisons.chooseCases(), setFile)}>
              {t("compare.new.chooseFile")}
            </button>
            <p className="small quiet">{t("compare.new.fileAbout")}</p>
          </div>
        )}
      </fieldset>
      <fieldset>
        <legend>{t("compare.new.how")}</legend>
        <label>
          <input type="checkbox" checked={blind} onChange={(event) => setBlind(event.target.checked)} />
          <span>{t("compare.new.blind")}</span>
        </label>
        <label>
          <input type="checkbox" checked={asShipped} onChange={(event) => setAsShipped(event.target.checked)} />
          <span>{t("compare.new.asShipped")}</span>
        </label>
      </fieldset>
      <div className="actions">
        <button type="button" onClick={() => void choose(() => backend.comparisons.chooseFolder(), setFolder)}>
          {t("compare.new.chooseFolder")}
        </button>
        <p className="small quiet compare-folder" title={folder ?? undefined}>
          {folder === null ? t("compare.new.folderAbout") : <MiddleCut>{folder}</MiddleCut>}
        </p>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <div className="actions">
        <button type="submit" className="primary" disabled={missing !== null}>
          {t("compare.new.start")}
        </button>
        <button type="button" onClick={onClose}>
          {t("compare.new.close")}
        </button>
        <p className="small quiet" role="status">
          {missing ?? (count && t("compare.new.answers", { answers: count.cases * named.length, cases: count.cases, models: named.length }))}
        </p>
      </div>
    </form>
  );
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
