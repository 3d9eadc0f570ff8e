export const views = {
  label: "Views",
  documents: {
    title: "Documents",
    purpose: "Import, read and remove documents",
  },
  ask: {
    title: "Ask",
    purpose: "Put a question to documents",
  },
  table: {
    title: "Table",
    purpose: "Many documents, many questions",
  },
  review: {
    title: "Review",
    purpose: "Check what is not sure enough",
  },
  contracts: {
    title: "Answer types",
    purpose: "Answer types, schemas and grammars",
  },
  models: {
    title: "Models",
    purpose: "Models on this machine",
  },
  compare: { title: "Compare", purpose: "Models or settings side by side" },
  audit: {
    title: "Audit",
    purpose: "The record of everything that was done",
  },
  settings: {
    title: "Settings",
    purpose: "Data, threads, policy, appearance",
  },
};
