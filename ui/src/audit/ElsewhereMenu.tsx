/** What is carried out of the program to be proven elsewhere: the vault as files, and time stamps of an authority. */

import { useState } from "react";
import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from "react-aria-components";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";
import { stampInWords } from "./words";

interface Props {
  /** There is no record yet, so there is nothing to carry. */
  disabled: boolean;
  /** Does an act and says what it says, or why it failed. */
  onAct: (act: () => Promise<string | null>, said: (done: string) => string) => Promise<void>;
  /** A record was added. */
  onRecorded: () => void;
}

export function ElsewhereMenu({ disabled, onAct, onRecorded }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [exporting, setExporting] = useState(false);

  async function exportVault(): Promise<void> {
    setExporting(true);
    await onAct(() => backend.audit.exportVault(), (path) => t("audit.vaultExported", { path }));
    setExporting(false);
    onRecorded();
  }

  async function attach(): Promise<void> {
    const attached = async (): Promise<string | null> => {
      const stamp = await backend.audit.attachStamp();
      return stamp && stampInWords(stamp);
    };
    await onAct(attached, (stamped) => t("audit.stampAttached", { stamped }));
    onRecorded();
  }

  const request = () => onAct(() => backend.audit.requestStamp(), (path) => t("audit.stampRequested", { path }));
  const entries = [
    { id: "export", words: t("audit.exportVault"), about: t("audit.exportVaultAbout"), act: exportVault },
    { id: "request", words: t("audit.requestStamp"), about: t("audit.requestStampAbout"), act: request },
    { id: "attach", words: t("audit.attachStamp"), about: t("audit.attachStampAbout"), act: attach },
  ];
  return (
    <MenuTrigger>
      <Button isDisabled={disabled || exporting}>
        {exporting ? t("audit.exportingVault") : t("audit.elsewhere")} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Menu className="menu" aria-label={t("audit.elsewhere")} onAction={(key) => void entries.find(({ id }) => id === key)?.act()}>
          {entries.map(({ id, words, about }) => (
            <MenuItem key={id} id={id} textValue={words} className="menu-item">
              <Text slot="label">{words}</Text>
              <Text slot="description" className="small quiet">
                {about}
              </Text>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
