import { examine } from "./examine";
import { tables } from "./scenes";

examine("tables", tables);
