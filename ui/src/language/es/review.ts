import type { Catalogue } from "../en";

export const review: Catalogue["review"] = {
  waiting: "Respuestas que esperan",
  act: {
    confirm: "Aceptar",
    correct: "Corregir",
    reject: "Rechazar",
    absent: "No está en el documento",
  },
  said: {
    confirm: "la confirmó",
    correct: "la corrigió",
    reject: "la rechazó",
    absent: "dijo que el documento no la contiene",
  },
  people: "Lo que dijeron las personas",
  disputed: "En disputa",
  differ: "Las personas dijeron cosas distintas.",
  lineQuote: "(línea {{line}}: {{quote}})",
  erased: "Lo escrito se borró",
  name: "Su nombre (figura en el registro)",
  recorded: "{{act}}: registrado.",
  recordedDiffer: "{{act}}: registrado; hay opiniones distintas.",
  about: "{{waiting}} esperan, {{done}} hechas ahora",
  alsoSure: "También lo seguro",
  second: "Segunda opinión",
  looking: "Mirando qué espera…",
  nothing: "Nada espera a una persona",
  goToTable: "Ir a Tabla",
  nothingAbout:
    "Aquí esperan las respuestas que no son bastante seguras, se contradicen o fallaron; primero aquellas en las que mirar " +
    "ayuda más.",
  toReview: "Respuesta por revisar: {{question}}",
  keysNext: "Teclas: A aceptar, E corregir, R rechazar, N no está en el documento, Tab siguiente; Esc y después Tab a los botones",
  keys: "Teclas: A aceptar, E corregir, R rechazar, N no está en el documento",
  right: "El valor correcto",
  rightAs: "El valor correcto, como lo escribe el documento",
  fromLine: "De la línea",
  toLine: "a la línea",
  linesHint:
    "Los números de línea están junto al documento cuando se muestra como líneas. Un valor se guarda con las palabras de estas " +
    "líneas.",
  keep: "Guardar la corrección",
  leave: "Dejarlo",
  reading: "Leyendo la respuesta…",
  noValue: "Ningún valor.",
  probability: "Correcta con una probabilidad del {{share}} %.",
  likeliest: "El valor más probable sería correcto con una probabilidad del {{share}} %.",
  where: "Dónde está",
  quote: "Línea {{line}}: {{quote}}",
  why: "Por qué (se guarda con ella)",
};
