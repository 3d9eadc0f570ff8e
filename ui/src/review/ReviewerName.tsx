import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";

/** Whose word it is; asked for once, and kept in the settings. */
export function ReviewerName(): ReactNode {
  const { settings, changeSettings } = useWorkspace();
  const known = settings.reviewer ?? "";
  const [name, setName] = useState(known);
  useEffect(() => setName(known), [known]);
  const keep = (): void => {
    const reviewer = name.trim() === "" ? null : name.trim();
    if (reviewer !== settings.reviewer) void changeSettings({ ...settings, reviewer });
  };
  return (
    <label className="reviewer">
      <span className="small">{t("review.name")}</span>
      <input
        type="text"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep();
          event.stopPropagation();
        }}
      />
    </label>
  );
}
