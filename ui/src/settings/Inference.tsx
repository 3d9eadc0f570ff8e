import type { ReactNode } from "react";
import type { Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";
import { SetBy } from "./SetBy";
import { useAdministered } from "./useAdministered";

/** As many as the service takes by itself. */
const MOST_AUTOMATIC = 8;

export function Inference({ machine }: { machine: Machine }): ReactNode {
  const { settings, changeSettings, navigate } = useWorkspace();
  const { isLocked } = useAdministered();
  const { cores, device } = machine;
  const set = settings.threads;
  const most = Math.max(cores, set ?? 1);
  return (
    <Section title="Inference">
      <label className="setting-line">
        <span>Threads</span>
        <select
          value={set ?? ""}
          disabled={isLocked("threads")}
          onChange={(event) =>
            void changeSettings({ ...settings, threads: event.target.value === "" ? null : Number(event.target.value) })
          }
        >
          <option value="">Automatic ({Math.min(cores, MOST_AUTOMATIC)})</option>
          {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <SetBy name="threads" />
      <p className="small quiet">
        This processor has {cores} {cores === 1 ? "core" : "cores"}. Fewer threads leave room for other programs; more than the
        cores are slower.
      </p>
      <dl className="setting-facts">
        <div>
          <dt>Models run on</dt>
          <dd>{device}</dd>
        </div>
        <div>
          <dt>Model for answers</dt>
          <dd>
            {settings.answer_model ?? "The one that came with the program"}{" "}
            <button type="button" className="link" onClick={() => navigate({ view: "models" })}>
              {isLocked("answer_model") ? "See Models" : "Choose in Models"}
            </button>
            <SetBy name="answer_model" />
          </dd>
        </div>
      </dl>
    </Section>
  );
}
