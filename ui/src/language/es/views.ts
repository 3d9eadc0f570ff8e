import type { Catalogue } from "../en";

export const views: Catalogue["views"] = {
  label: "Vistas",
  documents: {
    title: "Documentos",
    purpose: "Importar, leer y quitar documentos",
  },
  ask: {
    title: "Preguntar",
    purpose: "Hacer una pregunta a los documentos",
  },
  table: {
    title: "Tabla",
    purpose: "Muchos documentos, muchas preguntas",
  },
  review: {
    title: "Revisión",
    purpose: "Comprobar lo que no es bastante seguro",
  },
  contracts: {
    title: "Tipos de respuesta",
    purpose: "Tipos de respuesta, esquemas y gramáticas",
  },
  models: {
    title: "Modelos",
    purpose: "Modelos en este equipo",
  },
  compare: { title: "Comparar", purpose: "Modelos o ajustes, uno junto a otro" },
  audit: {
    title: "Auditoría",
    purpose: "El registro de todo lo que se hizo",
  },
  settings: {
    title: "Ajustes",
    purpose: "Datos, hilos, política, aspecto",
  },
};
