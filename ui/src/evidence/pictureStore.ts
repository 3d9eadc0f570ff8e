/**
 * Pictures of the pages near the reader. The page asked for last is drawn
 * first; one that went out of sight before its turn is not drawn at all.
 */

export interface Picture {
  url: string;
  scale: number;
}

export interface PictureStore {
  /** The newest picture of a page, perhaps of another scale than wanted. */
  picture(page: number): Picture | undefined;
  failed(page: number): boolean;
  want(page: number, scale: number): void;
  /** The page is out of sight. */
  forget(page: number): void;
  /** Lets go of every picture; the store can be used again. */
  clear(): void;
  subscribe(changed: () => void): () => void;
  version(): number;
}

/** Pictures drawn at the same time. */
const AT_ONCE = 2;
/** Pictures kept after their pages went out of sight. */
const KEPT = 12;

interface Wish {
  page: number;
  scale: number;
}

export function createPictureStore(draw: (page: number, scale: number) => Promise<Blob>): PictureStore {
  const pictures = new Map<number, Picture>();
  const failures = new Set<number>();
  const inSight = new Set<number>();
  const listeners = new Set<() => void>();
  let wishes: Wish[] = [];
  let drawing: Wish[] = [];
  let version = 0;
  let life = 0;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function drop(page: number): void {
    const picture = pictures.get(page);
    if (picture) URL.revokeObjectURL(picture.url);
    pictures.delete(page);
  }

  function keep(page: number, picture: Picture): void {
    drop(page);
    pictures.set(page, picture);
    const outOfSight = [...pictures.keys()].filter((one) => !inSight.has(one));
    for (const old of outOfSight.slice(0, Math.max(0, outOfSight.length - KEPT))) drop(old);
  }

  function next(): void {
    while (drawing.length < AT_ONCE) {
      const wish = wishes.pop();
      if (!wish) return;
      void start(wish);
    }
  }

  async function start(wish: Wish): Promise<void> {
    const born = life;
    drawing.push(wish);
    try {
      const blob = await draw(wish.page, wish.scale);
      if (born === life) keep(wish.page, { url: URL.createObjectURL(blob), scale: wish.scale });
    } catch {
      // The page's words are still there to read; the page says that its picture is not.
      failures.add(wish.page);
    }
    drawing = drawing.filter((one) => one !== wish);
    if (born === life) changed();
    next();
  }

  return {
    picture: (page) => pictures.get(page),
    failed: (page) => failures.has(page),
    want: (page, scale) => {
      inSight.add(page);
      wishes = wishes.filter((one) => one.page !== page);
      const same = (one: { scale: number }) => one.scale === scale;
      const there = pictures.get(page);
      if ((there && same(there)) || failures.has(page)) return;
      if (drawing.some((one) => one.page === page && same(one))) return;
      wishes.push({ page, scale });
      next();
    },
    forget: (page) => {
      inSight.delete(page);
      wishes = wishes.filter((one) => one.page !== page);
    },
    clear: () => {
      life += 1;
      wishes = [];
      failures.clear();
      for (const page of [...pictures.keys()]) drop(page);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
