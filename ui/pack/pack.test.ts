/** Evidence packs in a browser: they check themselves, and nothing in them runs, loads or sends. */

import { AxeBuilder } from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BROWSER = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const ATTEST = resolve(process.env["CARGO_TARGET_DIR"] ?? "../target", "release/attest");
const SAMPLE = resolve("../samples/policy.pdf");

/** A document whose words would like to be markup. */
const HOSTILE = `Fees </script><script>document.title = "taken"</script>
The fee is 5 USD </main><img src="https://example.org/x" onerror="document.title = 'taken'">
Another is 7 USD <!-- <style>body { display: none }</style> \u202eABC\u202c
`;

/** What the page's script gives to be tried. */
interface AttestPack {
  sha256(bytes: Uint8Array): Uint8Array;
  sha512(bytes: Uint8Array): Uint8Array;
  isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  hex(bytes: Uint8Array): string;
}
declare const attestPack: AttestPack;

const isHere = existsSync(BROWSER) && existsSync(ATTEST);
if (!isHere && (process.env["CI"] || process.env["REQUIRE_BROWSER"])) throw new Error(`needs ${BROWSER} and ${ATTEST}`);

let browser: Browser;
let folder = "";
/** The pack of the sample, with a picture, and of the hostile document. */
let sample = "";
let hostile = "";

function attest(...words: string[]): string {
  const env = { ...process.env, ATTEST_HOME: join(folder, "data"), ATTEST_STATE: join(folder, "state") };
  return execFileSync(ATTEST, words, { encoding: "utf8", env });
}

/** What names a type alone is answered without a model. */
function packOf(document: string): string {
  const { record_id: id } = JSON.parse(attest("ask", "List all amounts", "--doc", document, "--json")) as { record_id: string };
  const out = join(folder, `${id}.html`);
  attest("audit", "pack", id, "--out", out);
  return readFileSync(out, "utf8");
}

interface Opened {
  page: Page;
  /** What the page asked for, beside itself and what it holds. */
  requests: string[];
  /** What its policy kept from running or loading. */
  refusals: string[];
}

let opened = 0;

/** Opens a pack in a browser, does something with it, closes it. */
async function open(html: string, options: BrowserContextOptions, act: (opened: Opened) => Promise<void>): Promise<void> {
  opened += 1;
  const file = join(folder, `opened-${opened}.html`);
  writeFileSync(file, html);
  const address = pathToFileURL(file).href;
  const context = await browser.newContext(options);
  const [requests, refusals]: [string[], string[]] = [[], []];
  try {
    const page = await context.newPage();
    page.on("requestfinished", (request) => {
      if (request.url() !== address && !request.url().startsWith("data:")) requests.push(request.url());
    });
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      // What the policy refused was never sent; anything else that failed was tried.
      (why === "csp" ? refusals : requests).push(`${request.url()} ${why}`);
    });
    page.on("console", (message) => {
      if (message.type() === "error") refusals.push(message.text());
    });
    await page.goto(address);
    await act({ page, requests, refusals });
  } finally {
    await context.close();
  }
}

const verdictOf = async (page: Page): Promise<string | null> => {
  await page.locator("html[data-verdict]").waitFor({ state: "attached" });
  return page.locator("html").getAttribute("data-verdict");
};

const failedChecks = (page: Page): Promise<string[]> => page.locator("#checks li.bad strong").allInnerTexts();

function once(html: string, from: RegExp | string, to: string): string {
  const changed = html.replace(from, () => to);
  if (changed === html) throw new Error(`${from} does not stand there`);
  return changed;
}

/** With another letter of base64 behind the place that the words lead to. */
function bent(html: string, before: RegExp): string {
  const found = before.exec(html);
  if (!found) throw new Error(`${before} does not stand there`);
  const at = found.index + found[0].length;
  return html.slice(0, at) + (html[at] === "A" ? "B" : "A") + html.slice(at + 1);
}

