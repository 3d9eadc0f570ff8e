import type { Failure, WorkProgress, WorkStage } from "../wire";
import { pause } from "./pause";

const CANCELLED: Failure = { kind: "cancelled", message: "It was cancelled.", help: "" };
const STEPS = 8;

/** Long acts by name, each in a few steps for every stage, that can be ended. */
export function fakeWork(stepMs: number) {
  const cancelled = new Set<string>();
  return {
    async run(name: string, stages: WorkStage[], report: (progress: WorkProgress) => void): Promise<void> {
      cancelled.delete(name);
      for (const stage of stages) {
        for (let done = 0; done <= STEPS; done += 1) {
          report({ stage, done, total: stage === "load" ? null : STEPS });
          await pause(stepMs);
          if (cancelled.has(name)) throw CANCELLED;
        }
      }
    },
    cancel: async (name: string) => {
      cancelled.add(name);
    },
  };
}
