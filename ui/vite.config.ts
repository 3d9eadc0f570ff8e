import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// WebKitGTK 2.40 (Debian 12) and later; the window never meets an older engine.
export default defineConfig({
  plugins: [react()],
  clearScreen: false,
  // The manual lies in docs/manual.
  server: { fs: { allow: [".."] } },
  build: { target: "safari16", sourcemap: false, reportCompressedSize: false },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test_support.ts"],
    restoreMocks: true,
    // One for each core; by itself vitest leaves one of two to nobody.
    maxWorkers: "100%",
    // The time is for a machine that builds Rust beside it; a single wait has
    // a sixth of it (src/test_support.ts).
    testTimeout: 60_000,
  },
});
