import type { Catalogue } from "../en";

export const embedding: Catalogue["embedding"] = {
  label: "Búsqueda por significado",
  progress: "Pasajes preparados para la búsqueda por significado",
  passages: "{{done}} de {{total}} pasajes",
  pause: "Pausar",
  again: "Intentar de nuevo",
  goOn: "Continuar",
  failed: "La búsqueda por significado no está lista. {{why}}",
  paused: "En pausa: hasta que continúe, algunos pasajes solo se encuentran por sus palabras.",
  waiting: "Esperando a que se responda su pregunta",
  preparing: "Preparando la búsqueda por significado…",
};
