/** Put a question to documents, see the answer and where it stands. */

import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { ViewHeader } from "../kit/ViewHeader";
import { AskDesk } from "./AskDesk";
import { Welcome } from "./Welcome";
import "./ask.css";

export function AskView(): ReactNode {
  const { documents } = useWorkspace();
  const { list, failure } = documents;
  return (
    <>
      <ViewHeader title="Ask" about="An answer is shown only with the lines it stands on." />
      {failure && <FailureNotice failure={failure} />}
      {list === null && <p className="waiting quiet">Opening your documents…</p>}
      {list?.length === 0 && !failure && <Welcome />}
      {list && list.length > 0 && <AskDesk list={list} />}
    </>
  );
}
