export const embedding = {
  label: "Search by meaning",
  progress: "Passages prepared for the search by meaning",
  passages: "{{done}} of {{total}} passages",
  pause: "Pause",
  again: "Try again",
  goOn: "Go on",
  failed: "The search by meaning is not ready. {{why}}",
  paused: "Paused: until it goes on, some passages are found by their words alone.",
  waiting: "Waiting for your question to be answered",
  preparing: "Preparing the search by meaning…",
};
