import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Failure, Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Copy } from "../kit/Copy";
import { FailureNotice } from "../kit/FailureNotice";
import { Section } from "./Section";

export function DataSection({ machine }: { machine: Machine }): ReactNode {
  const { backend, say } = useWorkspace();
  const { data_directory, data_directory_fixed } = machine;
  const [failure, setFailure] = useState<Failure | null>(null);
  const choose = async (): Promise<void> => {
    setFailure(null);
    try {
      const chosen = await backend.desk.chooseDataDirectory();
      if (chosen !== null) say({ words: `The program starts again with ${chosen}.` });
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  return (
    <Section title="Data">
      <p className="fixed data-directory">{data_directory}</p>
      <div className="actions">
        {!data_directory_fixed && (
          <button type="button" onClick={() => void choose()}>
            Choose another…
          </button>
        )}
        <Copy text={() => data_directory}>Copy the path</Copy>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <p className="small quiet">
        {data_directory_fixed
          ? "The environment variable ATTEST_HOME sets this directory. To use another, change the variable and start the program again."
          : "After another is chosen, the program starts again there. What lies here stays here: nothing is moved or copied."}
      </p>
      <p className="small quiet">
        In it lie the imported documents with their text and search index, the audit trail with every answer, the models and
        these settings. To back all of it up, close the program and copy the directory.
      </p>
    </Section>
  );
}
