import type { ReactNode } from "react";
import { t } from "../language/language";
import type { How } from "./how";

interface Props {
  how: How;
  /** False: something was set that holds for all together only. */
  possible: boolean;
  onHow: (how: How) => void;
}

/** Each document, or all together: of several documents alone. */
export function HowChoice({ how, possible, onHow }: Props): ReactNode {
  return (
    <div className="how" role="radiogroup" aria-labelledby="how-asked">
      <span id="how-asked" className="small quiet">
        {t("each.how")}
      </span>
      {(["each", "together"] as const).map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="how"
            checked={how === one}
            disabled={!possible && one === "each"}
            onChange={() => onHow(one)}
          />
          <span>{t(`each.${one}`)}</span>
        </label>
      ))}
      {!possible && <p className="small quiet">{t("each.only")}</p>}
    </div>
  );
}
