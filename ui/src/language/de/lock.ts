import type { Catalogue } from "../en";

export const lock: Catalogue["lock"] = {
  title: "Der Tresor ist verschlossen",
  about: "Dokumente und Antworten auf diesem Rechner sind verschlüsselt.",
  passphrase: "Passwort",
  open: "Öffnen",
  opening: "Wird geöffnet…",
  wrong: "Das ist nicht das Passwort. Nichts wurde geändert; versuchen Sie es noch einmal.",
  lost: "Ohne das Passwort kann sie niemand öffnen, auch die Hersteller dieses Programms nicht.",
  keyringAbout: "Der Schlüsselbund Ihres Kontos öffnet sie auch.",
  keyring: "Mit dem Schlüsselbund öffnen",
  keyringLost: "Ohne den Schlüsselbund und ohne das Passwort kann sie niemand öffnen, auch die Hersteller dieses Programms nicht.",
  lock: "Sperren",
  lockAbout: "Das Passwort wird wieder verlangt",
  soon:
    "Niemand hat getippt oder sich bewegt: Das Fenster sperrt sich in {{seconds}} Sekunden. Was dann läuft, wird beendet; was fertig ist, bleibt.",
  idle_one:
    "Das Fenster hat sich nach {{count}} Minute ohne ein Zeichen von Ihnen gesperrt. Was noch lief, wurde beendet; fertige Zellen und Antworten bleiben.",
  idle_other:
    "Das Fenster hat sich nach {{count}} Minuten ohne ein Zeichen von Ihnen gesperrt. Was noch lief, wurde beendet; fertige Zellen und Antworten bleiben.",
};
