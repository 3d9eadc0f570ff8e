import type { Catalogue } from "../en";

export const lock: Catalogue["lock"] = {
  title: "Der Tresor ist verschlossen",
  about: "Dokumente und Antworten auf diesem Rechner sind verschlüsselt.",
  passphrase: "Passwort",
  open: "Öffnen",
  opening: "Wird geöffnet…",
  wrong: "Das ist nicht das Passwort. Nichts wurde geändert; versuchen Sie es noch einmal.",
  lost: "Ohne das Passwort kann sie niemand öffnen, auch die Hersteller dieses Programms nicht.",
  lock: "Sperren",
  lockAbout: "Das Passwort wird wieder verlangt",
};
