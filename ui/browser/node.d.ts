/* The few things of Node that these tests use. */

declare const process: { env: Record<string, string | undefined> };

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function mkdirSync(path: string, options: { recursive: boolean }): void;
}
