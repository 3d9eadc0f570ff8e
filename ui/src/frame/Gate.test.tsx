import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { laidOut } from "../evidence/test_layout";
import { Gate } from "./Gate";

const user = userEvent.setup();
laidOut();

/** The field, once it has the focus. */
async function field(): Promise<HTMLInputElement> {
  const box = await screen.findByLabelText<HTMLInputElement>("Passphrase");
  await waitFor(() => expect(document.activeElement).toBe(box));
  return box;
}

describe("the lock screen", () => {
  it("is not there where the vault is in clear", async () => {
    render(<Gate backend={createFakeBackend()} />);
    expect(await screen.findByRole("navigation", { name: "Views" })).toBeTruthy();
    expect(screen.queryByLabelText("Passphrase")).toBeNull();
  });

  it("asks for the passphrase, with the focus in its field, and opens the window", async () => {
    render(<Gate backend={createFakeBackend({ passphrase: "a red house" })} />);
    const box = await field();
    expect(screen.getByRole("main", { name: "The vault is locked" })).toBeTruthy();
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(document.activeElement).toBe(box);
    expect(box.type).toBe("password");
    await user.keyboard("a red house{Enter}");
    expect(await screen.findByRole("navigation", { name: "Views" })).toBeTruthy();
    expect(screen.queryByLabelText("Passphrase")).toBeNull();
  });

  it("says that a passphrase is wrong, forgets it, and goes back to the field", async () => {
    render(<Gate backend={createFakeBackend({ passphrase: "a red house" })} />);
    const box = await field();
    await user.type(box, "a blue house");
    await user.click(screen.getByRole("button", { name: "Unlock" }));
    expect((await screen.findByRole("alert")).textContent).toBe("This is not the passphrase. Nothing was changed; try again.");
    expect(box.value).toBe("");
    expect(box.getAttribute("aria-invalid")).toBe("true");
    expect(box.getAttribute("aria-describedby")).toBe("lock-wrong");
    await waitFor(() => expect(document.activeElement).toBe(box));
    await user.keyboard("a red house{Enter}");
    expect(await screen.findByRole("navigation", { name: "Views" })).toBeTruthy();
  });

  it("comes back when a person locks the window, and only an encrypted one can be locked", async () => {
    render(<Gate backend={createFakeBackend({ passphrase: "a red house" })} />);
    await field();
    await user.keyboard("a red house{Enter}");
    await screen.findByRole("navigation", { name: "Views" });
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("menuitem", { name: /^Lock/ }));
    expect(await field()).toBe(document.activeElement);
    expect(screen.queryByRole("navigation")).toBeNull();
    await user.keyboard("a red house{Enter}");
    expect(await screen.findByRole("navigation", { name: "Views" })).toBeTruthy();
    cleanup();
    render(<Gate backend={createFakeBackend()} />);
    await screen.findByRole("navigation", { name: "Views" });
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("menuitem", { name: /^Go to Audit/ });
    expect(screen.queryByRole("menuitem", { name: /^Lock/ })).toBeNull();
  });

  it("is not there at first where the keyring opens the vault, and one click opens it after it was locked", async () => {
    render(<Gate backend={createFakeBackend({ passphrase: "a red house", keyring: "open" })} />);
    await screen.findByRole("navigation", { name: "Views" });
    await user.keyboard("{Control>}9{/Control}");
    expect(await screen.findByText(/^The keyring of your account opens this vault, too/)).toBeTruthy();
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("menuitem", { name: /^Lock/ }));
    const button = await screen.findByRole("button", { name: "Unlock with the keyring" });
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole("navigation")).toBeNull();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("navigation", { name: "Views" })).toBeTruthy();
  });

  it("says why the keyring did not open the vault, and takes the passphrase", async () => {
    render(<Gate backend={createFakeBackend({ passphrase: "a red house", keyring: "locked" })} />);
    await user.click(await screen.findByRole("button", { name: "Unlock with the keyring" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The keyring is locked.");
    const box = await field();
    await waitFor(() => expect(document.activeElement).toBe(box));
    await user.keyboard("a red house{Enter}");
    expect(await screen.findByRole("navigation", { name: "Views" })).toBeTruthy();
  });

  it("offers no keyring where a passphrase alone opens the vault", async () => {
    render(<Gate backend={createFakeBackend({ passphrase: "a red house" })} />);
    await field();
    expect(screen.queryByRole("button", { name: /keyring/ })).toBeNull();
  });

  it("asks nothing of an empty field, and says what else went wrong", async () => {
    const backend = createFakeBackend({ passphrase: "a red house" });
    const given: string[] = [];
    backend.desk.unlock = async (passphrase) => {
      given.push(passphrase);
      throw { kind: "vault", message: "Another program is using the vault.", help: "Close it." };
    };
    render(<Gate backend={backend} />);
    await field();
    await user.keyboard("{Enter}");
    expect(given).toEqual([]);
    await user.keyboard("a red house{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Another program is using the vault.Close it.");
    expect(given).toEqual(["a red house"]);
  });
});
