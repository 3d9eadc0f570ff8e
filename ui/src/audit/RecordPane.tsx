/** One record in full: what it says, what it binds, and its place in the chain. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { RecordContent, RecordDetail } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Holds } from "../keeping/Holds";
import { useKeeping } from "../keeping/useKeeping";
import { Copy } from "../kit/Copy";
import { FailureNotice } from "../kit/FailureNotice";
import { moment, number } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";
import { BatchCells } from "./BatchCells";
import { BodyTree } from "./BodyTree";
import { Contents } from "./Contents";
import { conditionsIn, conditionsInWords } from "../answer/conditionWords";
import { stateOfDecision } from "../answer/words";
import { Replay } from "./Replay";
import { exact, kindOfRecord, titleOf } from "./words";

interface Props {
  id: string;
  /** Over 0, the head takes the focus, and again whenever it grows. */
  entered: number;
  onOpen: (id: string) => void;
  onReport: (id: string) => void;
  /** Writes the evidence pack; done when it is written, or was not. */
  onPack: (id: string) => Promise<void>;
  onClose: () => void;
}

export function RecordPane({ id, entered, onOpen, onReport, onPack, onClose }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [detail] = useLoad(useCallback(() => backend.audit.detail(id), [backend, id]));
  return (
    <section className="record-pane" aria-label={t("audit.record")}>
      {detail.state === "loading" && <p className="quiet">{t("audit.readingRecord")}</p>}
      {detail.state === "failed" && (
        <>
          <FailureNotice failure={detail.failure} />
          <button type="button" onClick={onClose}>
            {t("audit.close")}
          </button>
        </>
      )}
      {detail.state === "there" && (
        <Record detail={detail.value} entered={entered} onOpen={onOpen} onReport={onReport} onPack={onPack} onClose={onClose} />
      )}
    </section>
  );
}

interface RecordProps extends Omit<Props, "id"> {
  detail: RecordDetail;
}

function Record({ detail, entered, onOpen, onReport, onPack, onClose }: RecordProps): ReactNode {
  const { summary, body, contents } = detail;
  const { id, kind, sequence, time, decision } = summary;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (entered > 0) head.current?.focus();
  }, [entered, id]);
  return (
    <>
      <header className="record-head">
        <p className="small quiet">
          {t("audit.recordOf", { kind: kindOfRecord(kind), number: number(sequence) })}
        </p>
        <h2 ref={head} tabIndex={-1}>
          {titleOf(summary)}
        </h2>
        {decision !== null && (
          <p>
            <StateWord tone={stateOfDecision(decision).tone}>{stateOfDecision(decision).words}</StateWord>
          </p>
        )}
        <p>
          <time dateTime={time}>{moment(time)}</time> <span className="quiet">({exact(time)})</span>
        </p>
        {summary.answer && <p className="record-answer">{summary.answer}</p>}
        {summary.documents && <p className="small">{t("audit.askedOf", { documents: summary.documents })}</p>}
        <Conditions contents={contents} />
        <Acts detail={detail} onReport={onReport} onPack={onPack} onClose={onClose} />
      </header>
      {kind === "answer" && (
        <>
          <Replay key={id} recordId={id} />
          <AnswerHolds key={`held ${id}`} id={id} />
        </>
      )}
      {kind === "batch" && summary.batch_id !== null && <BatchCells batchId={summary.batch_id} onOpen={onOpen} />}
      <section aria-label={t("audit.says")}>
        <h3>{t("audit.says")}</h3>
        <BodyTree value={body} />
        <Copy text={() => JSON.stringify(body, null, 2)}>{t("audit.copyJson")}</Copy>
      </section>
      <section aria-label={t("audit.binds")}>
        <h3>{t("audit.binds")}</h3>
        <Contents contents={contents} />
      </section>
      <Chain detail={detail} onOpen={onOpen} />
    </>
  );
}

function AnswerHolds({ id }: { id: string }): ReactNode {
  const store = useKeeping(null);
  return <Holds subject={{ what: "answer", id }} store={store} />;
}

/** The conditions that a person set for the question, of a record that has some. */
function Conditions({ contents }: { contents: RecordContent[] }): ReactNode {
  const conditions = conditionsIn(contents.find(({ name }) => name === "conditions")?.text ?? null);
  if (conditions === null) return null;
  return <p>{t("audit.conditions", { conditions: conditionsInWords(conditions) })}</p>;
}

function Acts({ detail, onReport, onPack, onClose }: Pick<RecordProps, "detail" | "onReport" | "onPack" | "onClose">): ReactNode {
  const { navigate } = useWorkspace();
  const [packing, setPacking] = useState(false);
  const pack = (record: string) => {
    setPacking(true);
    void onPack(record).finally(() => setPacking(false));
  };
  const { id, kind } = detail.summary;
  return (
    <div className="actions">
      {kind === "answer" && (
        <>
          <button type="button" className="primary" onClick={() => navigate({ view: "ask", recordId: id })}>
            {t("audit.openAnswer")}
          </button>
          <button type="button" onClick={() => onReport(id)}>
            {t("audit.report")}
          </button>
          <button type="button" disabled={packing} title={t("audit.packHolds")} onClick={() => pack(id)}>
            {packing ? t("audit.makingPack") : t("audit.savePack")}
          </button>
        </>
      )}
      <button type="button" onClick={onClose}>
        {t("audit.close")}
      </button>
    </div>
  );
}

function Chain({ detail, onOpen }: { detail: RecordDetail; onOpen: (id: string) => void }): ReactNode {
  const { summary, previous_hash, hash } = detail;
  const first = /^0+$/.test(previous_hash);
  return (
    <section aria-label={t("audit.place")}>
      <h3>{t("audit.place")}</h3>
      <ol className="chain">
        <li>
          <p className="small quiet">{first ? t("audit.first") : t("audit.hashBefore", { number: number(summary.sequence - 1) })}</p>
          <p className="fixed">{previous_hash}</p>
          {!first && (
            // A record's id is the start of its hash.
            <button type="button" className="link" onClick={() => onOpen(previous_hash.slice(0, summary.id.length))}>
              {t("audit.openBefore")}
            </button>
          )}
        </li>
        <li>
          <p className="small quiet">{t("audit.hashOfThis")}</p>
          <p className="fixed">{hash}</p>
          <Copy text={() => hash}>{t("audit.copyHash")}</Copy>
        </li>
      </ol>
    </section>
  );
}
