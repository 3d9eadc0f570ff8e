import type { Catalogue } from "../en";

export const lock: Catalogue["lock"] = {
  title: "La caja está cerrada",
  about: "Los documentos y las respuestas de este equipo están cifrados.",
  passphrase: "Contraseña",
  open: "Abrir",
  opening: "Abriendo…",
  wrong: "Esta no es la contraseña. No se ha cambiado nada; inténtelo de nuevo.",
  lost: "Sin la contraseña nadie puede abrirlos, tampoco los autores de este programa.",
  keyringAbout: "El llavero de su cuenta también los abre.",
  keyring: "Abrir con el llavero",
  keyringLost: "Sin el llavero y sin la contraseña nadie puede abrirlos, tampoco los autores de este programa.",
  lock: "Bloquear",
  lockAbout: "Se pedirá de nuevo la contraseña",
  soon:
    "Nadie ha escrito ni se ha movido: la ventana se bloquea en {{seconds}} segundos. Lo que esté en marcha se detiene; lo hecho queda.",
  idle_one:
    "La ventana se bloqueó tras {{count}} minuto sin señal suya. Lo que estaba en marcha se detuvo; las celdas y respuestas terminadas quedan.",
  idle_other:
    "La ventana se bloqueó tras {{count}} minutos sin señal suya. Lo que estaba en marcha se detuvo; las celdas y respuestas terminadas quedan.",
};
