import type { Catalogue } from "../en";

export const views: Catalogue["views"] = {
  label: "Ansichten",
  documents: {
    title: "Dokumente",
    purpose: "Dokumente einlesen, lesen und entfernen",
  },
  ask: {
    title: "Fragen",
    purpose: "Dokumenten eine Frage stellen",
  },
  table: {
    title: "Tabelle",
    purpose: "Viele Dokumente, viele Fragen",
  },
  review: {
    title: "Durchsicht",
    purpose: "Prüfen, was nicht sicher genug ist",
  },
  contracts: {
    title: "Antworttypen",
    purpose: "Antworttypen, Schemas und Grammatiken",
  },
  models: {
    title: "Modelle",
    purpose: "Modelle auf diesem Rechner",
  },
  compare: { title: "Vergleich", purpose: "Modelle oder Einstellungen nebeneinander" },
  audit: {
    title: "Protokoll",
    purpose: "Die Aufzeichnung von allem, was getan wurde",
  },
  settings: {
    title: "Einstellungen",
    purpose: "Daten, Threads, Richtlinie, Aussehen",
  },
};
