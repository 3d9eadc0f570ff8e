/** What is carried out of the program: the vault as files or as a backup, checkpoints, and time stamps of an authority. */

import { useState } from "react";
import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from "react-aria-components";
import type { KeyFile, SavedCheckpoint as Saved } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";
import { KeyFiles } from "./KeyFiles";
import { SavedCheckpoint } from "./SavedCheckpoint";
import { SealedBackup } from "./SealedBackup";
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
  /** What is being written, in words: other acts wait for it. */
  const [busy, setBusy] = useState<string | null>(null);
  const [sealing, setSealing] = useState<KeyFile[] | null>(null);
  const [listing, setListing] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);

  async function write(words: string, act: () => Promise<string | null>, said: (done: string) => string): Promise<void> {
    setBusy(words);
    await onAct(act, said);
    setBusy(null);
    onRecorded();
  }

  const exportVault = () => write(t("audit.exportingVault"), () => backend.audit.exportVault(), (path) => t("audit.vaultExported", { path }));
  const backUp = () => write(t("audit.backingUp"), () => backend.audit.backUp(), (path) => t("audit.backedUp", { path }));

  function backUpSealed(keys: string | null): Promise<void> {
    const made = async (): Promise<string | null> => {
      const copy = await backend.audit.backUpSealed(keys);
      return copy && t("audit.sealed", { path: copy.path, keys: copy.keys, count: copy.sealed });
    };
    return write(t("audit.backingUp"), made, (said) => said);
  }

  /** Which key files can be used is looked at anew, since a disk may have been plugged in. */
  async function beginSealing(): Promise<void> {
    const look = async (): Promise<null> => {
      const known = await backend.audit.keyFiles();
      setSealing(known.filter(({ unusable }) => unusable === null));
      return null;
    };
    await onAct(look, () => "");
  }

  async function attach(): Promise<void> {
    const attached = async (): Promise<string | null> => {
      const stamp = await backend.audit.attachStamp();
      return stamp && stampInWords(stamp);
    };
    await onAct(attached, (stamped) => t("audit.stampAttached", { stamped }));
    onRecorded();
  }

  async function saveCheckpoint(): Promise<void> {
    const save = async (): Promise<null> => {
      setSaved(await backend.audit.saveCheckpoint());
      return null;
    };
    await onAct(save, () => "");
  }

  const request = () => onAct(() => backend.audit.requestStamp(), (path) => t("audit.stampRequested", { path }));
  const entries = [
    { id: "backup", words: t("audit.backUp"), about: t("audit.backUpAbout"), act: backUp },
    { id: "sealed", words: t("audit.backUpSealed"), about: t("audit.backUpSealedAbout"), act: beginSealing },
    { id: "keys", words: t("audit.keyFiles"), about: t("audit.keyFilesAbout"), act: () => setListing(true) },
    { id: "export", words: t("audit.exportVault"), about: t("audit.exportVaultAbout"), act: exportVault },
    { id: "checkpoint", words: t("audit.saveCheckpoint"), about: t("audit.saveCheckpointAbout"), act: saveCheckpoint },
    { id: "request", words: t("audit.requestStamp"), about: t("audit.requestStampAbout"), act: request },
    { id: "attach", words: t("audit.attachStamp"), about: t("audit.attachStampAbout"), act: attach },
  ];
  return (
    <>
      <MenuTrigger>
        <Button isDisabled={disabled || busy !== null}>
          {busy ?? t("audit.elsewhere")} <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover carried">
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
      {sealing && <SealedBackup known={sealing} onMake={(keys) => void backUpSealed(keys)} onClose={() => setSealing(null)} />}
      {listing && <KeyFiles onClose={() => setListing(false)} />}
      {saved && <SavedCheckpoint saved={saved} onClose={() => setSaved(null)} />}
    </>
  );
}
