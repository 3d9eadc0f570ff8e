import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";
import { percentOf, percents, THEMES } from "./words";

export function AppearanceSection(): ReactNode {
  const { settings, changeSettings } = useWorkspace();
  const percent = percentOf(settings);
  return (
    <Section title="Appearance">
      <fieldset className="choices">
        <legend>Theme</legend>
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
        <span>Size of text</span>
        <select value={percent} onChange={(event) => void changeSettings({ ...settings, text_percent: Number(event.target.value) })}>
          {percents(percent).map((one) => (
            <option key={one} value={one}>
              {one} %{one === 100 ? " (normal)" : ""}
            </option>
          ))}
        </select>
      </label>
    </Section>
  );
}
