export const lock = {
  title: "The vault is locked",
  about: "The documents and answers on this computer are encrypted.",
  passphrase: "Passphrase",
  open: "Unlock",
  opening: "Opening…",
  wrong: "This is not the passphrase. Nothing was changed; try again.",
  lost: "Without the passphrase nobody can open them, the makers of this program neither.",
  lock: "Lock",
  lockAbout: "The passphrase is asked for again",
};
