/** Answer types: their schemas, the grammars made of them, and what both say of an instance. */

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import "./contracts.css";
import { NEW_SCHEMA } from "./examples";
import { Start } from "./Start";
import { TypeList } from "./TypeList";
import { useContracts } from "./useContracts";
import { Workbench } from "./Workbench";

export function ContractsView(): ReactNode {
  const { route } = useWorkspace();
  const contracts = useContracts();
  const { current, failure, start } = contracts;
  const begin = useRef<HTMLButtonElement>(null);

  const open = useRef(contracts.open);
  useEffect(() => {
    open.current = contracts.open;
  });
  useEffect(() => {
    if (route.view === "contracts" && route.name !== undefined) open.current(route.name);
  }, [route]);

  return (
    <>
      <ViewHeader title={t("views.contracts.title")} about={t("contracts.about")}>
        <button ref={begin} type="button" onClick={() => start("", NEW_SCHEMA)}>
          {t("contracts.newType")}
        </button>
      </ViewHeader>
      <div className="contracts">
        <div className="contracts-inner">
          <TypeList contracts={contracts} />
          <div className="contracts-main">
            {failure && <FailureNotice failure={failure} />}
            {current ? (
              <Workbench
                key={current.key}
                draft={current}
                contracts={contracts}
                onGone={() => begin.current?.focus()}
              />
            ) : (
              <Start onStart={start} />
            )}
          </div>
        </div>
      </div>
    </>
  );
}
