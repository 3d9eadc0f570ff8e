import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";

/** Copies a text and says so. */
export function Copy({ text, children }: { text: () => string; children: ReactNode }): ReactNode {
  const { backend, say } = useWorkspace();
  return (
    <button
      type="button"
      onClick={() =>
        void backend.desk.copy(text()).then(
          () => say({ words: t("kit.copied") }),
          () => say({ words: t("kit.clipboardRefused") }),
        )
      }
    >
      {children}
    </button>
  );
}
