/** The manual: the pages of docs/manual, the same that `attest help` prints. */

import type { ViewName } from "../frame/workspace";
import { t } from "../language/language";

export interface Page {
  name: string;
  title: string;
  /** One line on what is in it. */
  about: string;
  /** Markdown. */
  text: string;
}

const FILES = import.meta.glob<string>("../../../docs/manual/*.md", { query: "?raw", import: "default", eager: true });

function textOf(name: string): string {
  return FILES[`../../../docs/manual/${name}.md`] ?? "";
}

/** The contents list every other page in its order: `- [title](name.md): about`. */
function listed(): Page[] {
  const lines = textOf("contents").matchAll(/^- \[(.+?)\]\((.+?)\.md\): (.+)$/gm);
  return [...lines].map(([, title = "", name = "", about = ""]) => ({ name, title, about, text: textOf(name) }));
}

export const CONTENTS = "contents";

export const PAGES: Page[] = [{ name: CONTENTS, title: t("help.contents"), about: t("help.contentsAbout"), text: textOf(CONTENTS) }, ...listed()];

/** Names of all files there are, for a test that none is left out. */
export const FILE_NAMES: string[] = Object.keys(FILES).map((path) => path.replace(/^.*\/(.*)\.md$/, "$1"));

/** The page of keys and version, which is no file of the manual: it says what this program is. */
export const KEYS_PAGE = "about";

/** Each view has a page of its name. */
export function pageOf(view: ViewName): string {
  return PAGES.some(({ name }) => name === view) ? view : CONTENTS;
}

/** The page that a link in the manual leads to; null where it leads elsewhere. */
export function linkedPage(href: string): string | null {
  const name = /^([a-z-]+)\.md$/.exec(href)?.[1];
  return PAGES.find((page) => page.name === name)?.name ?? null;
}
