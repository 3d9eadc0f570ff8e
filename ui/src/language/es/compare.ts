/** Las palabras de la vista Comparar. */

import type { compare as english } from "../en/compare";

export const compare: typeof english = {
  title: "Comparar",
  about: "Modelos o ajustes junto a respuestas conocidas",
  open: "Abrir una comparación…",
  openAnother: "Abrir otra…",
  close: "Cerrar",
  report: "Comparación",
  empty: {
    title: "No hay ninguna comparación abierta",
    about:
      "Una comparación hace las mismas preguntas a varios modelos o ajustes y dice qué respuestas son correctas. La hace la línea " +
      "de comandos; abra aquí su carpeta.",
  },
  questions:
    "{{cases}} preguntas sobre {{documents}} documentos: {{answerable}} que su documento responde, {{unanswerable}} que no. Hecha: {{when}}.",
  contestant: "Quién",
  value: "Valor",
  nothing: "ninguna de esta clase",
  unknown: "desconocido",
  countOf: "{{count}} de {{of}}",
  between: "de {{low}} a {{high}}",
  accuracy: "Cuánto aciertan",
  accuracyAbout: "Proporciones de 0 a 100 %, con el intervalo en que están al 95 % (Wilson). Los tipos se muestran por separado, sin prueba.",
  cost: "Tiempo y memoria",
  costAbout: "De 0 al mayor. Tiempos sin cargar el modelo, con intervalo bootstrap al 95 %; memoria: lo máximo que se tuvo a la vez.",
  figures: {
    right: "Correctas de todas",
    falseAnswers: "Respuestas falsas a lo que no se puede responder",
    quotes: "Citas que están donde dicen",
    ofType: "Exactamente correctas: {{type}}",
    median: "Segundos por respuesta, mediana",
    p90: "Segundos por respuesta, nueve de diez",
    memory: "Memoria del modelo de respuesta",
    readerMemory: "Memoria del lector",
    energy: "Energía por respuesta",
  },
  pairs: {
    title: "De dos en dos",
    about: "Prueba exacta de McNemar sobre las preguntas que solo uno de los dos acierta, corregida por el número de pares (Holm). Que no se muestre diferencia no significa que no la haya.",
    same: "Ninguna diferencia significativa entre {{first}} y {{second}}.",
    better: "{{better}} es significativamente mejor que {{worse}}.",
    counts: "Solo {{first}} acierta en {{onlyFirst}}, solo {{second}} en {{onlySecond}} ({{p}}).",
  },
  calibration: {
    title: "Probabilidad declarada",
    about: "De lo que se dice correcto con 80 %, ocho de cada diez deberían serlo. Las marcas sobre la línea de puntos lo cumplen; por debajo se prometió demasiado.",
    label: "Proporción de aciertos frente a la probabilidad declarada",
    stated: "Probabilidad declarada",
  },
  differences: {
    title: "Dónde difieren ({{number}})",
    none: "Dicen lo mismo en todo.",
    decisive: "uno acierta y otro no",
    label: "Diferencia",
    gold: "Correcto:",
    unanswerable: "el documento no lo dice",
    noAnswer: "sin respuesta",
    right: "Correcta",
    wrong: "Incorrecta",
    reading: "Buscando el documento…",
    elsewhere: "El registro o el documento de esta respuesta no está en este directorio de datos, así que no se puede mostrar su página. Lo que cita:",
    place: "página {{page}}, línea {{line}}",
  },
};
