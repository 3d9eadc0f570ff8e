/** After how long without a sign of the person an encrypted vault is locked. */

import type { ReactNode } from "react";
import { LOCK_AFTER } from "../frame/idle";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";
import { Section } from "./Section";
import { lockChoices } from "./words";

export function LockSection(): ReactNode {
  const { settings, changeSettings, encrypted, keyring } = useWorkspace();
  const set = settings.lock_minutes ?? LOCK_AFTER;
  return (
    <Section title={t("settings.locking")}>
      <label className="setting-line">
        <span>{t("settings.lockAfter")}</span>
        <select
          value={set}
          disabled={!encrypted}
          onChange={(event) => void changeSettings({ ...settings, lock_minutes: Number(event.target.value) })}
        >
          {lockChoices(set).map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? t("settings.lockNever") : t("settings.lockMinutes", { count: minutes })}
            </option>
          ))}
        </select>
      </label>
      <p className="small quiet">{encrypted ? t("settings.lockAbout") : t("settings.lockClear", { count: LOCK_AFTER })}</p>
      {encrypted && keyring && <p className="small quiet">{t("settings.lockKeyring")}</p>}
    </Section>
  );
}
