import type { InstanceVerdict } from "../backend/wire";
import type { Tone } from "../kit/StateWord";
import { t } from "../language/language";

interface Words {
  tone: Tone;
  state: string;
  words: string;
}

/** What grammar and validator say, together. */
export function wordsOf({ accepted, violations }: InstanceVerdict): Words {
  const count = violations?.length ?? 0;
  const breaks = t("contracts.violations", { count });
  if (accepted && count === 0) return { tone: "good", state: t("contracts.fits"), words: t("contracts.fitsAbout") };
  if (accepted) return { tone: "warn", state: t("contracts.doesNotFit"), words: t("contracts.letsThrough", { breaks }) };
  if (violations === null) return { tone: "bad", state: t("contracts.notJson"), words: t("contracts.notAsked") };
  if (count > 0) return { tone: "bad", state: t("contracts.doesNotFit"), words: breaks };
  return {
    tone: "warn",
    state: t("contracts.otherForm"),
    words:
      t("contracts.otherFormAbout"),
  };
}
