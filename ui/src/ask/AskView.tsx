/** Put a question to documents, see the answer and where it stands. */

import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { AskDesk } from "./AskDesk";
import { Welcome } from "./Welcome";
import "./ask.css";

export function AskView(): ReactNode {
  const { documents } = useWorkspace();
  const { list, failure } = documents;
  return (
    <>
      <ViewHeader title={t("views.ask.title")} about={t("ask.about")} />
      {failure && <FailureNotice failure={failure} />}
      {list === null && <p className="waiting quiet">{t("ask.opening")}</p>}
      {list?.length === 0 && !failure && <Welcome />}
      {list && list.length > 0 && <AskDesk list={list} />}
    </>
  );
}
