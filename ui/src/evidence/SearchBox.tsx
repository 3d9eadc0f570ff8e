import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { number } from "../kit/format";
import type { Search } from "./useSearch";
import { t } from "../language/language";

/** Words to look for in the document; Enter and Shift+Enter move, Ctrl+F comes here. */
export function SearchBox({ search }: { search: Search }): ReactNode {
  const { words, look, hits, at, move, failure } = search;
  const box = useRef<HTMLInputElement>(null);
  useFindKey(box);

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter") move(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && words !== "") look("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const none = hits === null || hits.length === 0;
  return (
    <div className="search-box" role="search" aria-label={t("evidence.inDocument")}>
      <input
        ref={box}
        type="search"
        aria-label={t("evidence.find")}
        placeholder={t("evidence.findKey")}
        value={words}
        onChange={(event) => look(event.target.value)}
        onKeyDown={press}
      />
      <span className="small quiet" role="status">
        {failure ? failure.message : inWords(words, hits?.length ?? null, at)}
      </span>
      {words !== "" && (
        <>
          <button type="button" disabled={none} aria-label={t("evidence.previous")} onClick={() => move(-1)}>
            ↑
          </button>
          <button type="button" disabled={none} aria-label={t("evidence.next")} onClick={() => move(1)}>
            ↓
          </button>
        </>
      )}
    </div>
  );
}

function inWords(words: string, count: number | null, at: number): string {
  if (words.trim() === "") return "";
  if (count === null) return t("evidence.searching");
  return count === 0 ? t("evidence.notFound") : t("evidence.ofLines", { at: number(at + 1), count: number(count) });
}

function useFindKey(box: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "f") return;
      // Views that are not looked at stay in the page, hidden.
      if (!box.current || box.current.closest("[hidden]")) return;
      event.preventDefault();
      box.current.focus();
      box.current.select();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [box]);
}
