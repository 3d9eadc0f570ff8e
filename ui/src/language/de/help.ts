import type { Catalogue } from "../en";

export const help: Catalogue["help"] = {
  about: "Über das Programm",
  offline: ". Es arbeitet ohne Netz: Kein Dokument, keine Frage und keine Antwort verlässt diesen Rechner.",
  licence: "Lizenziert unter MIT oder Apache-2.0, nach Ihrer Wahl.",
  contents: "Inhalt",
  contentsAbout: "Alle Seiten des Handbuchs",
  everywhere: "Überall",
  keys: {
    manual: "Das Handbuch zu dieser Ansicht; noch einmal schließt es",
    palette: "Befehle, Dokumente und Wörter in Dokumenten nach ihrem Namen",
    view: "Die erste Ansicht; 2 die zweite, und so weiter",
    import: "Dokumente einlesen",
    undo: "Zurückholen, was entfernt wurde",
    larger: "Größer; − kleiner, 0 wie üblich",
    close: "Schließen, oder die Frage abbrechen",
    question: "Zur Frage",
    enter: "Fragen; Umschalt+Eingabe beginnt eine neue Zeile",
    print: "Den Belegbericht der Antwort drucken",
    next: "Zum nächsten Dokument, zur nächsten früheren Frage oder Belegstelle",
    tick: "Ein Dokument ankreuzen; mit Umschalt alle ab dem letzten",
    acts: "Von einem Dokument zu dem, was sich damit tun lässt",
  },
  ask: "Fragen",
};
