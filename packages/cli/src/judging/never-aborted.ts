/** A signal for what nobody calls off. The first real one of a process takes longer than judging a call. */
export const NEVER: AbortSignal = {
  aborted: false,
  reason: undefined,
  onabort: null,
  throwIfAborted() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => true,
};
