/** One document: read it, what is known of it, what was asked of it. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { DocumentSummary } from "../backend/wire";
import { CollectMenu } from "../collection/CollectMenu";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import type { Turn } from "../keeping/useKeeping";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";
import type { Row } from "../metadata/rows";
import { DocumentAbout } from "./DocumentAbout";
import { DocumentQuestions } from "./DocumentQuestions";
import { Reading } from "./Reading";
import type { LinePlace } from "./Reading";
import { kindInWords } from "./words";

interface Props {
  document: DocumentSummary;
  /** Over 0, the head takes the focus, and again whenever it grows. */
  entered: number;
  /** A line to bring into sight; another object asks again for it. */
  place: LinePlace | null;
  /** Tells when what is held is to be read again. */
  kept: Turn;
  onRemove: () => void;
  onErase: () => void;
  onClose: () => void;
}

export function DocumentPane({ document, entered, place, kept, onRemove, onErase, onClose }: Props): ReactNode {
  const { backend, navigate } = useWorkspace();
  const { id, title, media_type, pages, warnings } = document;
  const [detail, reload] = useLoad(useCallback(() => backend.documents.detail(id), [backend, id]));
  const [tab, setTab] = useState("read");
  // Kept here, so that another tab can be looked at while it is written.
  const [draft, setDraft] = useState<Row[] | null>(null);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (entered > 0) head.current?.focus();
  }, [entered]);
  useEffect(() => {
    if (place) setTab("read");
  }, [place]);
  return (
    <section className="document-pane" aria-label={title}>
      <header className="document-head">
        <div>
          <h2 ref={head} tabIndex={-1}>
            {title}
          </h2>
          <p className="small quiet">
            {kindInWords(media_type)}, {t("documents.pages", { count: pages })}
          </p>
        </div>
        <div className="actions end">
          <button type="button" className="primary" onClick={() => navigate({ view: "ask", documentIds: [id] })}>
            {t("documents.askThis")}
          </button>
          <CollectMenu documents={[document]} label={t("collections.menu")} />
          <button type="button" onClick={onRemove}>
            {t("documents.remove")}
          </button>
          <button type="button" onClick={onClose}>
            {t("documents.close")}
          </button>
        </div>
      </header>
      {detail.state === "failed" && (
        <div className="document-failure">
          <FailureNotice failure={detail.failure} />
          <button type="button" onClick={reload}>
            {t("documents.tryAgain")}
          </button>
        </div>
      )}
      <Tabs className="document-tabs" selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <TabList aria-label={t("documents.partsOf", { title })} className="tabs">
          <Tab id="read">{t("documents.read")}</Tab>
          <Tab id="about">{warnings.length > 0 ? t("documents.aboutNotes", { count: warnings.length }) : t("documents.about")}</Tab>
          <Tab id="questions">{t("documents.questions")}</Tab>
        </TabList>
        <TabPanel id="read" className="document-panel" shouldForceMount>
          <Reading document={document} detail={detail.state === "there" ? detail.value : null} place={place} />
        </TabPanel>
        <TabPanel id="about" className="document-panel scrolling">
          <DocumentAbout
            document={document}
            detail={detail.state === "there" ? detail.value : null}
            draft={draft}
            onDraft={setDraft}
            kept={kept}
            onErase={onErase}
          />
        </TabPanel>
        <TabPanel id="questions" className="document-panel scrolling">
          <DocumentQuestions documentId={id} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
