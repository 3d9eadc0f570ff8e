import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import type { WorkProgress } from "../backend/wire";
import { EmbeddingStatus } from "./EmbeddingStatus";
import { useEmbedding } from "./useEmbedding";

const user = userEvent.setup();

/** A service whose background is driven by the test. */
function driven() {
  const fake = createFakeBackend();
  const begun: { report: (progress: WorkProgress) => void; end: (failure: unknown) => void }[] = [];
  const embed = (report: (progress: WorkProgress) => void) =>
    new Promise<boolean>((resolve, reject) => {
      begun.push({ report, end: (failure) => (failure === null ? resolve(true) : reject(failure)) });
    });
  const cancelEmbed = async () => begun.at(-1)?.end({ kind: "cancelled", message: "It was cancelled.", help: "" });
  const backend = { ...fake, documents: { ...fake.documents, embed, cancelEmbed } };
  function Place({ ready, count }: { ready: boolean; count: number }) {
    return <EmbeddingStatus embedding={useEmbedding(backend, ready, count)} />;
  }
  return { begun, Place };
}

describe("the search by meaning", () => {
  it("is prepared after an import, is paused and goes on", async () => {
    const { begun, Place } = driven();
    const { rerender } = render(<Place ready count={0} />);
    expect(begun).toHaveLength(0);
    rerender(<Place ready={false} count={3} />);
    expect(begun).toHaveLength(0);
    rerender(<Place ready count={3} />);
    expect(begun).toHaveLength(1);
    act(() => begun[0]?.report({ stage: "embed", done: 40, total: 120 }));
    expect(screen.getByText("40 of 120 passages")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(await screen.findByText(/^Paused: until it goes on/)).toBeTruthy();
    rerender(<Place ready count={4} />);
    expect(begun).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Go on" }));
    expect(begun).toHaveLength(2);
    await act(async () => begun[1]?.end(null));
    expect(screen.queryByRole("region", { name: "Search by meaning" })).toBeNull();
  });

  it("waits for a question, and says what failed", async () => {
    const { begun, Place } = driven();
    render(<Place ready count={1} />);
    act(() => begun[0]?.report({ stage: "wait", done: 2, total: 9 }));
    expect(screen.getByText("Waiting for your question to be answered")).toBeTruthy();
    await act(async () => begun[0]?.end({ kind: "engine", message: "The model could not be loaded.", help: "" }));
    expect(screen.getByText(/is not ready\. The model could not be loaded\./)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
