import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";
import { percentOf, percents, THEMES } from "./words";
import { t } from "../language/language";

export function AppearanceSection(): ReactNode {
  const { settings, changeSettings } = useWorkspace();
  const percent = percentOf(settings);
  return (
    <Section title={t("settings.appearance")}>
      <fieldset className="choices">
        <legend>{t("settings.theme")}</legend>
        {THEMES.map(({ appearance, words }) => (
          <label key={appearance}>
            <input
              type="radio"
              name="appearance"
              checked={settings.appearance === appearance}
              onChange={() => void changeSettings({ ...settings, appearance })}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <label className="setting-line">
        <span>{t("settings.textSize")}</span>
        <select value={percent} onChange={(event) => void changeSettings({ ...settings, text_percent: Number(event.target.value) })}>
          {percents(percent).map((one) => (
            <option key={one} value={one}>
              {one === 100 ? t("settings.normal", { percent: one }) : `${one} %`}
            </option>
          ))}
        </select>
      </label>
    </Section>
  );
}
