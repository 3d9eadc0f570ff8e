import type { ReactNode } from "react";
import type { Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";

export function About({ machine }: { machine: Machine }): ReactNode {
  const { navigate } = useWorkspace();
  return (
    <Section title="About">
      <p>
        <strong>Attest {machine.version}</strong>
      </p>
      <p>
        This program works without a network. It has no code that opens a connection: no document, question or answer leaves
        this computer, and nothing about its use is counted or sent.
      </p>
      <p className="small quiet">
        Licensed under MIT or Apache-2.0, at your choice. Models have licences of their own:{" "}
        <button type="button" className="link" onClick={() => navigate({ view: "models" })}>
          see Models
        </button>
      </p>
    </Section>
  );
}
