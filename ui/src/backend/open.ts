import type { Backend } from "./backend";

/**
 * `vite --mode fake` serves the fake backend, for work in a plain browser.
 * Every other build speaks to the service and leaves the fake's code out.
 */
export async function openBackend(): Promise<Backend> {
  if (import.meta.env.MODE === "fake") {
    const { createFakeBackend } = await import("./fake/index");
    // A vault that is encrypted.
    const passphrase = new URLSearchParams(window.location.search).get("passphrase");
    if (passphrase !== null) return createFakeBackend({ stepMs: 250, passphrase });
    // A machine with a graphics processor, whose administrator said how much goes there.
    if (window.location.hash === "#administered") return createFakeBackend({ stepMs: 250, layersLocked: true });
    // A table as long as any is meant to be, to be scrolled.
    if (window.location.hash !== "#large") return createFakeBackend({ stepMs: 250 });
    const { SAMPLE } = await import("./fake/document");
    return createFakeBackend({ stepMs: 250, documents: [SAMPLE], answered: { documents: 1000, questions: 30 } });
  }
  return (await import("./tauri")).createTauriBackend();
}
