import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// WebKitGTK 2.40 (Debian 12) and later; the window never meets an older engine.
export default defineConfig({
  plugins: [react()],
  clearScreen: false,
  build: { target: "safari16", sourcemap: false, reportCompressedSize: false },
  // The time is for a machine that builds Rust beside it.
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"], restoreMocks: true, testTimeout: 20_000 },
});
