import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Busy } from "./Busy";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function wait(seconds: number): void {
  act(() => vi.advanceTimersByTime(seconds * 1000));
}

describe("a long action", () => {
  it("tells how long it may still take once a tenth is done", () => {
    const { rerender } = render(<Busy words="Reading" done={0} total={100} />);
    wait(10);
    expect(screen.getByText("10 s so far")).toBeTruthy();
    rerender(<Busy words="Reading" done={9} total={100} />);
    expect(screen.getByText("10 s so far")).toBeTruthy();
    rerender(<Busy words="Reading" done={20} total={100} />);
    expect(screen.getByText("10 s so far, about 40 s to go")).toBeTruthy();
  });

  it("tells minutes where there are many seconds", () => {
    render(<Busy words="Reading" done={10} total={100} />);
    wait(100);
    expect(screen.getByText("2 min so far, about 15 min to go")).toBeTruthy();
  });

  it("estimates what it does now, not what it did before", () => {
    const { rerender } = render(<Busy words="Waiting" />);
    wait(60);
    rerender(<Busy words="Reading" done={1} total={4} />);
    expect(screen.getByText("60 s so far")).toBeTruthy();
    wait(3);
    expect(screen.getByText("63 s so far, about 9 s to go")).toBeTruthy();
  });

  it("tells what is left of all of it where that is expected, and when it takes longer", () => {
    const { rerender } = render(<Busy words="Reading" expected={10} />);
    expect(screen.getByText("0 s so far, about 10 s to go")).toBeTruthy();
    wait(4);
    rerender(<Busy words="Writing" expected={10} />);
    expect(screen.getByText("4 s so far, about 6 s to go")).toBeTruthy();
    wait(4);
    rerender(<Busy words="Writing" done={10} total={100} expected={10} />);
    expect(screen.getByText("8 s so far, about 36 s to go")).toBeTruthy();
    rerender(<Busy words="Checking" expected={10} />);
    wait(3);
    expect(screen.getByText("11 s so far, longer than usual")).toBeTruthy();
  });

  it("that is being cancelled promises nothing", () => {
    render(<Busy words="Reading" done={2} total={4} cancelling onCancel={() => undefined} />);
    wait(4);
    expect(screen.getByText("4 s so far")).toBeTruthy();
    expect(screen.getByText("Cancelling…")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
  });
});
