import { useState } from "react";
import type { ReactNode } from "react";
import type { AskOutcome, Correction } from "../backend/wire";
import { t } from "../language/language";

interface Props {
  outcome: AskOutcome;
  /** The value that is there. */
  start: string;
  onGive: (correction: Correction) => void;
  onClose: () => void;
}

/** The right value, and the lines where it stands. Enter gives it, Escape leaves the answer as it is. */
export function CorrectionForm({ outcome, start, onGive, onClose }: Props): ReactNode {
  const first = outcome.response.citations[0];
  const [value, setValue] = useState(start);
  const [from, setFrom] = useState(String(first?.line_start ?? ""));
  const [to, setTo] = useState(String(first?.line_end ?? ""));
  const documentId = first?.document_id ?? outcome.document_ids[0] ?? "";
  const [line_start, line_end] = [Number(from), Number(to === "" ? from : to)];
  const known = Number.isInteger(line_start) && line_start > 0 && Number.isInteger(line_end) && line_end >= line_start;
  return (
    <form
      className="correction"
      aria-label={t("review.right")}
      onSubmit={(event) => {
        event.preventDefault();
        if (known && value.trim() !== "") {
          onGive({ value, place: { document_id: documentId, line_start, line_end, quote: "" } });
        }
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        event.stopPropagation();
      }}
    >
      <label>
        <span className="small">{t("review.rightAs")}</span>
        <input type="text" autoFocus value={value} onChange={(event) => setValue(event.target.value)} />
      </label>
      <div className="correction-lines">
        <label>
          <span className="small">{t("review.fromLine")}</span>
          <input type="text" inputMode="numeric" value={from} onChange={(event) => setFrom(event.target.value)} />
        </label>
        <label>
          <span className="small">{t("review.toLine")}</span>
          <input type="text" inputMode="numeric" value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
      </div>
      <p className="small quiet">
        {t("review.linesHint")}
      </p>
      <div className="actions">
        <button type="submit" className="primary" disabled={!known || value.trim() === ""}>
          {t("review.keep")}
        </button>
        <button type="button" onClick={onClose}>
          {t("review.leave")}
        </button>
      </div>
    </form>
  );
}
