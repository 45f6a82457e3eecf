import { dirname, join } from 'node:path';
import type { HostSetup } from '@caliban/adapters/internal/install/host-setup';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';

/** The file beside the host's hooks that says to run none of them. */
export function switchedOffIn({ masterSwitch }: HostSetup, hooksFile: string): string | null {
  if (masterSwitch === undefined) return null;
  const file = join(dirname(hooksFile), masterSwitch.file);
  const text = readTextFile(file);
  return text.ok && text.value !== null && masterSwitch.isOff(text.value) ? file : null;
}
