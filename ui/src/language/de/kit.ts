import type { Catalogue } from "../en";

export const kit: Catalogue["kit"] = {
  copied: "Kopiert.",
  clipboardRefused: "Die Zwischenablage hat den Text nicht angenommen.",
  leave: "So lassen",
  printed: "Was gedruckt wird",
  cancelling: "Wird abgebrochen",
  cancel: "Abbrechen",
  soFar: "bisher {{time}}",
  soFarLeft: "bisher {{time}}, noch etwa {{more}}",
  longer: "bisher {{time}}, länger als üblich",
  stages: {
    wait: "Wartet auf die Frage, die gerade beantwortet wird",
    verify: "Jede Aufzeichnung, jeder Inhalt und jedes Dokument wird noch einmal gelesen",
    hash: "Die ganze Datei wird gelesen und ihr Hash verglichen",
    copy: "Die Datei wird an ihren Platz kopiert",
    load: "Das Modell wird geladen",
    read: "Gemessen wird, wie schnell es liest",
    write: "Gemessen wird, wie schnell es schreibt",
    embed: "Die Suche nach der Bedeutung wird vorbereitet",
  },
};
