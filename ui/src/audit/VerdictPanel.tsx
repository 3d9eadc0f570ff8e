/** What the check of the whole trail found, what that means, and what to do. */

import type { ReactNode } from "react";
import type { AuditVerdict, CheckedStamp, KeptCheckpoint } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { FailureNotice } from "../kit/FailureNotice";
import { moment, number } from "../kit/format";
import type { Work } from "../kit/useWork";
import { WorkBusy } from "../kit/WorkBusy";
import { t } from "../language/language";
import { stampInWords } from "./words";

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
          {t("audit.cancelled")}
        </p>
      );
    case "failed":
      return <FailureNotice failure={work.failure} />;
    case "done":
      return work.value.ok ? <Intact verdict={work.value} /> : <Damaged verdict={work.value} />;
  }
}

function Intact({ verdict }: { verdict: AuditVerdict }): ReactNode {
  const { records, head, time, noted_found, stamps, kept_checkpoint: kept, keyring_checkpoint: there } = verdict;
  const counted = t("audit.records", { count: records });
  const bad = stamps.filter(({ stamp }) => stamp === null).length;
  return (
    <section className={bad === 0 ? "verdict good" : "verdict bad"} aria-label={t("audit.verdict")} role={bad === 0 ? "status" : "alert"}>
      <strong>{bad === 0 ? t("audit.intact", { records: counted }) : t("audit.stampsBad", { count: bad })}</strong>
      <p className="small">{t("audit.checkedIntact", { moment: moment(time) })}</p>
      {noted_found === true && (
        <p className="small">{t("audit.notedFound")}</p>
      )}
      <p className="small">{kept.state === "kept" ? t("audit.kept", { count: kept.records }) : t("audit.keptNone")}</p>
      {there !== null && <p className="small">{inKeyring(there)}</p>}
      <Stamps stamps={stamps} bad={bad} />
      {head && (
        <>
          <p className="small">
            {t("audit.lastHash")} <span className="fixed">{head}</span> <Copy text={() => head}>{t("audit.copy")}</Copy>
          </p>
          <p className="small quiet">
            {t("audit.keepHash")}
          </p>
        </>
      )}
    </section>
  );
}

/** The checkpoint in the system's keyring; one that is not believed makes the verdict a bad one. */
function inKeyring(there: KeptCheckpoint): string {
  switch (there.state) {
    case "kept":
      return t("audit.keyring", { count: there.records });
    case "none":
      return t("audit.keyringNone");
    default:
      return t("audit.keyringNot", { reason: there.reason });
  }
}

/** How many time stamps there are, and whether each holds, in the words of the command line. */
function Stamps({ stamps, bad }: { stamps: CheckedStamp[]; bad: number }): ReactNode {
  if (stamps.length === 0) return <p className="small">{t("audit.stampsNone")}</p>;
  const count = stamps.length;
  const told = bad === 0 ? t("audit.stampsHold", { count }) : t("audit.stampsHeld", { number: number(count), held: number(count - bad) });
  return (
    <>
      <p className="small">{told}</p>
      <ul className="small stamps">
        {stamps.map(({ sequence, stamp, reason }) => (
          <li key={sequence}>{stamp === null ? t("audit.stampNot", { number: number(sequence), reason: reason ?? "" }) : stampInWords(stamp)}</li>
        ))}
      </ul>
    </>
  );
}

function Damaged({ verdict }: { verdict: AuditVerdict }): ReactNode {
  const { records, first_bad, time, noted_found } = verdict;
  return (
    <section className="verdict bad" aria-label={t("audit.verdict")} role="alert">
      <strong>
        {noted_found === false
          ? t("audit.notedMissing")
          : t("audit.damaged", { place: first_bad ?? t("audit.placeUnknown") })}
      </strong>
      <p className="small">
        {t("audit.checkedBad", { moment: moment(time), number: number(records) })}
      </p>
      <ol className="small">
        <li>{t("audit.stepStop")}</li>
        <li>{t("audit.stepCopy")}</li>
        <li>{t("audit.stepBackup")}</li>
      </ol>
    </section>
  );
}
