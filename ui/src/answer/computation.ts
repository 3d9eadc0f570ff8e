/** What code computed (`crates/compute`), as far as a person reads it. */

export interface Typed {
  answer_type: string;
  value: unknown;
}

export interface Conversion {
  value: string;
  from: string;
  converted: string;
  to: string;
  date: string;
  source: string;
  rounding: string;
}

export interface Step {
  used: Typed[];
  output: Typed;
  explanation: string;
  notes: string[];
  conversions: Conversion[];
}

/** The steps of a computation; empty where nothing was computed, or in a form not known here. */
export function stepsOf(computation: unknown): Step[] {
  const steps = (computation as { steps?: unknown } | null)?.steps;
  return Array.isArray(steps) ? steps.filter(isStep) : [];
}

function isStep(step: unknown): step is Step {
  const { used, output, explanation, notes, conversions } = (step ?? {}) as Partial<Step>;
  return (
    typeof explanation === "string" &&
    [used, notes, conversions].every(Array.isArray) &&
    typeof output === "object" &&
    output !== null
  );
}
