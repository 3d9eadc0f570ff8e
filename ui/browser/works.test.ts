import { examine } from "./examine";
import { works } from "./scenes";

examine("works", works);
