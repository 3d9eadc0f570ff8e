import type { Catalogue } from "../en";

export const settings: Catalogue["settings"] = {
  themes: {
    system: "Wie das System",
    light: "Hell",
    dark: "Dunkel",
  },
  changed: {
    theme: "Aussehen: {{theme}}.",
    size: "Textgröße: {{percent}} %.",
    threadsAuto: "Threads: automatisch.",
    threads: "Threads: {{count}}.",
    gpuLayersAuto: "Schichten auf dem Grafikprozessor: so viele, wie passen.",
    gpuLayers: "Schichten auf dem Grafikprozessor: {{count}}.",
    policyNone: "Die eingebaute Richtlinie wird verwendet.",
    policy: "Richtlinie: {{file}}.",
    ratesNone: "Es werden keine Wechselkurse verwendet.",
    rates: "Wechselkurse: {{file}}.",
    modelNone: "Antworten verwenden das Modell, das mit dem Programm kam.",
    model: "Antworten verwenden von nun an {{name}}.",
    reviewerNone: "Urteile haben noch keinen Namen.",
    reviewer: "Urteile stehen von nun an unter dem Namen {{name}}.",
    lockNever: "Das Fenster sperrt sich nicht von selbst.",
    lock_one: "Das Fenster sperrt sich nach {{count}} Minute ohne ein Zeichen von Ihnen.",
    lock_other: "Das Fenster sperrt sich nach {{count}} Minuten ohne ein Zeichen von Ihnen.",
  },
  appearance: "Aussehen",
  theme: "Farben",
  textSize: "Textgröße",
  normal: "{{percent}} % (üblich)",
  undo: "Rückgängig",
  tryAgain: "Noch einmal versuchen",
  notChanged: "Nicht geändert: {{why}}",
  startsAgain: "Das Programm startet neu mit {{directory}}.",
  data: "Daten",
  chooseAnother: "Ein anderes wählen…",
  copyPath: "Den Pfad kopieren",
  dataByVariable:
    "Die Umgebungsvariable ATTEST_HOME legt dieses Verzeichnis fest. Um ein anderes zu verwenden, ändern Sie die Variable und " +
    "starten Sie das Programm neu.",
  dataMoved:
    "Nachdem ein anderes gewählt ist, startet das Programm dort neu. Was hier liegt, bleibt hier: Nichts wird verschoben oder " +
    "kopiert.",
  dataAbout:
    "Darin liegen die eingelesenen Dokumente mit ihrem Text und Suchindex, das Protokoll mit jeder Antwort, die Modelle und " +
    "diese Einstellungen. Um alles zu sichern, schließen Sie das Programm und kopieren Sie das Verzeichnis.",
  inference: "Berechnung",
  threads: "Threads",
  automatic: "Automatisch ({{count}})",
  cores_one: "Dieser Prozessor hat {{count}} Kern. Weniger Threads lassen Raum für andere Programme; mehr als die Kerne sind langsamer.",
  cores_other:
    "Dieser Prozessor hat {{count}} Kerne. Weniger Threads lassen Raum für andere Programme; mehr als die Kerne sind langsamer.",
  gpuLayers: "Schichten des Antwortmodells auf dem Grafikprozessor",
  gpuLayersFit: "so viele, wie passen",
  gpuLayersAbout: "Leer: so viele, wie passen ({{kind}}). 0: keine; das Modell läuft nur auf dem Hauptprozessor. Welche Geräte es gibt, steht unter „{{machine}}“.",
  runOn: "Modelle laufen auf",
  answerModel: "Modell für Antworten",
  ownModel: "Das mit dem Programm gelieferte",
  seeModels: "Siehe Modelle",
  chooseModel: "Unter Modelle wählen",
  machine: "Dieser Rechner",
  checking: "Modelle, Aufzeichnungen und der Rechner werden geprüft",
  checkAgain: "Noch einmal prüfen",
  allGood: "Alles ist in Ordnung.",
  needAttention: "{{bad}} von {{all}} brauchen Aufmerksamkeit.",
  checks: "Prüfungen",
  good: "In Ordnung",
  bad: "Braucht Aufmerksamkeit",
  ocr: "Texterkennung",
  ocrTitle: "Texterkennung in Bildern (OCR)",
  notFound: "Nicht gefunden",
  unread: "Gescannte Seiten und Bilder bleiben ungelesen.",
  found: "Gefunden",
  ocrFound: "{{ocr}}. Gescannte Seiten und Bilder werden gelesen und als so gelesen gekennzeichnet.",
  ocrInstall:
    "Installieren Sie Tesseract, unter Debian und Ubuntu mit `sudo apt install tesseract-ocr` und für andere Sprachen " +
    "`tesseract-ocr-deu` oder `tesseract-ocr-spa`. Starten Sie das Programm dann neu; entfernen Sie Dokumente mit ungelesenen " +
    "Seiten, und lesen Sie sie noch einmal ein.",
  about: "Über das Programm",
  aboutOffline:
    "Dieses Programm arbeitet ohne Netz. Es enthält keinen Code, der eine Verbindung öffnet: Kein Dokument, keine Frage und " +
    "keine Antwort verlässt diesen Rechner, und nichts über seinen Gebrauch wird gezählt oder gesendet.",
  licence: "Lizenziert unter MIT oder Apache-2.0, nach Ihrer Wahl. Modelle haben eigene Lizenzen:",
  seeModelsSmall: "siehe Modelle",
  answering: "Antworten",
  policy: "Richtlinie",
  policyNone: "Die eingebaute Richtlinie",
  policyClear: "Die eingebaute Richtlinie verwenden",
  policyAbout:
    "Entscheidet, wie viel von den Dokumenten dem Modell gezeigt wird und ab wann eine Antwort einen Menschen braucht. Eine " +
    "eigene Datei (TOML) Ihrer Organisation ersetzt sie. Ihr Name und Hash stehen in jeder Aufzeichnung.",
  rates: "Wechselkurse",
  ratesNone: "Keine",
  ratesClear: "Keine verwenden",
  ratesAbout:
    "Nur nötig, wo eine Frage Beträge mehrerer Währungen addiert oder vergleicht. Eine Datei (TOML) mit Datum und Quelle, die " +
    "mit dem Ergebnis genannt werden. Ohne sie wird eine solche Frage abgelehnt, nie geraten.",
  chooseFile: "Eine Datei wählen…",
  chooseOther: "Eine andere wählen…",
  viewAbout: "Jede Änderung gilt sofort",
  mend: "Bis das behoben ist, wird kein Dokument geöffnet und keine Frage beantwortet.",
  lookingMachine: "Dieser Rechner wird angesehen…",
  lookAgain: "Noch einmal nachsehen",
  setBy: "Von Ihrer Verwaltung festgelegt in `{{file}}`. Es lässt sich hier nicht ändern.",
  setByBefore: "Von Ihrer Verwaltung festgelegt in `{{file}}`. Was Sie hier wählen, geht vor.",
  locking: "Fenster sperren",
  lockAfter: "Sperren nach",
  lockNever: "Nie",
  lockMinutes_one: "{{count}} Minute ohne ein Zeichen von Ihnen",
  lockMinutes_other: "{{count}} Minuten ohne ein Zeichen von Ihnen",
  lockAbout:
    "Tippen, Klicken und Bewegen des Zeigers zählen. Danach fragt das Fenster wieder nach dem Passwort; eine laufende Tabelle oder Frage wird beendet, und was fertig ist, bleibt.",
  lockKeyring:
    "Der Schlüsselbund Ihres Kontos öffnet diesen Tresor auch: Das Fenster öffnet sich ohne Frage, und wenn es sich gesperrt hat, öffnet es ein Klick, solange der Schlüsselbund offen ist. Sperren Sie auch den Bildschirm des Rechners.",
  lockClear:
    "Dieser Tresor ist nicht verschlüsselt, es gibt also nichts zu sperren. „attest vault encrypt“ verschlüsselt ihn; dann sperrt er sich nach {{count}} Minuten, wenn hier nichts anderes gesetzt ist.",
};
