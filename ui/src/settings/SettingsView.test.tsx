import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Backend, Desk } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import type { Check } from "../backend/wire";
import { show } from "../test_workspace";
import { SettingsView } from "./SettingsView";

const user = userEvent.setup();
const root = document.documentElement;

function open(change: (desk: Desk) => Partial<Desk> = () => ({})) {
  const fake = createFakeBackend();
  const backend: Backend = { ...fake, desk: { ...fake.desk, ...change(fake.desk) } };
  return { backend, ...show(SettingsView, backend, { view: "settings" }) };
}

function machine(change: object): (desk: Desk) => Partial<Desk> {
  return (desk) => ({ machine: async () => ({ ...(await desk.machine()), ...change }) });
}

function section(name: string): Promise<HTMLElement> {
  return screen.findByRole("region", { name });
}

beforeEach(() => {
  root.removeAttribute("style");
  delete root.dataset["theme"];
});

describe("the appearance", () => {
  it("changes at once, is kept, and can be taken back", async () => {
    const { backend } = open();
    await user.click(await screen.findByLabelText("Dark"));
    await waitFor(() => expect(root.dataset["theme"]).toBe("dark"));
    expect((await backend.desk.settings()).appearance).toBe("dark");
    expect(screen.getByText("Theme: dark.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(root.dataset["theme"]).toBe("light"));
    expect(screen.getByLabelText<HTMLInputElement>("As the system").checked).toBe(true);
  });

  it("takes the size of text", async () => {
    const { backend } = open();
    await user.selectOptions(await screen.findByLabelText("Size of text"), "150 %");
    await waitFor(() => expect(root.style.fontSize).toBe("150%"));
    expect((await backend.desk.settings()).text_percent).toBe(150);
  });

  it("that is refused stays as it was, and the window says why", async () => {
    open(() => ({ change: () => Promise.reject({ kind: "file", message: "The disk is full.", help: "Free some space." }) }));
    await user.click(await screen.findByLabelText("Dark"));
    expect(await screen.findByText("Not changed: The disk is full. Free some space.")).toBeTruthy();
    expect(root.dataset["theme"]).toBe("light");
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("inference", () => {
  it("takes a number of threads, or leaves it to the program", async () => {
    const { backend } = open(machine({ cores: 4 }));
    const threads = await screen.findByLabelText("Threads");
    expect(within(threads).getAllByRole("option").map((one) => one.textContent)).toEqual(["Automatic (4)", "1", "2", "3", "4"]);
    await user.selectOptions(threads, "3");
    expect((await backend.desk.settings()).threads).toBe(3);
    await user.selectOptions(threads, "Automatic (4)");
    expect((await backend.desk.settings()).threads).toBeNull();
  });

  it("takes layers for a graphics processor, where the program was built for one", async () => {
    const { backend } = open(machine({ graphics: "Vulkan" }));
    const layers = await screen.findByLabelText<HTMLInputElement>("Layers of the answer model on the graphics processor");
    expect(layers.placeholder).toBe("as many as fit");
    await user.type(layers, "12");
    await user.tab();
    await waitFor(async () => expect((await backend.desk.settings()).gpu_layers).toBe(12));
    const again = await screen.findByLabelText<HTMLInputElement>("Layers of the answer model on the graphics processor");
    await user.clear(again);
    await user.tab();
    await waitFor(async () => expect((await backend.desk.settings()).gpu_layers).toBeNull());
  });

  it("says nothing of layers where the program was built for none", async () => {
    open(machine({ graphics: null }));
    await screen.findByLabelText("Threads");
    expect(screen.queryByLabelText("Layers of the answer model on the graphics processor")).toBeNull();
  });

  it("keeps the layers that an administrator locked", async () => {
    open((desk) => ({
      ...machine({ graphics: "Vulkan" })(desk),
      settings: async () => ({ ...(await desk.settings()), gpu_layers: 0 }),
      administered: async () => ({
        file: "/etc/attest/settings.toml",
        locked: ["gpu_layers"],
        given: ["gpu_layers"],
        models_directory: null,
      }),
    }));
    const layers = await screen.findByLabelText<HTMLInputElement>("Layers of the answer model on the graphics processor");
    await waitFor(() => expect(layers.disabled).toBe(true));
    expect(await screen.findByText(/Set by your administrator in/)).toBeTruthy();
  });

  it("leads to the models", async () => {
    const { routes } = open();
    await user.click(await screen.findByRole("button", { name: "Choose in Models" }));
    expect(routes).toEqual([{ view: "models" }]);
  });
});

describe("the policy", () => {
  it("is chosen as a file and set back to the built-in one", async () => {
    const { backend } = open();
    const policy = await screen.findByRole("group", { name: "Policy" });
    expect(within(policy).getByText("The built-in policy")).toBeTruthy();
    await user.click(within(policy).getByRole("button", { name: "Choose a file…" }));
    expect(await within(policy).findByText("/home/adaeze/policy.toml")).toBeTruthy();
    expect((await backend.desk.settings()).policy_file).toBe("/home/adaeze/policy.toml");
    expect((await backend.desk.settings()).rates_file).toBeNull();
    await user.click(within(policy).getByRole("button", { name: "Use the built-in policy" }));
    expect(await within(policy).findByText("The built-in policy")).toBeTruthy();
  });
});

describe("what an administrator set", () => {
  const FILE = "/etc/attest/settings.toml";

  it("is shown with its file, and what is locked cannot be changed", async () => {
    const set = { policy_file: "/etc/attest/policy.toml", threads: 2 };
    open((desk) => ({
      settings: async () => ({ ...(await desk.settings()), ...set }),
      administered: async () => ({
        file: FILE,
        locked: ["policy_file", "answer_model", "threads"],
        given: ["policy_file", "answer_model", "threads"],
        models_directory: null,
      }),
    }));
    const policy = await screen.findByRole("group", { name: "Policy" });
    expect(await within(policy).findByText(/Set by your administrator in/)).toBeTruthy();
    expect(within(policy).getByText(FILE)).toBeTruthy();
    expect(within(policy).queryByRole("button")).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>("Threads").disabled).toBe(true);
    expect(screen.getByRole("button", { name: "See Models" })).toBeTruthy();
    const rates = screen.getByRole("group", { name: "Exchange rates" });
    expect(within(rates).queryByText(/administrator/)).toBeNull();
    expect(within(rates).getByRole("button", { name: "Choose a file…" })).toBeTruthy();
  });

  it("and left open gives way to the person, and comes back with the built-in button", async () => {
    open((desk) => ({
      settings: async () => ({ ...(await desk.settings()), policy_file: "/etc/attest/policy.toml" }),
      administered: async () => ({ file: FILE, locked: [], given: ["policy_file"], models_directory: null }),
    }));
    const policy = await screen.findByRole("group", { name: "Policy" });
    expect(await within(policy).findByText(/What you choose here goes before it/)).toBeTruthy();
    expect(within(policy).getByRole("button", { name: "Choose another…" })).toBeTruthy();
    expect(within(policy).queryByRole("button", { name: "Use the built-in policy" })).toBeNull();
  });
});

describe("the data directory", () => {
  it("is shown, and another one says that the program starts again", async () => {
    open(() => ({ chooseDataDirectory: async () => "/srv/attest" }));
    const data = await section("Data");
    expect(within(data).getByText("/home/adaeze/.local/share/attest")).toBeTruthy();
    await user.click(within(data).getByRole("button", { name: "Choose another…" }));
    expect(await screen.findByText("The program starts again with /srv/attest.")).toBeTruthy();
  });

  it("set by ATTEST_HOME cannot be changed here, and the window says where", async () => {
    open(machine({ data_directory_fixed: true }));
    const data = await section("Data");
    expect(within(data).getByText(/ATTEST_HOME sets this directory/)).toBeTruthy();
    expect(within(data).queryByRole("button", { name: "Choose another…" })).toBeNull();
  });
});

describe("this machine", () => {
  it("is looked at, in words, and again on request", async () => {
    const bad: Check = { name: "default model", sound: false, finding: "its file is missing" };
    let times = 0;
    open((desk) => ({
      checks: async () => {
        times += 1;
        return times === 1 ? [bad] : desk.checks();
      },
    }));
    const checks = await screen.findByRole("list", { name: "Checks" });
    expect(within(checks).getByRole("listitem").textContent).toBe("Needs attentionDefault modelits file is missing");
    expect(screen.getByText("1 of 1 need attention.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Everything is in order.")).toBeTruthy();
  });

  it("without text recognition says how to get it", async () => {
    open(machine({ ocr: null }));
    const recognition = await screen.findByRole("group", { name: "Text recognition" });
    expect(within(recognition).getByText("Not found")).toBeTruthy();
    expect(within(recognition).getByText("sudo apt install tesseract-ocr")).toBeTruthy();
  });

  it("that cannot be asked says why", async () => {
    open(() => ({ machine: () => Promise.reject({ kind: "unexpected", message: "The service is gone.", help: "Start the program again." }) }));
    expect((await screen.findByRole("alert")).textContent).toBe("The service is gone.Start the program again.");
    expect(await section("Appearance")).toBeTruthy();
  });
});

describe("settings that cannot be read", () => {
  it("are said to stop everything", async () => {
    open(() => ({ settings: () => Promise.reject({ kind: "input", message: "settings.json is damaged.", help: "Mend or delete it." }) }));
    expect((await screen.findByRole("alert")).textContent).toContain("settings.json is damaged.");
    expect(screen.getByText(/no question answered/)).toBeTruthy();
  });
});
