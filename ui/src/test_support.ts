/** What every component test needs: a fresh page, jsdom's missing calls, patience, and an end of what it began. */

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { settled } from "./backend/fake/pause";

// The library waits one second, which a busy machine of two cores exceeds.
configure({ asyncUtilTimeout: 10_000 });

Element.prototype.scrollIntoView ??= () => undefined;
// React Aria's menus and the tables' focus ask for selectors.
globalThis.CSS ??= { escape: (text: string) => text.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`) } as typeof CSS;
afterEach(async () => {
  cleanup();
  // A question that still runs would end in the next test's page, or where there is no page any more.
  await settled();
});
