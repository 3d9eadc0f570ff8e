/** The head of the evidence: which document, which page, how large, what to find. */

import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { DocumentDetail } from "../backend/wire";
import { number } from "../kit/format";
import { isSheet } from "./LineColumn";
import { pageNamed } from "./pageNames";
import { SearchBox } from "./SearchBox";
import type { Search } from "./useSearch";
import type { Zoom } from "./useZoom";
import { t } from "../language/language";

export type Mode = "page" | "lines";

interface Props {
  detail: DocumentDetail;
  page: number;
  onPage: (page: number) => void;
  mode: Mode;
  onMode: (mode: Mode) => void;
  zoom: Zoom;
  search: Search;
}

export function ViewerHead({ detail, page, onPage, mode, onMode, zoom, search }: Props): ReactNode {
  return (
    <header className="evidence-head">
      <div className="evidence-title">
        <h2 title={detail.summary.title}>{detail.summary.title}</h2>
        {detail.drawable && <ModeSwitch mode={mode} onMode={onMode} />}
      </div>
      <div className="evidence-tools">
        <PageBox key={page} detail={detail} page={page} onPage={onPage} />
        {mode === "page" && <ZoomTools zoom={zoom} />}
        <SearchBox search={search} />
      </div>
    </header>
  );
}

function PageBox({ detail, page, onPage }: Pick<Props, "detail" | "page" | "onPage">): ReactNode {
  const [text, setText] = useState(String(page));
  const { pages } = detail;
  const total = pages.length;
  const label = pages[page - 1]?.label;
  const [name, goTo] = isSheet(detail) ? [t("evidence.sheet"), t("evidence.goToSheet")] : [t("evidence.page"), t("evidence.goToPage")];
  if (total < 2) return <span className="small quiet">{t("documents.lines", { count: detail.summary.lines })}</span>;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = pageNamed(pages, text);
    if (wanted === null) setText(String(page));
    else onPage(wanted);
  }

  return (
    <form className="page-box" onSubmit={submit}>
      <label>
        {name}{" "}
        <input
          aria-label={goTo}
          size={Math.max(3, String(total).length)}
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
      </label>{" "}
      {t("evidence.ofTotal", { total: number(total) })}
      {label && <span className="quiet"> · {t("evidence.printedAs", { label })}</span>}
    </form>
  );
}

function ModeSwitch({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }): ReactNode {
  return (
    <div className="switch" role="group" aria-label={t("evidence.showAs")}>
      {(["page", "lines"] as const).map((one) => (
        <button key={one} type="button" aria-pressed={mode === one} onClick={() => onMode(one)}>
          {one === "page" ? t("evidence.page") : t("evidence.lines")}
        </button>
      ))}
    </div>
  );
}

function ZoomTools({ zoom }: { zoom: Zoom }): ReactNode {
  return (
    <div className="zoom" role="group" aria-label={t("evidence.size")}>
      <button type="button" aria-label={t("evidence.smaller")} onClick={zoom.smaller}>
        −
      </button>
      <span className="small zoom-percent">{zoom.percent} %</span>
      <button type="button" aria-label={t("evidence.larger")} onClick={zoom.larger}>
        +
      </button>
      <button type="button" aria-pressed={zoom.fitted} aria-label={t("evidence.fitWidth")} title={t("evidence.fitWidth")} onClick={zoom.fit}>
        {t("evidence.fit")}
      </button>
    </div>
  );
}
