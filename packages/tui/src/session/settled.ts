import type { Runner } from './runner.ts';

/** What was interrupted may tidy up behind itself, but not for long. */
export async function settled(runner: Runner): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([runner.idle, patience]);
  clearTimeout(timer);
}

const PATIENCE_MS = 2000;
