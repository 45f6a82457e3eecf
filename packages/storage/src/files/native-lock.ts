import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TryLock } from './file-lock.ts';
import { openLock } from './open-lock.ts';

/**
 * A lock kept by the kernel: it ends with the process, however that ends. Null if the library has no build for this machine.
 * Loaded when the first lock is taken.
 */
export function nativeLock(): TryLock | null {
  const tryLock = loaded();
  if (tryLock === null) return null;
  return (file) => {
    const descriptor = openLock(file);
    let held = false;
    try {
      held = tryLock(descriptor);
    } finally {
      if (!held) closeSync(descriptor);
    }
    return held ? { release: closeOnce(descriptor) } : null;
  };
}

type NativeTryLock = (descriptor: number) => boolean;

let cached: NativeTryLock | null | undefined;

function loaded(): NativeTryLock | null {
  if (cached === undefined) {
    try {
      const library: { tryLock: NativeTryLock } = createRequire(import.meta.url)('fs-native-extensions');
      cached = library.tryLock;
    } catch {
      cached = null;
    }
  }
  return cached;
}

/** Closing the descriptor releases the lock. */
function closeOnce(descriptor: number): () => void {
  let open = true;
  return () => {
    if (open) closeSync(descriptor);
    open = false;
  };
}