describe.skipIf(!isHere)("an evidence pack in Chromium", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "attest-pack-"));
    sample = packOf(SAMPLE);
    const document = join(folder, "a <b> & 'c'.txt");
    writeFileSync(document, HOSTILE);
    hostile = packOf(document);
    browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("says what it checked, what that proves and what not, and asks nobody", async () => {
    await open(sample, {}, async ({ page, requests, refusals }) => {
      expect(await verdictOf(page)).toBe("verified");
      expect(await page.locator("#checks li.good").count()).toBe(8);
      const words = await page.locator("#checking").innerText();
      expect(words).toContain("Verified: every check that this page can make holds.");
      expect(words).toContain("Does not prove: Whose key it is.");
      expect(words).toContain("Whoever changed the file could also have changed what checks it");
      expect(await page.locator("#pack img").count()).toBeGreaterThan(0);
      expect(await page.locator("#pack rect").count()).toBeGreaterThan(0);
      expect([requests, refusals]).toEqual([[], []]);
    });
  });

  it("says whether its key is the one that was given", async () => {
    await open(sample, {}, async ({ page }) => {
      await verdictOf(page);
      const key = (await page.locator("#pack pre").last().innerText()).trim();
      const field = page.getByLabel("The key that its owner gave you");
      await field.fill(key);
      await page.getByText("It is the key of this file.").waitFor();
      await field.fill(`${key}x`);
      await page.getByText("It is ANOTHER key").waitFor();
    });
  });

  const CORRUPTIONS: [string, (html: string) => string, string][] = [
    ["a letter of the record", (html) => bent(html, /"proof":"c2sp.org\/tlog-proof@v1\\nextra .{400}/), "The record"],
    ["a hash of the path", (html) => bent(html, /\\nindex \d+\\n.{9}/), "The record's place in the audit trail"],
    ["the signature of the checkpoint", (html) => bent(html, /\\u2014 attest-vault\/\S+ .{20}/), "The signature of the checkpoint"],
    ["the question", (html) => once(html, '"question":"List all', '"question":"List no'), "Question and answer"],
    ["a line of a passage", (html) => once(html, /("text":"\[policy.pdf\]\\n\d+: )/, '"text":"[policy.pdf]\\n1: x'), "The passages that were shown"],
    ["the seal", (html) => bent(html, /id="pack-seal">[^\u2014]*\u2014 attest-vault\/\S+ .{20}/), "The signature of this file"],
    ["a picture", (html) => bent(html, /src="data:image\/png;base64,.{200}/), "The text and the pictures of this page"],
    ["a word that is shown", (html) => once(html, "<h2>Answer</h2>", "<h2>Answers</h2>"), "The text and the pictures of this page"],
    ["the key", (html) => once(html, /"key":"attest-vault\/./, '"key":"attest-vault/x'), "The signature of this file"],
  ];

  it.each(CORRUPTIONS)("finds a change of %s", async (_, change, check) => {
    await open(change(sample), {}, async ({ page }) => {
      expect(await verdictOf(page)).toBe("failed");
      expect(await failedChecks(page)).toContain(check);
      await page.getByText(/^NOT verified: \d of 8 checks failed/).waitFor();
    });
  });

  it("runs, loads and sends nothing that a document says", async () => {
    await open(hostile, {}, async ({ page, requests, refusals }) => {
      expect(await verdictOf(page)).toBe("verified");
      expect(await page.title()).toMatch(/^Evidence pack: /);
      expect(await page.locator("#pack img, #pack script, #pack style").count()).toBe(0);
      expect(await page.locator("#pack").innerText()).toContain('</main><img src="https://example.org/x" onerror=');
      expect([requests, refusals]).toEqual([[], []]);
    });
  });

  it("runs and loads nothing that somebody put into it", async () => {
    const markup = `<script>document.title = "taken"</script><img src="https://example.org/x" onerror="document.title = 'taken'">`;
    await open(once(sample, "<h2>Answer</h2>", `<h2>Answer</h2>${markup}`), {}, async ({ page, requests, refusals }) => {
      expect(await verdictOf(page)).toBe("failed");
      expect(await page.title()).toMatch(/^Evidence pack: /);
      expect(refusals.length).toBeGreaterThan(0);
      expect(requests).toEqual([]);
    });
  });

  it("reads without scripts, and says that nothing was checked", async () => {
    await open(sample, { javaScriptEnabled: false }, async ({ page }) => {
      expect(await page.locator("#checking").innerText()).toContain("Nothing was checked.");
      expect(await page.locator("#pack").innerText()).toContain("List all amounts");
      expect(await page.locator("html").getAttribute("data-verdict")).toBeNull();
    });
  });

  it.each(["light", "dark"] as const)("can be read by everybody: %s", async (colorScheme) => {
    await open(sample, { colorScheme }, async ({ page }) => {
      await verdictOf(page);
      const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa"]).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(" ")}`)).toEqual([]);
    });
  });

  it("fits on paper", async () => {
    await open(sample, { colorScheme: "dark" }, async ({ page }) => {
      await verdictOf(page);
      await page.emulateMedia({ media: "print" });
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
      expect(await page.getByLabel("The key that its owner gave you").isVisible()).toBe(false);
      await page.setViewportSize({ width: 700, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
    });
  });

  // RFC 8032, 7.1: key, message, signature.
  const VECTORS = [
    ["d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "", "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"],
    ["3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72", "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"],
    ["fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82", "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"],
  ];
  /** The group's order: added to the number of a signature, it is the same number written otherwise. */
  const ORDER = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
  const SMALL = `01${"00".repeat(31)}`;

  it("computes what RFC 8032 and FIPS 180-4 say", async () => {
    await open(sample, {}, async ({ page }) => {
      await verdictOf(page);
      const isSigned = (words: string[]) =>
        page.evaluate(
          (hex) => {
            const [key, message, signature] = hex.map((text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
            return attestPack.isSigned(key!, message!, signature!);
          },
          words,
        );
      for (const [key, message, signature] of VECTORS) {
        expect(await isSigned([key!, message!, signature!])).toBe(true);
        expect(await isSigned([key!, `${message}00`, signature!])).toBe(false);
        expect(await isSigned([key!, message!, signature!.slice(0, 64) + ORDER])).toBe(false);
      }
      expect(await isSigned([SMALL, "", SMALL + "00".repeat(32)])).toBe(false);
      // Around the ends of a block, where the length no longer fits.
      for (const size of [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 1000]) {
        const bytes = Uint8Array.from({ length: size }, (_, place) => (place * 37 + size) % 256);
        const found = await page.evaluate((given) => {
          const read = Uint8Array.from(given);
          return [attestPack.hex(attestPack.sha256(read)), attestPack.hex(attestPack.sha512(read))];
        }, Array.from(bytes));
        expect(found).toEqual(["sha256", "sha512"].map((name) => createHash(name as "sha256").update(bytes).digest("hex")));
      }
    });
  });
});
