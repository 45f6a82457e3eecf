import { bubblewrapBackend } from '@caliban/agent/sandbox';

/** Null where bubblewrap works, else why these tests are skipped. Printed once: what isn't tried must not look tried. */
export async function whyNotConfined(): Promise<string | null> {
  const opened = await bubblewrapBackend({ home: undefined, realPath: (path) => path }).open();
  if (opened.ok) return null;
  process.stderr.write(`tests of confined commands are skipped: ${opened.error}\n`);
  return opened.error;
}
