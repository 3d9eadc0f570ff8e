import type { Catalogue } from "../en";

export const help: Catalogue["help"] = {
  about: "Acerca de",
  offline: ". Funciona sin red: ningún documento, pregunta ni respuesta sale de este equipo.",
  licence: "Con licencia MIT o Apache-2.0, a su elección.",
  contents: "Índice",
  contentsAbout: "Todas las páginas del manual",
  everywhere: "En todas partes",
  keys: {
    manual: "El manual sobre esta vista; otra vez lo cierra",
    palette: "Comandos, documentos y palabras de los documentos por su nombre",
    view: "La primera vista; 2 la segunda, y así sucesivamente",
    import: "Importar documentos",
    undo: "Recuperar lo que se quitó",
    larger: "Más grande; − más pequeño, 0 como siempre",
    close: "Cerrar, o cancelar la pregunta",
    question: "A la pregunta",
    enter: "Preguntar; Mayús+Intro empieza otra línea",
    print: "Imprimir el informe de pruebas de la respuesta",
    next: "Al siguiente documento, pregunta anterior o cita",
    tick: "Marcar un documento; con Mayús todos desde el último",
    acts: "De un documento a lo que se puede hacer con él",
  },
  ask: "Preguntar",
};
