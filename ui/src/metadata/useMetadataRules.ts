import { useCallback, useEffect } from "react";
import type { MetadataRules } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import type { Load } from "../kit/useLoad";

/** What metadata may be; read anew with each view, since the policy is chosen in another one. */
export function useMetadataRules(): Load<MetadataRules> {
  const { backend, route } = useWorkspace();
  const [rules, reload] = useLoad(useCallback(() => backend.documents.metadataRules(), [backend]));
  useEffect(reload, [reload, route]);
  return rules;
}

export function rulesOf(load: Load<MetadataRules>): MetadataRules | null {
  return load.state === "there" ? load.value : null;
}
