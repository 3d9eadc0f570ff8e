import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openBackend } from "./backend/open";
import { Gate } from "./frame/Gate";
import { DEFAULTS } from "./settings/useSettings";
import { wear } from "./settings/wear";
import "./style/tokens.css";
import "./style/base.css";
import "./style/kit.css";
import "./style/window.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
wear(DEFAULTS);
const backend = await openBackend();
createRoot(root).render(
  <StrictMode>
    <Gate backend={backend} />
  </StrictMode>,
);
