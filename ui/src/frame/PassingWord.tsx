import { useEffect } from "react";
import type { ReactNode } from "react";
import { plainWords } from "../kit/plainWords";
import { t } from "../language/language";
import type { Word } from "./workspace";

const SECONDS = 10;

/** One line on what was just done, with the way back; goes by itself when there is none. */
export function PassingWord({ word, onGone }: { word: Word | null; onGone: () => void }): ReactNode {
  useEffect(() => {
    if (!word || word.undo) return undefined;
    const timer = setTimeout(onGone, SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [word, onGone]);
  return (
    <div className="passing" role="status" hidden={!word}>
      {word && (
        <>
          <span>{plainWords(word.words)}</span>
          {word.undo && (
            <button
              type="button"
              className="link"
              onClick={() => {
                word.undo?.act();
                onGone();
              }}
            >
              {word.undo.label}
            </button>
          )}
          <button type="button" className="link" onClick={onGone}>
            {t("frame.dismiss")}
          </button>
        </>
      )}
    </div>
  );
}
