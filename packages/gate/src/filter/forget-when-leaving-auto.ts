import type { SharedPermissionMode } from '../state/shared-permission-mode.ts';

/** What the classifier said holds for one stay in auto mode. Returns the way to stop watching. */
export function forgetWhenLeavingAuto(forget: () => void, mode: SharedPermissionMode): () => void {
  return mode.onChange((change) => {
    if (change.previous === 'auto' && change.mode !== 'auto') forget();
  });
}
