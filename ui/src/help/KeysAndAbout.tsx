/** The list of keys, and which program this is: the last page of the help. */

import { useCallback, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";
import { KEYS } from "./keys";
import type { KeyGroup } from "./keys";

export function KeysAndAbout(): ReactNode {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <article ref={place} className="help-page" tabIndex={-1}>
      <h1>{t("frame.keys")}</h1>
      {KEYS.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      <Version />
    </article>
  );
}

function Group({ group: { title, keys } }: { group: KeyGroup }): ReactNode {
  return (
    <section>
      <h2>{title}</h2>
      <dl className="keys">
        {keys.map((one) => (
          <div key={one.does}>
            <dt>
              {one.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{one.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Version(): ReactNode {
  const { backend } = useWorkspace();
  const [load] = useLoad(useCallback(() => backend.desk.machine(), [backend]));
  return (
    <section>
      <h2>{t("help.about")}</h2>
      <p>
        <strong>Attest{load.state === "there" && ` ${load.value.version}`}</strong>
        {t("help.offline")}
      </p>
      <p className="small quiet">{t("help.licence")}</p>
    </section>
  );
}
