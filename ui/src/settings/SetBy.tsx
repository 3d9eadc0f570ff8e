import type { ReactNode } from "react";
import type { SettingName } from "../backend/wire";
import { useAdministered } from "./useAdministered";

/** Who set a value, where that was an administrator, and whether the person can set another. */
export function SetBy({ name }: { name: SettingName }): ReactNode {
  const { file, isLocked, isGiven } = useAdministered();
  if (file === null || !isGiven(name)) return null;
  return (
    <p className="small">
      Set by your administrator in <span className="fixed">{file}</span>.
      {isLocked(name) ? " It cannot be changed here." : " What you choose here goes before it."}
    </p>
  );
}
