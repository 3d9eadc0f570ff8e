import type { Catalogue } from "../en";

export const kit: Catalogue["kit"] = {
  copied: "Copiado.",
  clipboardRefused: "El portapapeles no aceptó el texto.",
  leave: "Dejarlo así",
  printed: "Lo que se imprime",
  cancelling: "Cancelando",
  cancel: "Cancelar",
  soFar: "{{time}} hasta ahora",
  soFarLeft: "{{time}} hasta ahora, faltan unos {{more}}",
  longer: "{{time}} hasta ahora, más de lo habitual",
  stages: {
    wait: "Esperando a la pregunta que se está respondiendo",
    verify: "Leyendo de nuevo cada registro, cada contenido y cada documento",
    hash: "Leyendo el archivo entero y comparando su hash",
    copy: "Copiando el archivo a su sitio",
    load: "Cargando el modelo",
    read: "Midiendo con qué rapidez lee",
    write: "Midiendo con qué rapidez escribe",
    embed: "Preparando la búsqueda por significado",
  },
};
