import type { Catalogue } from "../en";

export const review: Catalogue["review"] = {
  waiting: "Wartende Antworten",
  act: {
    confirm: "Annehmen",
    correct: "Berichtigen",
    reject: "Zurückweisen",
    absent: "Nicht im Dokument",
  },
  said: {
    confirm: "hat sie bestätigt",
    correct: "hat sie berichtigt",
    reject: "hat sie zurückgewiesen",
    absent: "hat gesagt, dass das Dokument sie nicht enthält",
  },
  people: "Was Menschen gesagt haben",
  disputed: "Umstritten",
  differ: "Menschen haben Verschiedenes gesagt.",
  lineQuote: "(Zeile {{line}}: {{quote}})",
  erased: "Was geschrieben war, wurde gelöscht",
  name: "Ihr Name (steht in der Aufzeichnung)",
  recorded: "{{act}}: aufgezeichnet.",
  recordedDiffer: "{{act}}: aufgezeichnet; die Urteile gehen auseinander.",
  about: "{{waiting}} warten, {{done}} jetzt erledigt",
  alsoSure: "Auch was sicher ist",
  second: "Zweite Meinung",
  looking: "Es wird nachgesehen, was wartet…",
  nothing: "Nichts wartet auf einen Menschen",
  goToTable: "Zur Tabelle",
  nothingAbout:
    "Antworten, die nicht sicher genug sind, einander widersprechen oder gescheitert sind, warten hier, zuerst die, bei denen " +
    "Nachsehen am meisten hilft.",
  toReview: "Zu prüfende Antwort: {{question}}",
  keysNext: "Tasten: A annehmen, E berichtigen, R zurückweisen, N nicht im Dokument, Tab weiter; Esc, dann Tab zu den Schaltflächen",
  keys: "Tasten: A annehmen, E berichtigen, R zurückweisen, N nicht im Dokument",
  right: "Der richtige Wert",
  rightAs: "Der richtige Wert, wie ihn das Dokument schreibt",
  fromLine: "Von Zeile",
  toLine: "bis Zeile",
  linesHint:
    "Zeilennummern stehen neben dem Dokument, wenn es als Zeilen gezeigt wird. Ein Wert wird mit den Wörtern dieser Zeilen " +
    "aufbewahrt.",
  keep: "Die Berichtigung behalten",
  leave: "Nicht berichtigen",
  reading: "Die Antwort wird gelesen…",
  noValue: "Kein Wert.",
  probability: "Richtig mit einer Wahrscheinlichkeit von {{share}} %.",
  likeliest: "Der wahrscheinlichste Wert wäre mit {{share}} % Wahrscheinlichkeit richtig.",
  where: "Wo sie steht",
  quote: "Zeile {{line}}: {{quote}}",
  why: "Warum (wird dazu aufbewahrt)",
};
