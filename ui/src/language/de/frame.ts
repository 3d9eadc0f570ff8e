import type { Catalogue } from "../en";

export const frame: Catalogue["frame"] = {
  help: "Hilfe",
  helpOn: "Hilfe zu {{title}}",
  helpPage: "Hilfe: {{title}}",
  helpPages: "Seiten des Handbuchs",
  keys: "Tasten und Version",
  keysAbout: "Alle Tasten, und welches Programm dies ist",
  close: "Schließen",
  commands: "Befehle",
  offline: "Offline. Nichts verlässt diesen Rechner.",
  toRead: "{{number}} zu lesen",
  dismiss: "Ausblenden",
  drop: "Dateien oder Ordner hier ablegen, um sie einzulesen",
  nothingToPrint: "Hier ist keine Antwort zum Drucken. Stellen Sie eine Frage, oder öffnen Sie eine frühere.",
  notPrinted: "Der Bericht wurde nicht gedruckt. {{why}}",
};
