import { useCallback, useEffect, useState } from "react";
import type { Backend } from "../backend/backend";
import type { AnswerType } from "../backend/wire";

export function useAnswerTypes(backend: Backend): { types: AnswerType[]; reloadTypes: () => void } {
  const [types, setTypes] = useState<AnswerType[]>([]);
  const reloadTypes = useCallback(() => {
    // Without the list the chooser still offers to guess; a broken service
    // says so through the list of documents.
    backend.contracts.types().then(setTypes, () => setTypes([]));
  }, [backend]);
  useEffect(reloadTypes, [reloadTypes]);
  return { types, reloadTypes };
}
