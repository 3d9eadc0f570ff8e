import type { FormEvent, ReactNode } from "react";
import { t } from "../language/language";

interface Props {
  noted: string;
  onNoted: (noted: string) => void;
  onVerify: () => void;
}

/** A hash that was noted when it was the last one: the trail must still hold its record. */
export function NotedHash({ noted, onNoted, onVerify }: Props): ReactNode {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onVerify();
  }

  return (
    <form className="noted-hash" onSubmit={submit}>
      <label htmlFor="noted-hash" className="small">
        {t("audit.noted")}
      </label>
      <input
        id="noted-hash"
        type="text"
        className="fixed"
        spellCheck={false}
        autoComplete="off"
        placeholder={t("audit.notedHint")}
        value={noted}
        onChange={(event) => onNoted(event.target.value)}
      />
    </form>
  );
}
