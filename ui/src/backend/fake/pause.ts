let running = 0;

export async function pause(milliseconds: number): Promise<void> {
  running += 1;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  running -= 1;
}

/** Resolves when nothing that was asked of a fake service goes on, and what waited for it has been told. */
export async function settled(): Promise<void> {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  do await turn();
  while (running > 0);
}
