/**
 * Builds the window with the fake backend, serves it, and starts one browser
 * for all test files. Without a browser the tests are skipped, unless CI or
 * REQUIRE_BROWSER is set.
 */

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

const BROWSER = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const OUT = "../target/ui-fake";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the window is served; empty: there is no browser. */
    address: string;
    /** Where the browser listens. */
    endpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(BROWSER)) {
    const words = `There is no browser at ${BROWSER}: install chromium, or set CHROMIUM.`;
    if (process.env["CI"] || process.env["REQUIRE_BROWSER"]) throw new Error(words);
    console.warn(`${words} The browser tests are skipped.`);
    project.provide("address", "");
    project.provide("endpoint", "");
    return async () => undefined;
  }
  await build({ mode: "fake", logLevel: "error", build: { outDir: OUT, emptyOutDir: true } });
  const server = await preview({
    logLevel: "error",
    build: { outDir: OUT },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const browser = await chromium.launchServer({ executablePath: BROWSER, args: FLAGS });
  project.provide("address", server.resolvedUrls?.local[0] ?? "");
  project.provide("endpoint", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
  };
}
