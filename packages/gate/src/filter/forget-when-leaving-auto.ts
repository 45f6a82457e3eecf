import type { SharedPermissionMode } from '../state/shared-permission-mode.ts';

/** Clears the classifier's cache when auto mode ends. Returns a function that stops watching. */
export function forgetWhenLeavingAuto(forget: () => void, mode: SharedPermissionMode): () => void {
  return mode.onChange((change) => {
    if (change.previous === 'auto' && change.mode !== 'auto') forget();
  });
}
