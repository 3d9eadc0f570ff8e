import { examine } from "./examine";
import { views } from "./scenes";

examine("views", views, true);
