import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Check, Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { StateWord } from "../kit/StateWord";
import type { Load } from "../kit/useLoad";
import { Section } from "./Section";

interface Props {
  machine: Machine;
  /** Looks at the machine itself again. */
  onAgain: () => void;
}

export function MachineSection({ machine, onAgain }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [checks, setChecks] = useState<Load<Check[]>>({ state: "loading" });
  const look = useCallback(() => {
    setChecks({ state: "loading" });
    backend.desk.checks().then(
      (value) => setChecks({ state: "there", value }),
      (thrown: unknown) => setChecks({ state: "failed", failure: asFailure(thrown) }),
    );
  }, [backend]);
  useEffect(look, [look]);
  return (
    <Section title="This machine">
      {checks.state === "loading" && <Busy words="Checking models, records and the machine" />}
      {checks.state === "failed" && <FailureNotice failure={checks.failure} />}
      {checks.state === "there" && <Checks checks={checks.value} />}
      <TextRecognition ocr={machine.ocr} />
      <div className="actions">
        <button
          type="button"
          disabled={checks.state === "loading"}
          onClick={() => {
            look();
            onAgain();
          }}
        >
          Check again
        </button>
      </div>
    </Section>
  );
}

function Checks({ checks }: { checks: Check[] }): ReactNode {
  const bad = checks.filter(({ sound }) => !sound).length;
  return (
    <>
      <p role="status">{bad === 0 ? "Everything is in order." : `${bad} of ${checks.length} need attention.`}</p>
      <ul className="checks" aria-label="Checks">
        {checks.map(({ name, sound, finding }) => (
          <li key={name}>
            <StateWord tone={sound ? "good" : "bad"}>{sound ? "In order" : "Needs attention"}</StateWord>
            <span className="check-name">{capital(name)}</span>
            <span>{finding}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function TextRecognition({ ocr }: { ocr: string | null }): ReactNode {
  return (
    <div className="file-setting" role="group" aria-label="Text recognition">
      <h3>Text recognition in pictures (OCR)</h3>
      {ocr === null ? (
        <>
          <p>
            <StateWord tone="warn">Not found</StateWord> Scanned pages and pictures stay unread.
          </p>
          <p className="small quiet">
            Install Tesseract, on Debian and Ubuntu with <span className="fixed">sudo apt install tesseract-ocr</span> and for
            other languages <span className="fixed">tesseract-ocr-deu</span> or <span className="fixed">tesseract-ocr-spa</span>.
            Then start the program again; remove documents with unread pages and import them once more.
          </p>
        </>
      ) : (
        <p>
          <StateWord tone="good">Found</StateWord> {ocr}. Scanned pages and pictures are read, and are marked as read that way.
        </p>
      )}
    </div>
  );
}
