import { defineConfig } from "vitest/config";

// Evidence packs of the built executable, opened in a real browser: `npm run test:pack` after `scripts/build`.
export default defineConfig({
  test: {
    environment: "node",
    include: ["pack/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
