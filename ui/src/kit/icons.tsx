/** Line icons, 20 by 20; always beside words. */

import type { ReactNode } from "react";
import type { ViewName } from "../frame/workspace";

const PATHS: Record<ViewName, string> = {
  documents: "M6 2.5h6l3.5 3.5v11.5h-9.5zM12 2.5v3.5h3.5M8.5 10h5M8.5 13h5",
  ask: "M3 4h14v9.5h-7l-4 3.5v-3.5h-3zM7 7.5h6M7 10h4",
  table: "M3 4h14v12h-14zM3 8h14M3 12h14M8 4v12",
  review: "M4 3.5h12v13h-12zM7 10l2.200 2.200l4-4.400",
  contracts: "M7.5 3.5c-2 0-2 1.5-2 3s0 3-2 3.5c2 .5 2 2 2 3.5s0 3 2 3M12.5 3.5c2 0 2 1.5 2 3s0 3 2 3.5c-2 .5-2 2-2 3.5s0 3-2 3",
  models: "M5.5 5.5h9v9h-9zM8 8h4v4h-4zM8 2.5v3M12 2.5v3M8 14.5v3M12 14.5v3M2.5 8h3M2.5 12h3M14.5 8h3M14.5 12h3",
  compare: "M3 17h14M5.5 17v-6h3v6M11.500 17v-12h3v12",
  audit: "M10 2.5l6.5 2.5v5c0 4-3 6.500-6.500 7.500c-3.500-1-6.500-3.500-6.500-7.500v-5zM7 10l2.200 2.200l4-4.400",
  settings: "M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4",
};

export function ViewIcon({ view }: { view: ViewName }): ReactNode {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[view]} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
