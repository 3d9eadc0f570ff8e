/** Comparisons of models or settings: made, opened, and decided without seeing whose an answer is. */

import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Disagreement, Failure, NewComparison, OpenedComparison } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { EmptyState } from "../kit/EmptyState";
import { FailureNotice } from "../kit/FailureNotice";
import { Split } from "../kit/Split";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { BlindPane } from "./BlindPane";
import { DisagreementPane } from "./DisagreementPane";
import { NewComparisonForm } from "./NewComparisonForm";
import { Report } from "./Report";
import { useCompare } from "./useCompare";
import type { CompareState } from "./useCompare";
import "./compare.css";

export function CompareView(): ReactNode {
  const { backend, documents } = useWorkspace();
  const { run, start, cancel } = useCompare(backend);
  const [opened, setOpened] = useState<OpenedComparison | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [chosen, setChosen] = useState<Disagreement | null>(null);
  const [making, setMaking] = useState(false);
  const [blind, setBlind] = useState(false);
  const isRunning = run.state === "running";

  const show = (found: OpenedComparison, isBlind: boolean): void => {
    setOpened(found);
    setChosen(null);
    setBlind(isBlind);
    setMaking(false);
  };
  const open = async (which: () => Promise<OpenedComparison | null>): Promise<void> => {
    try {
      const found = await which();
      setFailure(null);
      if (found) show(found, false);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  const compare = async (wanted: NewComparison, isBlind: boolean): Promise<void> => {
    const done = await start(wanted);
    // It imported the documents of its cases.
    void documents.reload();
    if (done) show(done, isBlind);
  };
  const choose = (): void => void open(() => backend.comparisons.choose());
  const isFree = !making && !isRunning;

  return (
    <>
      <ViewHeader title={t("compare.title")} about={opened && isFree ? opened.folder : t("compare.about")}>
        {opened && isFree && (
          <>
            {!blind && (
              <button type="button" onClick={() => setBlind(true)}>
                {t("compare.blind.start")}
              </button>
            )}
            <button type="button" onClick={() => setMaking(true)}>
              {t("compare.new.open")}
            </button>
            <button type="button" onClick={choose}>
              {t("compare.openAnother")}
            </button>
          </>
        )}
      </ViewHeader>
      {failure && <FailureNotice failure={failure} />}
      {!isFree && (
        <div className="compare-made">
          {/* What was chosen stays while it is compared, to be changed where that fails. */}
          <div hidden={isRunning}>
            <Ended run={run} />
            <NewComparisonForm onStart={(wanted, isBlind) => void compare(wanted, isBlind)} onClose={() => setMaking(false)} />
          </div>
          {isRunning && <Running run={run} onCancel={cancel} />}
        </div>
      )}
      {!opened && isFree && (
        <div className="compare-empty">
          <EmptyState
            title={t("compare.empty.title")}
            acts={
              <>
                <button type="button" className="primary" onClick={() => setMaking(true)}>
                  {t("compare.new.open")}
                </button>
                <button type="button" onClick={choose}>
                  {t("compare.open")}
                </button>
              </>
            }
          >
            <p>{t("compare.empty.about")}</p>
          </EmptyState>
        </div>
      )}
      {opened && isFree && blind && (
        <BlindPane folder={opened.folder} onEnd={() => void open(() => backend.comparisons.read(opened.folder))} />
      )}
      {opened && isFree && !blind && (
        <Split
          list={<Report opened={opened} chosen={chosen} onChoose={setChosen} />}
          chosen={chosen && <DisagreementPane key={chosen.case} disagreement={chosen} onClose={() => setChosen(null)} />}
        />
      )}
    </>
  );
}

function Ended({ run }: { run: CompareState }): ReactNode {
  if (run.state === "failed") return <FailureNotice failure={run.failure} />;
  if (run.state !== "cancelled") return null;
  return (
    <p className="notice" role="status">
      {t("compare.new.cancelled")}
    </p>
  );
}

function Running({ run: { progress, cancelling }, onCancel }: { run: Extract<CompareState, { state: "running" }>; onCancel: () => void }): ReactNode {
  const words = !progress ? t("compare.new.starting") : progress.reading ? t("compare.new.reading") : t("compare.new.asking");
  return (
    <section className="card" aria-label={t("compare.new.progress")}>
      <Busy words={words} done={progress?.done ?? 0} total={progress?.total ?? null} cancelling={cancelling} onCancel={onCancel} />
      {progress && (
        <p className="small quiet">
          {progress.reading
            ? `${t("compare.countOf", { count: progress.done, of: progress.total })} · ${progress.what}`
            : `${t("compare.new.done", { done: progress.done, total: progress.total })} · ${progress.what}`}
        </p>
      )}
    </section>
  );
}
