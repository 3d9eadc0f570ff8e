export const lock = {
  title: "The vault is locked",
  about: "The documents and answers on this computer are encrypted.",
  passphrase: "Passphrase",
  open: "Unlock",
  opening: "Opening…",
  wrong: "This is not the passphrase. Nothing was changed; try again.",
  lost: "Without the passphrase nobody can open them, the makers of this program neither.",
  keyringAbout: "The keyring of your account opens them, too.",
  keyring: "Unlock with the keyring",
  keyringLost: "Without the keyring and without the passphrase nobody can open them, the makers of this program neither.",
  lock: "Lock",
  lockAbout: "The passphrase is asked for again",
  soon:
    "Nobody typed or moved: the window locks in {{seconds}} seconds. What runs then is stopped; what was done stays.",
  idle_one:
    "The window locked itself after {{count}} minute without a sign of you. What still ran was stopped; finished cells and answers stay.",
  idle_other:
    "The window locked itself after {{count}} minutes without a sign of you. What still ran was stopped; finished cells and answers stay.",
};
