/** What the check of the whole trail found, what that means, and what to do. */

import type { ReactNode } from "react";
import type { AuditVerdict } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { FailureNotice } from "../kit/FailureNotice";
import { moment, number } from "../kit/format";
import type { Work } from "../kit/useWork";
import { WorkBusy } from "../kit/WorkBusy";

export function VerdictPanel({ verification }: { verification: Work<AuditVerdict> }): ReactNode {
  if (verification.work.state === "idle") return null;
  return (
    <div className="verdict-place">
      <Found verification={verification} />
    </div>
  );
}

function Found({ verification: { work, cancel } }: { verification: Work<AuditVerdict> }): ReactNode {
  switch (work.state) {
    case "idle":
      return null;
    case "running":
      return <WorkBusy work={work} first="verify" onCancel={cancel} />;
    case "cancelled":
      return (
        <p className="notice" role="status">
          Cancelled. Nothing was found out about the trail, and nothing was changed; verify it when there is time.
        </p>
      );
    case "failed":
      return <FailureNotice failure={work.failure} />;
    case "done":
      return work.value.ok ? <Intact verdict={work.value} /> : <Damaged verdict={work.value} />;
  }
}

function Intact({ verdict }: { verdict: AuditVerdict }): ReactNode {
  const { records, head, time, noted_found } = verdict;
  const counted = records === 1 ? "1 record" : `${number(records)} records`;
  return (
    <section className="verdict good" aria-label="Verdict" role="status">
      <strong>Intact: {counted}, each as it was written</strong>
      <p className="small">Checked {moment(time)}. No record, content or document was changed, added or taken away.</p>
      {noted_found === true && (
        <p className="small">A record has the hash you noted: nothing up to it was rebuilt or cut off.</p>
      )}
      {head && (
        <>
          <p className="small">
            Hash of the last record: <span className="fixed">{head}</span> <Copy text={() => head}>Copy</Copy>
          </p>
          <p className="small quiet">
            Keep this hash outside of this computer. Someone who can write the data could rebuild the whole trail; a hash noted
            elsewhere would show it.
          </p>
        </>
      )}
    </section>
  );
}

function Damaged({ verdict }: { verdict: AuditVerdict }): ReactNode {
  const { records, first_bad, time, noted_found } = verdict;
  return (
    <section className="verdict bad" aria-label="Verdict" role="alert">
      <strong>
        {noted_found === false
          ? "No record has the hash you noted: the trail was rebuilt, cut off, or an older copy was put back; or the hash is of other data"
          : `Damaged: ${first_bad ?? "the place is not known"}`}
      </strong>
      <p className="small">
        Checked {moment(time)}, {number(records)} records. Something was changed outside of this program, or the disk is
        failing. Records before that place are as they were written; from there on the trail proves nothing.
      </p>
      <ol className="small">
        <li>Ask and import nothing more with this data.</li>
        <li>Copy the data directory (Settings shows where it is) and keep the copy unchanged.</li>
        <li>Verify your last backup; if it is intact, go on with it, and compare the two.</li>
      </ol>
    </section>
  );
}
