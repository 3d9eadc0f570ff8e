/* The few things of Node that these tests use. */

declare const process: { env: Record<string, string | undefined> };

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function mkdtempSync(prefix: string): string;
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function rmSync(path: string, options: { recursive: boolean; force: boolean }): void;
  export function writeFileSync(path: string, text: string): void;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
}

declare module "node:url" {
  export function pathToFileURL(path: string): URL;
}

declare module "node:child_process" {
  export function execFileSync(
    program: string,
    words: string[],
    options: { encoding: "utf8"; env: Record<string, string | undefined> },
  ): string;
}

declare module "node:crypto" {
  export function createHash(name: "sha256" | "sha512"): { update(bytes: Uint8Array): { digest(encoding: "hex"): string } };
}
