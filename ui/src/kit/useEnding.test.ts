import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useEnding } from "./useEnding";

describe("an act under way", () => {
  function open(end: () => Promise<void>) {
    const ending = renderHook(() => useEnding(end)).result.current;
    ending.begin();
    return ending;
  }

  it("is not ended before it has begun, and then at once", async () => {
    const end = vi.fn(async () => undefined);
    const ending = open(end);
    const cancelled = ending.cancel();
    expect(end).not.toHaveBeenCalled();
    act(() => ending.heard());
    ending.heard();
    await cancelled;
    expect(end).toHaveBeenCalledTimes(1);
  });

  it("is ended when it is told to", async () => {
    const end = vi.fn(async () => undefined);
    const ending = open(end);
    ending.heard();
    await ending.cancel();
    expect(end).toHaveBeenCalledTimes(1);
  });

  it("is not ended for one before it", () => {
    const end = vi.fn(async () => undefined);
    const ending = open(end);
    void ending.cancel();
    ending.begin();
    ending.heard();
    expect(end).not.toHaveBeenCalled();
  });

  it("that cannot be ended says so", async () => {
    const ending = open(() => Promise.reject(new Error("no")));
    const cancelled = ending.cancel();
    ending.heard();
    await expect(cancelled).rejects.toThrow("no");
  });
});
