import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";

/** Copies a text and says so. */
export function Copy({ text, children }: { text: () => string; children: ReactNode }): ReactNode {
  const { backend, say } = useWorkspace();
  return (
    <button
      type="button"
      onClick={() =>
        void backend.desk.copy(text()).then(
          () => say({ words: "Copied." }),
          () => say({ words: "The clipboard refused the text." }),
        )
      }
    >
      {children}
    </button>
  );
}
