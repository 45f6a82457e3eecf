import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's, Fedora's and Google's names. */
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null where there is none: what needs it is skipped. */
export const BROWSER_PROGRAM = PROGRAMS.find((path) => existsSync(path)) ?? null;

export function openBrowser(): Promise<Browser> {
  if (BROWSER_PROGRAM === null) throw new Error('there is no Chromium here');
  // Chromium's own sandbox doesn't work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: BROWSER_PROGRAM, args });
}
