/** What an administrator has set for this machine, as far as it is known. */

import { useCallback } from "react";
import type { SettingName } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";

interface SetByAdministrator {
  /** The file that says so; null where there is none. */
  file: string | null;
  /** A person cannot change it. */
  isLocked: (name: SettingName) => boolean;
  /** It is as the administrator says, locked or not. */
  isGiven: (name: SettingName) => boolean;
}

export function useAdministered(): SetByAdministrator {
  const { backend, settings } = useWorkspace();
  // What is given changes with what the person sets.
  const [load] = useLoad(useCallback(() => backend.desk.administered(), [backend, settings]));
  const held = load.state === "there" ? load.value : null;
  return {
    file: held?.file ?? null,
    isLocked: (name) => held?.locked.includes(name) ?? false,
    isGiven: (name) => held?.given.includes(name) ?? false,
  };
}
