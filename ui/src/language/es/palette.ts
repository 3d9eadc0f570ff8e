import type { Catalogue } from "../en";

export const palette: Catalogue["palette"] = {
  find: "Buscar un comando",
  placeholder: "¿Qué desea hacer o buscar?",
  none: "Ningún comando ni documento contiene estas letras.",
  goTo: "Ir a {{title}}",
  importFiles: "Importar documentos…",
  importFilesAbout: "Elegir archivos",
  importFolder: "Importar una carpeta…",
  importFolderAbout: "Todo lo que se pueda leer en ella",
  sample: "Abrir el ejemplo",
  sampleAbout: "Una póliza de seguro con preguntas para probar",
  ask: "Preguntar a {{title}}",
  askAbout: "Hacer una pregunta a este documento",
  found: "Encontrado: ",
};
