/** The manual beside the view that it is about; the view stays as it is. */

import { marked } from "marked";
import { useEffect, useMemo, useRef } from "react";
import type { MouseEvent, ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../language/language";
import "./help.css";
import { KeysAndAbout } from "./KeysAndAbout";
import { KEYS_PAGE, linkedPage, PAGES } from "./pages";

interface Props {
  /** The page that is open; null: none. */
  page: string | null;
  onPage: (page: string | null) => void;
}

export function HelpPanel({ page, onPage }: Props): ReactNode {
  return (
    <ModalOverlay className="overlay help-overlay" isDismissable isOpen={page !== null} onOpenChange={(open) => !open && onPage(null)}>
      <Modal className="help">
        <Dialog aria-label={t("frame.help")} className="help-dialog">
          <header className="help-head">
            <Heading slot="title">{t("frame.help")}</Heading>
            <button type="button" className="end" onClick={() => onPage(null)}>
              {t("frame.close")}
            </button>
          </header>
          <nav className="help-pages" aria-label={t("frame.helpPages")}>
            <ul>
              {[...PAGES, { name: KEYS_PAGE, title: t("frame.keys") }].map(({ name, title }) => (
                <li key={name}>
                  <button type="button" className="link" aria-current={name === page ? "page" : undefined} onClick={() => onPage(name)}>
                    {title}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          {page === KEYS_PAGE && <KeysAndAbout />}
          {page !== null && page !== KEYS_PAGE && <Article key={page} name={page} onPage={onPage} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Article({ name, onPage }: { name: string; onPage: (page: string) => void }): ReactNode {
  const place = useRef<HTMLElement>(null);
  const text = PAGES.find((page) => page.name === name)?.text ?? "";
  // It can be scrolled, so that keys must reach it. The text is this program's own, built into it; nothing of a document comes here.
  const html = useMemo(() => ({ __html: marked.parse(text, { async: false }) }), [text]);
  useEffect(() => place.current?.focus(), []);
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    event.preventDefault();
    const next = linkedPage(link.getAttribute("href") ?? "");
    if (next !== null) onPage(next);
  };
  return <article ref={place} className="help-page" tabIndex={0} onClick={follow} dangerouslySetInnerHTML={html} />;
}
