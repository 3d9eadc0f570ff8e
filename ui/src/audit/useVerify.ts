import { useCallback, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { AuditVerdict, Failure } from "../backend/wire";

export type Verification =
  | { state: "not yet" }
  | { state: "running" }
  | { state: "done"; verdict: AuditVerdict }
  | { state: "failed"; failure: Failure };

export function useVerify(backend: Backend): [Verification, () => void] {
  const [verification, setVerification] = useState<Verification>({ state: "not yet" });
  const verify = useCallback(() => {
    setVerification({ state: "running" });
    backend.audit.verify().then(
      (verdict) => setVerification({ state: "done", verdict }),
      (thrown: unknown) => setVerification({ state: "failed", failure: asFailure(thrown) }),
    );
  }, [backend]);
  return [verification, verify];
}
