import type { AnswerType } from "../backend/wire";

const LONGEST = 60;

/** Why a new type cannot have this name; null where it can. */
export function nameFault(name: string, types: AnswerType[]): string | null {
  if (name === "") return "Give the type a name to save it.";
  if (!/^[a-z]/.test(name)) return "The name begins with a lower-case letter.";
  if (!/^[a-z0-9_]+$/.test(name)) return "The name holds lower-case letters, digits and underscores only.";
  if (name.length > LONGEST) return `The name has at most ${LONGEST} characters.`;
  const taken = types.find((type) => type.name === name);
  if (!taken) return null;
  return taken.own ? "A type of yours has this name. Open that one to change it." : "A built-in type has this name.";
}

/** The first free name like this one. */
export function freeName(like: string, taken: string[]): string {
  const names = [like, ...Array.from({ length: taken.length + 1 }, (_, index) => `${like}_${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? like;
}
