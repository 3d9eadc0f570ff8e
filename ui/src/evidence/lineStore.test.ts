import { describe, expect, it, vi } from "vitest";
import type { Line } from "../backend/wire";
import { createLineStore } from "./lineStore";

const lines = (first: number, last: number): Line[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ number: first + index, page: 1, text: `line ${first + index}`, bounds: null }));

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the lines of a document", () => {
  it("are fetched once, in blocks around what is wanted", async () => {
    const read = vi.fn(async (first: number, last: number) => lines(first, last));
    const store = createLineStore(read);
    store.want(395, 410);
    store.want(396, 396);
    expect(read.mock.calls).toEqual([
      [201, 400],
      [401, 600],
    ]);
    expect(store.line(396)).toBeUndefined();
    await settled();
    expect(store.range(399, 402).map(({ number }) => number)).toEqual([399, 400, 401, 402]);
    expect(store.line(1)).toBeUndefined();
  });

  it("are tried again after a failure, which is told", async () => {
    const read = vi.fn(async (first: number, last: number) => lines(first, last));
    read.mockRejectedValueOnce({ kind: "vault", message: "The vault is busy.", help: "" });
    const store = createLineStore(read);
    store.want(1, 5);
    await settled();
    expect(store.failure()?.message).toBe("The vault is busy.");
    store.want(1, 5);
    await settled();
    expect(store.failure()).toBeNull();
    expect(store.line(5)?.text).toBe("line 5");
  });
});
