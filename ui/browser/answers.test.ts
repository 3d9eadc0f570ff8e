import { examine } from "./examine";
import { answers } from "./scenes";

examine("answers", answers);
