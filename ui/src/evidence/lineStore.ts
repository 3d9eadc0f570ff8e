/**
 * The lines of one document as far as they were needed: fetched in blocks,
 * kept, and read without waiting. A long document is never fetched whole.
 */

import { asFailure } from "../backend/backend";
import type { Failure, Line } from "../backend/wire";

const BLOCK = 200;
/** Blocks kept: 20,000 lines. */
const KEPT = 100;

export interface LineStore {
  line(number: number): Line | undefined;
  /** The lines from `first` to `last` that have arrived. */
  range(first: number, last: number): Line[];
  /** Fetches what is missing between the two. */
  want(first: number, last: number): void;
  failure(): Failure | null;
  subscribe(changed: () => void): () => void;
  /** Another number whenever something arrived. */
  version(): number;
}

export function createLineStore(read: (first: number, last: number) => Promise<Line[]>): LineStore {
  const blocks = new Map<number, Line[] | "under way">();
  const listeners = new Set<() => void>();
  let version = 0;
  let failure: Failure | null = null;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  async function fetch(block: number): Promise<void> {
    blocks.set(block, "under way");
    try {
      const lines = await read(block * BLOCK + 1, (block + 1) * BLOCK);
      blocks.delete(block);
      blocks.set(block, lines);
      failure = null;
    } catch (thrown) {
      blocks.delete(block);
      failure = asFailure(thrown);
    }
    for (const old of blocks.keys()) if (blocks.size > KEPT && old !== block) blocks.delete(old);
    changed();
  }

  function line(number: number): Line | undefined {
    const block = blocks.get(blockOf(number));
    return block === "under way" ? undefined : block?.[(number - 1) % BLOCK];
  }

  return {
    line,
    range: (first, last) => {
      const found: Line[] = [];
      for (let number = Math.max(1, first); number <= last; number += 1) {
        const one = line(number);
        if (one) found.push(one);
      }
      return found;
    },
    want: (first, last) => {
      if (last < first) return;
      for (let block = blockOf(Math.max(1, first)); block <= blockOf(last); block += 1) {
        if (!blocks.has(block)) void fetch(block);
      }
    },
    failure: () => failure,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}

function blockOf(number: number): number {
  return Math.floor((number - 1) / BLOCK);
}
