import type { Catalogue } from "../en";

export const metadata: Catalogue["metadata"] = {
  label: "Metadatos",
  row: "fila {{number}}",
  add: "Añadir una clave",
  key: "Clave",
  value: "Valor",
  removeRow: "Quitar {{name}}",
  remove: "Quitar",
  onlyKinds: "La política solo permite mostrar {{shown}}: a un documento de este tipo no se le pregunta.",
  letsKinds: "La política permite mostrar: {{shown}}. Donde nadie dice un tipo, es {{plain}}.",
  twice: "Esta clave está en una fila de arriba.",
  writeValue: "Escriba un valor o quite la fila.",
  writeKey: "Escriba una clave, como cliente.",
  noEquals: "Una clave no lleva signo igual.",
  reserved: "«{{key}}» es una condición propia. Use otra clave.",
  tooLong: "Demasiado largo: se pueden guardar {{bytes}} bytes.",
  offers: "Mostrar lo posible: {{label}}",
};
