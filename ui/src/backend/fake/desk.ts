import type { Desk } from "../backend";
import type { Administered, Failure, Settings } from "../wire";
import type { FakeOptions } from "./index";

/** What an administrator's file says of layers. */
const LAYERS: Administered = { file: "/etc/attest/settings.toml", locked: ["gpu_layers"], given: ["gpu_layers"], models_directory: null };

export function fakeDesk({ passphrase, keyring, layersLocked = false }: FakeOptions): Desk {
  let locked = passphrase !== undefined && keyring !== "open";
  let settings: Settings = {
    appearance: "system",
    text_percent: 100,
    threads: null,
    gpu_layers: layersLocked ? 0 : null,
    policy_file: null,
    rates_file: null,
    answer_model: null,
    reviewer: "Adaeze",
    lock_minutes: null,
  };
  return {
    isLocked: async () => locked,
    isEncrypted: async () => passphrase !== undefined,
    unlock: async (given) => {
      const wrong: Failure = { kind: "wrong_passphrase", message: "This is not the passphrase of the vault.", help: "Try again." };
      if (given !== passphrase) throw wrong;
      locked = false;
    },
    isInKeyring: async () => keyring !== undefined,
    unlockByKeyring: async () => {
      const silent: Failure = { kind: "keyring_locked", message: "The keyring is locked.", help: "Unlock the keyring, or use the vault's passphrase." };
      if (keyring !== "open") throw silent;
      locked = false;
    },
    lock: async () => {
      locked = passphrase !== undefined;
    },
    settings: async () => ({ ...settings }),
    administered: async () => (layersLocked ? LAYERS : null),
    change: async (changed) => {
      settings = { ...changed };
    },
    machine: async () => ({
      version: "0.1.0",
      data_directory: "/home/adaeze/.local/share/attest",
      data_directory_fixed: false,
      cores: 2,
      device: "CPU",
      graphics: layersLocked ? "Vulkan" : null,
      ocr: "tesseract 5.3.0",
    }),
    checks: async () => [
      { name: "machine", sound: true, finding: "2 threads, 7,600 MiB of memory free" },
      { name: "graphics", sound: true, finding: "this build has no support for graphics processors: models run on the processor alone" },
      { name: "audit trail", sound: true, finding: "3 records" },
      { name: "default model", sound: true, finding: "sound" },
      { name: "network", sound: true, finding: "this program has no code that opens a connection" },
    ],
    chooseFile: async (kind) => `/home/adaeze/${kind}.toml`,
    chooseDataDirectory: async () => null,
    copy: async (text) => navigator.clipboard.writeText(text),
  };
}
