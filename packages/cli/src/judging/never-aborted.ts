/** A signal that never aborts. Creating the first real one of a process takes longer than judging a call. */
export const NEVER: AbortSignal = {
  aborted: false,
  reason: undefined,
  onabort: null,
  throwIfAborted() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => true,
};
