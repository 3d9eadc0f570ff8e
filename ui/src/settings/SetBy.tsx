import type { ReactNode } from "react";
import type { SettingName } from "../backend/wire";
import { useAdministered } from "./useAdministered";
import { WithCode } from "../kit/WithCode";
import { t } from "../language/language";

/** Who set a value, where that was an administrator, and whether the person can set another. */
export function SetBy({ name }: { name: SettingName }): ReactNode {
  const { file, isLocked, isGiven } = useAdministered();
  if (file === null || !isGiven(name)) return null;
  return (
    <p className="small">
      <WithCode words={t(isLocked(name) ? "settings.setBy" : "settings.setByBefore", { file })} />
    </p>
  );
}
