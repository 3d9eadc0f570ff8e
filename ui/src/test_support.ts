/** What every component test needs: a fresh page, and jsdom's one missing call. */

import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

Element.prototype.scrollIntoView ??= () => undefined;
afterEach(cleanup);
