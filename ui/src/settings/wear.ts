import type { Settings } from "../backend/wire";

/** Puts theme and size of text on the page, and follows the system where asked; returns the end of following. */
export function wear({ appearance, text_percent }: Pick<Settings, "appearance" | "text_percent">): () => void {
  const root = document.documentElement;
  root.style.fontSize = `${text_percent || 100}%`;
  const system = window.matchMedia?.("(prefers-color-scheme: dark)");
  const dress = () => {
    root.dataset["theme"] = appearance === "system" ? (system?.matches ? "dark" : "light") : appearance;
  };
  dress();
  system?.addEventListener("change", dress);
  return () => system?.removeEventListener("change", dress);
}
