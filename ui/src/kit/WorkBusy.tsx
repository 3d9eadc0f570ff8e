import type { ReactNode } from "react";
import type { WorkStage } from "../backend/wire";
import { Busy } from "./Busy";
import type { WorkState } from "./useWork";

const STAGES: Record<WorkStage, string> = {
  wait: "Waiting for the question that is being answered",
  verify: "Reading every record, every content and every document again",
  hash: "Reading the whole file and comparing its hash",
  copy: "Copying the file to its place",
  load: "Loading the model",
  read: "Measuring how fast it reads",
  write: "Measuring how fast it writes",
  embed: "Preparing the search by meaning",
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
