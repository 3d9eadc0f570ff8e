/** What every component test needs: a fresh page, jsdom's missing calls, and patience. */

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The library waits one second, which a busy machine of two cores exceeds.
configure({ asyncUtilTimeout: 10_000 });

Element.prototype.scrollIntoView ??= () => undefined;
// React Aria's menus and the tables' focus ask for selectors.
globalThis.CSS ??= { escape: (text: string) => text.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`) } as typeof CSS;
afterEach(cleanup);
