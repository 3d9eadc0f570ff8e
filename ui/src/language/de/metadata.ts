import type { Catalogue } from "../en";

export const metadata: Catalogue["metadata"] = {
  label: "Metadaten",
  row: "Zeile {{number}}",
  add: "Schlüssel hinzufügen",
  key: "Schlüssel",
  value: "Wert",
  removeRow: "{{name}} entfernen",
  remove: "Entfernen",
  onlyKinds: "Die Richtlinie lässt nur {{shown}} zeigen: Ein Dokument dieser Art wird nicht gefragt.",
  letsKinds: "Die Richtlinie lässt zeigen: {{shown}}. Wo niemand eine Art nennt, ist es {{plain}}.",
  twice: "Dieser Schlüssel steht in einer Zeile darüber.",
  writeValue: "Schreiben Sie einen Wert, oder entfernen Sie die Zeile.",
  writeKey: "Schreiben Sie einen Schlüssel, etwa Mandant.",
  noEquals: "Ein Schlüssel enthält kein Gleichheitszeichen.",
  reserved: "„{{key}}“ ist eine eigene Bedingung. Nehmen Sie einen anderen Schlüssel.",
  tooLong: "Zu lang: {{bytes}} Bytes können aufbewahrt werden.",
  offers: "Zeigen, was möglich ist: {{label}}",
};
