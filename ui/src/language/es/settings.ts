import type { Catalogue } from "../en";

export const settings: Catalogue["settings"] = {
  themes: {
    system: "Como el sistema",
    light: "Claro",
    dark: "Oscuro",
  },
  changed: {
    theme: "Tema: {{theme}}.",
    size: "Tamaño del texto: {{percent}} %.",
    threadsAuto: "Hilos: automático.",
    threads: "Hilos: {{count}}.",
    gpuLayersAuto: "Capas en el procesador gráfico: tantas como quepan.",
    gpuLayers: "Capas en el procesador gráfico: {{count}}.",
    policyNone: "Se usa la política incorporada.",
    policy: "Política: {{file}}.",
    ratesNone: "No se usan tipos de cambio.",
    rates: "Tipos de cambio: {{file}}.",
    modelNone: "Las respuestas usan el modelo que vino con el programa.",
    model: "Las respuestas usan {{name}} a partir de ahora.",
    reviewerNone: "Las revisiones aún no tienen nombre.",
    reviewer: "Las revisiones son de {{name}} a partir de ahora.",
    lockNever: "La ventana no se bloquea por sí sola.",
    lock_one: "La ventana se bloquea tras {{count}} minuto sin señal suya.",
    lock_other: "La ventana se bloquea tras {{count}} minutos sin señal suya.",
  },
  appearance: "Aspecto",
  theme: "Tema",
  textSize: "Tamaño del texto",
  normal: "{{percent}} % (normal)",
  undo: "Deshacer",
  tryAgain: "Intentar de nuevo",
  notChanged: "Sin cambios: {{why}}",
  startsAgain: "El programa se reinicia con {{directory}}.",
  data: "Datos",
  chooseAnother: "Elegir otro…",
  copyPath: "Copiar la ruta",
  dataByVariable: "La variable de entorno ATTEST_HOME fija este directorio. Para usar otro, cambie la variable y reinicie el programa.",
  dataMoved: "Tras elegir otro, el programa se reinicia allí. Lo que hay aquí se queda aquí: no se mueve ni se copia nada.",
  dataAbout:
    "En él están los documentos importados con su texto y su índice de búsqueda, la auditoría con cada respuesta, los modelos " +
    "y estos ajustes. Para hacer una copia de todo, cierre el programa y copie el directorio.",
  inference: "Inferencia",
  threads: "Hilos",
  automatic: "Automático ({{count}})",
  cores_one:
    "Este procesador tiene {{count}} núcleo. Con menos hilos queda sitio para otros programas; con más hilos que núcleos va " +
    "más lento.",
  cores_other:
    "Este procesador tiene {{count}} núcleos. Con menos hilos queda sitio para otros programas; con más hilos que núcleos va " +
    "más lento.",
  gpuLayers: "Capas del modelo de respuestas en el procesador gráfico",
  gpuLayersFit: "tantas como quepan",
  gpuLayersAbout: "Vacío: tantas como quepan ({{kind}}). 0: ninguna; el modelo solo usa el procesador principal. Los dispositivos que hay figuran en «{{machine}}».",
  runOn: "Los modelos se ejecutan en",
  answerModel: "Modelo para las respuestas",
  ownModel: "El que vino con el programa",
  seeModels: "Ver Modelos",
  chooseModel: "Elegir en Modelos",
  machine: "Este equipo",
  checking: "Comprobando los modelos, los registros y el equipo",
  checkAgain: "Comprobar de nuevo",
  allGood: "Todo está en orden.",
  needAttention: "{{bad}} de {{all}} requieren atención.",
  checks: "Comprobaciones",
  good: "En orden",
  bad: "Requiere atención",
  ocr: "Reconocimiento de texto",
  ocrTitle: "Reconocimiento de texto en imágenes (OCR)",
  notFound: "No encontrado",
  unread: "Las páginas escaneadas y las imágenes quedan sin leer.",
  found: "Encontrado",
  ocrFound: "{{ocr}}. Las páginas escaneadas y las imágenes se leen y se marcan como leídas así.",
  ocrInstall:
    "Instale Tesseract, en Debian y Ubuntu con `sudo apt install tesseract-ocr` y para otros idiomas `tesseract-ocr-deu` o " +
    "`tesseract-ocr-spa`. Después reinicie el programa; quite los documentos con páginas sin leer e impórtelos otra vez.",
  about: "Acerca de",
  aboutOffline:
    "Este programa funciona sin red. No tiene código que abra una conexión: ningún documento, pregunta ni respuesta sale de " +
    "este equipo, y nada sobre su uso se cuenta ni se envía.",
  licence: "Con licencia MIT o Apache-2.0, a su elección. Los modelos tienen licencias propias:",
  seeModelsSmall: "ver Modelos",
  answering: "Respuestas",
  policy: "Política",
  policyNone: "La política incorporada",
  policyClear: "Usar la política incorporada",
  policyAbout:
    "Decide cuánto de los documentos se muestra al modelo y desde cuándo una respuesta necesita a una persona. Un archivo " +
    "(TOML) propio de su organización la sustituye. Su nombre y su hash figuran en cada registro.",
  rates: "Tipos de cambio",
  ratesNone: "Ninguno",
  ratesClear: "No usar ninguno",
  ratesAbout:
    "Solo hacen falta cuando una pregunta suma o compara importes de varias monedas. Un archivo (TOML) con fecha y fuente, que " +
    "se dicen con el resultado. Sin él, una pregunta así se rechaza, nunca se adivina.",
  chooseFile: "Elegir un archivo…",
  chooseOther: "Elegir otro…",
  viewAbout: "Cada cambio se aplica al momento",
  mend: "Hasta que eso se arregle, no se abre ningún documento ni se responde ninguna pregunta.",
  lookingMachine: "Examinando este equipo…",
  lookAgain: "Mirar de nuevo",
  setBy: "Fijado por su administrador en `{{file}}`. No se puede cambiar aquí.",
  setByBefore: "Fijado por su administrador en `{{file}}`. Lo que elija aquí tiene prioridad.",
  locking: "Bloqueo",
  lockAfter: "Bloquear tras",
  lockNever: "Nunca",
  lockMinutes_one: "{{count}} minuto sin señal suya",
  lockMinutes_other: "{{count}} minutos sin señal suya",
  lockAbout:
    "Cuentan escribir, pulsar y mover el puntero. Después la ventana vuelve a pedir la contraseña; una tabla o pregunta en marcha se detiene, y lo hecho queda.",
  lockKeyring:
    "El llavero de su cuenta también abre esta caja: la ventana se abre sin preguntar y, si se ha bloqueado, basta un clic para abrirla mientras el llavero esté abierto. Bloquee también la pantalla del equipo.",
  lockClear:
    "Esta caja no está cifrada, así que no hay nada que bloquear. «attest vault encrypt» la cifra; entonces se bloquea tras {{count}} minutos, si aquí no se fija otra cosa.",
};
