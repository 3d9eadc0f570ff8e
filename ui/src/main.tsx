import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openBackend } from "./backend/open";
import { App } from "./frame/App";
import "./style/tokens.css";
import "./style/base.css";
import "./style/window.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const backend = await openBackend();
createRoot(root).render(
  <StrictMode>
    <App backend={backend} />
  </StrictMode>,
);
