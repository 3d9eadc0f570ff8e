import type { Backend } from "./backend";

/**
 * `vite --mode fake` serves the fake backend, for work in a plain browser.
 * Every other build speaks to the service and leaves the fake's code out.
 */
export async function openBackend(): Promise<Backend> {
  if (import.meta.env.MODE === "fake") {
    return (await import("./fake/index")).createFakeBackend({ stepMs: 250 });
  }
  return (await import("./tauri")).createTauriBackend();
}
