import type { ReactNode } from "react";
import type { WorkStage } from "../backend/wire";
import { Busy } from "./Busy";
import type { WorkState } from "./useWork";
import { t } from "../language/language";

const STAGES: Record<WorkStage, string> = {
  wait: t("kit.stages.wait"),
  verify: t("kit.stages.verify"),
  hash: t("kit.stages.hash"),
  copy: t("kit.stages.copy"),
  load: t("kit.stages.load"),
  read: t("kit.stages.read"),
  write: t("kit.stages.write"),
  embed: t("kit.stages.embed"),
};

interface Props {
  work: Extract<WorkState<unknown>, { state: "running" }>;
  /** What comes first. */
  first: WorkStage;
  onCancel: () => void;
}

/** A long act under way, with the way to end it. */
export function WorkBusy({ work: { progress, cancelling }, first, onCancel }: Props): ReactNode {
  return (
    <Busy
      words={STAGES[progress?.stage ?? first]}
      done={progress?.done ?? 0}
      total={progress?.total ?? null}
      cancelling={cancelling}
      onCancel={onCancel}
    />
  );
}
