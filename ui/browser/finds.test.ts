import { examine } from "./examine";
import { finds } from "./finds";

examine("finds", finds);
