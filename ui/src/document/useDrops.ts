import { useEffect, useRef, useState } from "react";
import type { Backend } from "../backend/backend";

/** Receives files dropped anywhere; true while files are held over the window. */
export function useDrops(backend: Backend, receive: (paths: string[]) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(receive);
  useEffect(() => {
    latest.current = receive;
  });
  useEffect(
    () =>
      backend.documents.onOpened(
        (paths) => latest.current(paths),
        (held) => setOver(held),
      ),
    [backend],
  );
  return over;
}
