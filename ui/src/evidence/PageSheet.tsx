/** One drawn page: its picture, the frames of what was cited, its words. */

import { useEffect } from "react";
import type { ReactNode } from "react";
import { linesInWords } from "../answer/words";
import type { Page } from "../backend/wire";
import type { Cited } from "./EvidenceViewer";
import type { Box } from "./geometry";
import { boxesOf, pictureScale } from "./geometry";
import type { LineStore } from "./lineStore";
import type { Marks } from "./marks";
import { PageText } from "./PageText";
import type { PictureStore } from "./pictureStore";
import { useStore } from "./useStore";
import { t } from "../language/language";

interface Props {
  page: Page;
  total: number;
  scale: number;
  lines: LineStore;
  pictures: PictureStore;
  marks: Marks;
}

export function PageSheet({ page, total, scale, lines, pictures, marks }: Props): ReactNode {
  useStore(lines);
  useStore(pictures);
  const wanted = pictureScale(scale, window.devicePixelRatio || 1);
  useEffect(() => {
    pictures.want(page.number, wanted);
    lines.want(page.first_line, page.last_line);
  }, [pictures, lines, page, wanted]);
  useEffect(() => () => pictures.forget(page.number), [pictures, page]);

  const there = lines.range(page.first_line, page.last_line);
  const picture = pictures.picture(page.number);
  return (
    <article
      className="page-sheet"
      aria-label={t(page.label ? "evidence.pagePrinted" : "evidence.pageOf", { number: page.number, total, label: page.label })}
      style={{ width: page.width * scale, height: page.height * scale }}
    >
      {picture && <img src={picture.url} alt="" draggable={false} />}
      {!picture && (
        <p className="page-waiting small">
          {pictures.failed(page.number)
            ? t("evidence.notDrawn")
            : t("evidence.drawing")}
        </p>
      )}
      {boxesOf(there, marks.cited).map((box) => (
        <Frame key={`${box.label}-${box.top}`} box={box} scale={scale} marks={marks} />
      ))}
      <PageText lines={there} marks={marks} store={lines} scale={scale} />
      {page.last_line < page.first_line && (
        <p className="page-note small" role="note">
          {t(page.image_only ? "evidence.pictureNote" : "evidence.noTextNote")}
        </p>
      )}
    </article>
  );
}

/** Room that a number needs at the left of its frame, in pixels. */
const LABEL = 24;

function namesOf(label: string, many: boolean, { name, first, last }: Cited): string {
  const lines = linesInWords(first, last);
  if (name) return t("evidence.named", { name, label, lines });
  return t(many ? "evidence.citations" : "evidence.citation", { label, lines });
}

function Frame({ box, scale, marks }: { box: Box; scale: number; marks: Marks }): ReactNode {
  const [index = 0] = box.indexes;
  const cited = marks.cited[index];
  const active = box.indexes.includes(marks.active);
  const room = box.left * scale;
  const odd = index % 2 === 1 && room >= 2 * LABEL;
  const kinds = [active && "active", odd && "odd", room < LABEL && "label-right"];
  const words = cited ? namesOf(box.label, box.indexes.length > 1, cited) : "";
  return (
    <div
      className={["frame", ...kinds].filter(Boolean).join(" ")}
      role="img"
      aria-label={active ? t("evidence.shownNow", { words }) : words}
      style={{
        left: box.left * scale,
        top: box.top * scale,
        width: (box.right - box.left) * scale,
        height: (box.bottom - box.top) * scale,
      }}
    >
      <span className="frame-label">{box.label}</span>
    </div>
  );
}
