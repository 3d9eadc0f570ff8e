import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPictureStore } from "./pictureStore";

interface Drawing {
  page: number;
  finish: (blob?: Blob) => void;
  fail: () => void;
}

function store() {
  const drawings: Drawing[] = [];
  const pictures = createPictureStore(
    (page) =>
      new Promise((resolve, reject) => {
        drawings.push({ page, finish: (blob = new Blob()) => resolve(blob), fail: () => reject(new Error("no")) });
      }),
  );
  return { drawings, pictures };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const revoked: string[] = [];

beforeEach(() => {
  let made = 0;
  revoked.length = 0;
  URL.createObjectURL = () => `blob:${(made += 1)}`;
  URL.revokeObjectURL = (url) => revoked.push(url);
});
afterEach(() => vi.restoreAllMocks());

describe("pictures of pages", () => {
  it("are drawn two at a time, the page asked for last first, and not at all once out of sight", async () => {
    const { drawings, pictures } = store();
    for (const page of [1, 2, 3, 4, 5]) pictures.want(page, 1);
    expect(drawings.map(({ page }) => page)).toEqual([1, 2]);
    pictures.forget(5);
    drawings[0]?.finish();
    await settled();
    expect(drawings.map(({ page }) => page)).toEqual([1, 2, 4]);
  });

  it("stay until the one of the new size is there", async () => {
    const { drawings, pictures } = store();
    pictures.want(1, 1);
    drawings[0]?.finish();
    await settled();
    pictures.want(1, 2);
    expect(pictures.picture(1)).toEqual({ url: "blob:1", scale: 1 });
    drawings[1]?.finish();
    await settled();
    expect(pictures.picture(1)).toEqual({ url: "blob:2", scale: 2 });
    expect(revoked).toEqual(["blob:1"]);
  });

  it("are let go of when many are out of sight, and all at the end", async () => {
    const { drawings, pictures } = store();
    for (let page = 1; page <= 20; page += 1) {
      pictures.want(page, 1);
      drawings.at(-1)?.finish();
      await settled();
      pictures.forget(page);
    }
    expect(revoked).toContain("blob:1");
    expect(pictures.picture(20)).toBeDefined();
    pictures.clear();
    expect(revoked).toHaveLength(20);
  });

  it("that cannot be drawn are said to be so, and not tried again and again", async () => {
    const { drawings, pictures } = store();
    pictures.want(1, 1);
    drawings[0]?.fail();
    await settled();
    pictures.want(1, 1);
    expect(pictures.failed(1)).toBe(true);
    expect(drawings).toHaveLength(1);
  });
});
