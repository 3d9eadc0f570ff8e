/** The body of a record as names and values, level by level. */

import type { ReactNode } from "react";
import { plain } from "./words";
import { t } from "../language/language";

/** Deeper levels are folded. */
const OPEN_LEVELS = 1;

export function BodyTree({ value, level = 0 }: { value: unknown; level?: number }): ReactNode {
  if (!isGroup(value)) return <Value value={value} />;
  const entries = entriesOf(value);
  if (entries.length === 0) return <span className="quiet">{t("audit.empty")}</span>;
  return (
    <dl className="body-tree">
      {entries.map(([name, held]) => (
        <div key={name} className={isGroup(held) ? "group" : "pair"}>
          {isGroup(held) ? (
            <Group name={name} held={held} level={level} />
          ) : (
            <>
              <dt>{name}</dt>
              <dd>
                <Value value={held} />
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  );
}

function Group({ name, held, level }: { name: string; held: object; level: number }): ReactNode {
  const count = Object.keys(held).length;
  return (
    <>
      <dt className="spoken">{name}</dt>
      <dd>
        <details open={level < OPEN_LEVELS && count > 0}>
          <summary>
            {name} <span className="small quiet">{t("audit.entries", { count })}</span>
          </summary>
          <BodyTree value={held} level={level + 1} />
        </details>
      </dd>
    </>
  );
}

function Value({ value }: { value: unknown }): ReactNode {
  if (value === null) return <span className="quiet">{t("audit.none")}</span>;
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  return <span className={/^[0-9a-f]{16,}$/.test(text) ? "fixed" : "plain-value"}>{text === "" ? "(empty)" : text}</span>;
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function entriesOf(value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((held, index) => [`${index + 1}`, held]);
  return Object.entries(value).map(([name, held]) => [plain(name), held]);
}
