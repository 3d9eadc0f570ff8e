import { useSyncExternalStore } from "react";

interface Store {
  subscribe: (changed: () => void) => () => void;
  version: () => number;
}

/** Draws anew whenever something arrived in the store; the number says that it did. */
export function useStore(store: Store): number {
  return useSyncExternalStore(store.subscribe, store.version);
}
