/** The bytes that a record binds by their hash. */

import type { ReactNode } from "react";
import type { RecordContent } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { bytes } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { plain } from "./words";
import { t } from "../language/language";

export function Contents({ contents }: { contents: RecordContent[] }): ReactNode {
  if (contents.length === 0) return <p className="quiet">{t("audit.nothingBesides")}</p>;
  return (
    <ul className="contents">
      {contents.map((content) => (
        <Content key={content.name} content={content} />
      ))}
    </ul>
  );
}

function Content({ content }: { content: RecordContent }): ReactNode {
  const { name, sha256, size, text, erased } = content;
  return (
    <li>
      <p className="content-head">
        <strong>{plain(name)}</strong> <span className="small quiet">{bytes(size)}</span>{" "}
        {erased && <StateWord tone="warn">{t("audit.erased")}</StateWord>}
      </p>
      <p className="small">
        SHA-256 <span className="fixed">{sha256}</span>
      </p>
      {text === null ? (
        !erased && <p className="small quiet">{t("audit.noText")}</p>
      ) : (
        <details>
          <summary>
            {t("audit.showText")}
            <span className="spoken">{t("audit.ofName", { name: plain(name) })}</span>
          </summary>
          <pre className="content-text" tabIndex={0} aria-label={t("audit.textOf", { name: plain(name) })}>
            {text}
          </pre>
          <Copy text={() => text}>{t("audit.copyText")}</Copy>
        </details>
      )}
    </li>
  );
}
