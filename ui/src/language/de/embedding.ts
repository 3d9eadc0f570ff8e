import type { Catalogue } from "../en";

export const embedding: Catalogue["embedding"] = {
  label: "Suche nach der Bedeutung",
  progress: "Abschnitte, die für die Suche nach der Bedeutung bereit sind",
  passages: "{{done}} von {{total}} Abschnitten",
  pause: "Anhalten",
  again: "Noch einmal versuchen",
  goOn: "Fortfahren",
  failed: "Die Suche nach der Bedeutung ist nicht bereit. {{why}}",
  paused: "Angehalten: bis es weitergeht, werden manche Abschnitte nur an ihren Wörtern gefunden.",
  waiting: "Wartet, bis Ihre Frage beantwortet ist",
  preparing: "Die Suche nach der Bedeutung wird vorbereitet…",
};
