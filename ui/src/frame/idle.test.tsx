import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeBackend } from "../backend/fake";
import type { Backend } from "../backend/backend";
import { laidOut } from "../evidence/test_layout";
import { Gate } from "./Gate";
import { minutesOf, stepAfter } from "./idle";

laidOut();
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function unlocked(minutes: number | null): Promise<Backend> {
  const backend = createFakeBackend({ passphrase: "a red house" });
  await backend.desk.change({ ...(await backend.desk.settings()), lock_minutes: minutes });
  render(<Gate backend={backend} />);
  await pass(0);
  fireEvent.change(screen.getByLabelText("Passphrase"), { target: { value: "a red house" } });
  fireEvent.click(screen.getByRole("button", { name: "Unlock" }));
  await pass(10);
  expect(screen.getByRole("navigation", { name: "Views" })).toBeTruthy();
  return backend;
}

function isLocked(): boolean {
  return screen.queryByLabelText("Passphrase") !== null;
}

describe("an encrypted vault", () => {
  it("is locked after the minutes that are set, says so before, and says why", async () => {
    const backend = await unlocked(5);
    await pass(4 * MINUTE);
    expect(screen.queryByText(/the window locks in 30 seconds/)).toBeNull();
    await pass(35_000);
    expect(screen.getByText(/the window locks in 30 seconds/)).toBeTruthy();
    expect(isLocked()).toBe(false);
    await pass(30_000);
    expect(isLocked()).toBe(true);
    expect(screen.getByText(/^The window locked itself after 5 minutes/)).toBeTruthy();
    expect(await backend.desk.isLocked()).toBe(true);
  });

  it("locks itself also after the page was reloaded, which finds it open", async () => {
    const backend = await unlocked(5);
    cleanup();
    render(<Gate backend={backend} />);
    await pass(10);
    expect(isLocked()).toBe(false);
    expect(screen.getByRole("navigation", { name: "Views" })).toBeTruthy();
    await pass(6 * MINUTE);
    expect(isLocked()).toBe(true);
    expect(await backend.desk.isLocked()).toBe(true);
  });

  it("stays open while somebody types or moves", async () => {
    await unlocked(5);
    for (const sign of [fireEvent.pointerMove, fireEvent.keyDown, fireEvent.wheel]) {
      sign(document.body);
      await pass(4 * MINUTE);
      expect(isLocked()).toBe(false);
    }
  });

  it("is locked by the first sign after a sleep, in which no clock ran", async () => {
    await unlocked(5);
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    fireEvent.pointerMove(document.body);
    await pass(0);
    expect(isLocked()).toBe(true);
  });

  it("is never locked where that is set, and after a quarter of an hour where nothing is", async () => {
    await unlocked(0);
    await pass(60 * MINUTE);
    expect(isLocked()).toBe(false);
    cleanup();
    await unlocked(null);
    await pass(14 * MINUTE);
    expect(isLocked()).toBe(false);
    await pass(2 * MINUTE);
    expect(isLocked()).toBe(true);
  });
});

describe("a vault in clear", () => {
  it("is not locked", async () => {
    const backend = createFakeBackend();
    await backend.desk.change({ ...(await backend.desk.settings()), lock_minutes: 1 });
    render(<Gate backend={backend} />);
    await pass(60 * MINUTE);
    expect(screen.getByRole("navigation", { name: "Views" })).toBeTruthy();
  });
});

describe("the step", () => {
  it("is to wait, to warn, and to lock", () => {
    expect([0, 29_000, 30_000, 59_000, 60_000, 90_000].map((ms) => stepAfter(ms, 1))).toEqual([
      "wait",
      "wait",
      "warn",
      "warn",
      "lock",
      "lock",
    ]);
    expect([null, 0, 3].map(minutesOf)).toEqual([15, null, 3]);
  });
});
