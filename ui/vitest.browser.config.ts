import { defineConfig } from "vitest/config";

// The window in a real browser, on the fake backend: `npm run test:browser`.
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    globalSetup: ["browser/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // Loading the browser driver once a worker is enough.
    isolate: false,
  },
});
