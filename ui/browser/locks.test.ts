import { examine } from "./examine";
import { locks } from "./scenes";

examine("locks", locks);
