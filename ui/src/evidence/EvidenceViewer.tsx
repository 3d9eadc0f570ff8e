/** A document as it stands, with what was cited marked in it. */

import { useCallback, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { DocumentDetail } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { useLoad } from "../kit/useLoad";
import { LineColumn } from "./LineColumn";
import { createLineStore } from "./lineStore";
import type { Marks } from "./marks";
import { PageColumn } from "./PageColumn";
import { createPictureStore } from "./pictureStore";
import type { Selected } from "./selected";
import { SelectedWords } from "./SelectedWords";
import { useTarget } from "./target";
import { useSearch } from "./useSearch";
import { useStore } from "./useStore";
import { useWidth } from "./useWidth";
import { useZoom } from "./useZoom";
import { ViewerHead } from "./ViewerHead";
import type { Mode } from "./ViewerHead";
import { t } from "../language/language";
import "./evidence.css";

/** Lines of the document that are to be marked. */
export interface Cited {
  first: number;
  last: number;
  /** The recovered words; null marks whole lines. */
  quote: string | null;
  /** Short: the number on the mark. */
  label: string;
  /** What it is called to those who hear it; a citation where nothing is said. */
  name?: string;
}

export interface EvidenceViewerProps {
  documentId: string;
  cited?: Cited[];
  /** Index into `cited`: the one that is brought into sight. */
  active?: number;
  /** A line to bring into sight, where nothing is cited. */
  focusLine?: number;
  /** Another number brings the active citation into sight again. */
  turn?: number;
  /** Takes words that a person selects as a value; undefined: nothing is done with them. */
  onUse?: (selected: Selected) => void;
}

export function EvidenceViewer(props: EvidenceViewerProps): ReactNode {
  const { backend } = useWorkspace();
  const { documentId } = props;
  const [detail] = useLoad(useCallback(() => backend.documents.detail(documentId), [backend, documentId]));
  return (
    <section className="evidence" aria-label={t("evidence.document")}>
      {detail.state === "failed" && <FailureNotice failure={detail.failure} />}
      {detail.state === "there" && detail.value.summary.id === documentId ? (
        <Reading key={documentId} detail={detail.value} {...props} />
      ) : (
        detail.state !== "failed" && <p className="evidence-waiting quiet">{t("evidence.opening")}</p>
      )}
    </section>
  );
}

const NONE: Cited[] = [];

type ReadingProps = EvidenceViewerProps & { detail: DocumentDetail };

function Reading({ detail, cited = NONE, active = 0, focusLine, turn = 0, documentId, onUse }: ReadingProps): ReactNode {
  const { backend } = useWorkspace();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [mode, setMode] = useState<Mode>(detail.drawable ? "page" : "lines");
  const [page, setPage] = useState(1);
  const { target, go } = useTarget();
  const search = useSearch(backend, documentId);
  const width = useWidth(scroller);
  const zoom = useZoom(detail.pages, width);
  const { lines, pictures } = useStores(documentId);
  useStore(lines);

  const firstCited = cited[active]?.first;
  const hit = search.hits?.[search.at];
  useEffect(() => {
    if (focusLine !== undefined) go({ line: focusLine });
  }, [go, focusLine]);
  useEffect(() => {
    if (firstCited !== undefined) go({ line: firstCited });
  }, [go, firstCited, active, turn]);
  useEffect(() => {
    if (hit) go({ line: hit.number });
  }, [go, hit]);

  const marks: Marks = useMemo(
    () => ({ cited, active, words: search.words.trim(), found: hit?.number ?? null }),
    [cited, active, search.words, hit],
  );
  const common = { lines, marks, target, onPage: setPage };
  const failure = lines.failure();
  return (
    <>
      <ViewerHead
        detail={detail}
        page={page}
        onPage={(number) => go({ page: number })}
        mode={mode}
        onMode={(next) => {
          setMode(next);
          const line = hit?.number ?? firstCited;
          go(line === undefined ? { page } : { line });
        }}
        zoom={zoom}
        search={search}
      />
      {failure && <FailureNotice failure={failure} />}
      {scroller && onUse && <SelectedWords scroller={scroller} onUse={onUse} />}
      <div
        ref={setScroller}
        className="evidence-body"
        tabIndex={0}
        role="region"
        aria-label={t("evidence.textOf", { title: detail.summary.title })}
      >
        {scroller && width > 0 && mode === "page" && (
          <PageColumn scroller={scroller} pages={detail.pages} scale={zoom.scale} pictures={pictures} {...common} />
        )}
        {scroller && mode === "lines" && <LineColumn scroller={scroller} detail={detail} {...common} />}
      </div>
    </>
  );
}

function useStores(documentId: string) {
  const { backend } = useWorkspace();
  const stores = useMemo(
    () => ({
      lines: createLineStore((first, last) => backend.documents.lines(documentId, first, last)),
      pictures: createPictureStore((page, scale) => backend.documents.picture(documentId, page, scale)),
    }),
    [backend, documentId],
  );
  useEffect(() => () => stores.pictures.clear(), [stores]);
  return stores;
}
