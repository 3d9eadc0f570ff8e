import type { Catalogue } from "../en";

export const palette: Catalogue["palette"] = {
  find: "Einen Befehl finden",
  placeholder: "Was möchten Sie tun oder finden?",
  none: "Kein Befehl und kein Dokument enthält diese Buchstaben.",
  goTo: "Zu {{title}}",
  importFiles: "Dokumente einlesen…",
  importFilesAbout: "Dateien auswählen",
  importFolder: "Einen Ordner einlesen…",
  importFolderAbout: "Alles, was darin lesbar ist",
  sample: "Das Beispiel öffnen",
  sampleAbout: "Ein Versicherungsschein mit Fragen zum Ausprobieren",
  ask: "{{title}} fragen",
  askAbout: "Diesem Dokument eine Frage stellen",
  found: "Gefunden: ",
};
