/** Checks the file of a model and measures its speed here. */

import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Check, Failure, ModelBench } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { StateWord } from "../kit/StateWord";
import { benchFigures } from "./words";

type Running = "check" | "bench" | null;

const WORDS = {
  check: "Reading the whole file and comparing its hash",
  bench: "Loading the model and measuring; this takes some seconds",
};

export function Trials({ name }: { name: string }): ReactNode {
  const { backend } = useWorkspace();
  const [running, setRunning] = useState<Running>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [bench, setBench] = useState<ModelBench | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const attempt = async (what: "check" | "bench", act: () => Promise<void>): Promise<void> => {
    setRunning(what);
    setFailure(null);
    try {
      await act();
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    setRunning(null);
  };
  return (
    <div className="trials">
      <div className="actions">
        <button
          type="button"
          disabled={running !== null}
          onClick={() => void attempt("check", async () => setCheck(await backend.models.check(name)))}
        >
          Check the file
        </button>
        <button
          type="button"
          disabled={running !== null}
          onClick={() => void attempt("bench", async () => setBench(await backend.models.bench(name)))}
        >
          Measure the speed
        </button>
      </div>
      {running && <Busy words={WORDS[running]} />}
      {failure && <FailureNotice failure={failure} />}
      {check && (
        <p className="check-result" role="status">
          <StateWord tone={check.sound ? "good" : "bad"}>{check.sound ? "Sound" : "Not sound"}</StateWord> {check.finding}
          {!check.sound && " Do not use it: fetch the file again, or add it again."}
        </p>
      )}
      {bench && <Bench bench={bench} />}
    </div>
  );
}

function Bench({ bench }: { bench: ModelBench }): ReactNode {
  return (
    <table className="bench" aria-label="Speed on this machine">
      <caption className="small quiet">Measured now, on a text of {bench.prompt_tokens} tokens</caption>
      <tbody>
        {benchFigures(bench).map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
