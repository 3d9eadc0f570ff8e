/** The bytes that a record binds by their hash. */

import type { ReactNode } from "react";
import type { RecordContent } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { bytes } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { plain } from "./words";

export function Contents({ contents }: { contents: RecordContent[] }): ReactNode {
  if (contents.length === 0) return <p className="quiet">Nothing besides what it says.</p>;
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
        {erased && <StateWord tone="warn">Erased with its document</StateWord>}
      </p>
      <p className="small">
        SHA-256 <span className="fixed">{sha256}</span>
      </p>
      {text === null ? (
        !erased && <p className="small quiet">It is no text, so it is not shown.</p>
      ) : (
        <details>
          <summary>
            Show the text<span className="spoken"> of {plain(name)}</span>
          </summary>
          <pre className="content-text" tabIndex={0} aria-label={`Text of ${plain(name)}`}>
            {text}
          </pre>
          <Copy text={() => text}>Copy the text</Copy>
        </details>
      )}
    </li>
  );
}
