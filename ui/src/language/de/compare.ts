/** Die Wörter der Ansicht Vergleich. */

import type { compare as english } from "../en/compare";

export const compare: typeof english = {
  title: "Vergleich",
  about: "Modelle oder Einstellungen neben bekannten Antworten",
  open: "Vergleich öffnen…",
  openAnother: "Anderen öffnen…",
  close: "Schließen",
  report: "Der Vergleich",
  empty: {
    title: "Kein Vergleich ist geöffnet",
    about:
      "Ein Vergleich stellt mehreren Modellen oder Einstellungen dieselben Fragen und sagt, welche Antworten richtig sind. Die " +
      "Befehlszeile macht ihn; öffnen Sie hier seinen Ordner.",
  },
  questions:
    "{{cases}} Fragen zu {{documents}} Dokumenten: {{answerable}}, die ihr Dokument beantwortet, {{unanswerable}}, die es nicht beantwortet. Gemacht: {{when}}.",
  contestant: "Wer",
  value: "Wert",
  nothing: "keine dieser Art",
  unknown: "unbekannt",
  countOf: "{{count}} von {{of}}",
  between: "{{low}} bis {{high}}",
  accuracy: "Wie richtig sie antworten",
  accuracyAbout: "Anteile von 0 bis 100 %, mit dem Bereich, in dem sie zu 95 % liegen (Wilson). Einzelne Arten werden gezeigt, aber nicht getestet.",
  cost: "Zeit und Speicher",
  costAbout: "Von 0 bis zum größten Wert. Zeiten ohne das Laden des Modells, mit Bootstrap-Bereich zu 95 %; Speicher: das meiste, was auf einmal gehalten wurde.",
  figures: {
    right: "Richtig von allen",
    falseAnswers: "Falsche Antworten, wo es keine gibt",
    quotes: "Zitate, die dort stehen, wo sie sollen",
    ofType: "Genau richtig: {{type}}",
    median: "Sekunden je Antwort, Median",
    p90: "Sekunden je Antwort, neun von zehn",
    memory: "Speicher des Antwortmodells",
    readerMemory: "Speicher des Lesers",
    energy: "Energie je Antwort",
  },
  pairs: {
    title: "Je zwei",
    about: "Exakter Test von McNemar über die Fragen, die nur einer von beiden richtig beantwortet, berichtigt um die Zahl der Paare (Holm). Dass kein Unterschied gezeigt ist, heißt nicht, dass es keinen gibt.",
    same: "Kein bedeutsamer Unterschied zwischen {{first}} und {{second}}.",
    better: "{{better}} ist bedeutsam besser als {{worse}}.",
    counts: "Nur {{first}} hat recht bei {{onlyFirst}}, nur {{second}} bei {{onlySecond}} ({{p}}).",
  },
  calibration: {
    title: "Genannte Wahrscheinlichkeit",
    about: "Was mit 80 % richtig sein soll, sollte es achtmal von zehn sein. Zeichen auf der gepunkteten Linie sind es; darunter wurde zu viel versprochen.",
    label: "Anteil des Richtigen gegen die genannte Wahrscheinlichkeit",
    stated: "Genannte Wahrscheinlichkeit",
  },
  differences: {
    title: "Wo sie sich unterscheiden ({{number}})",
    none: "Sie sagen überall dasselbe.",
    decisive: "einer hat recht, ein anderer nicht",
    label: "Unterschied",
    gold: "Richtig ist:",
    unanswerable: "das Dokument sagt es nicht",
    noAnswer: "keine Antwort",
    right: "Richtig",
    wrong: "Nicht richtig",
    reading: "Das Dokument wird gesucht…",
    elsewhere: "Die Aufzeichnung oder das Dokument dieser Antwort ist nicht in diesem Datenverzeichnis, darum kann ihre Seite nicht gezeigt werden. Was sie zitiert:",
    place: "Seite {{page}}, Zeile {{line}}",
  },
};
