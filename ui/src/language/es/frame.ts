import type { Catalogue } from "../en";

export const frame: Catalogue["frame"] = {
  help: "Ayuda",
  helpOn: "Ayuda sobre {{title}}",
  helpPage: "Ayuda: {{title}}",
  helpPages: "Páginas del manual",
  keys: "Teclas y versión",
  keysAbout: "Todas las teclas, y qué programa es este",
  close: "Cerrar",
  commands: "Comandos",
  offline: "Sin conexión. Nada sale de este equipo.",
  toRead: "{{number}} por leer",
  dismiss: "Ocultar",
  drop: "Suelte aquí archivos o carpetas para importarlos",
  nothingToPrint: "Aquí no hay ninguna respuesta que imprimir. Haga una pregunta o abra una anterior.",
  notPrinted: "El informe no se imprimió. {{why}}",
};
