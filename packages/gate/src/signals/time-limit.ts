/**
 * Like `AbortSignal.timeout`, which Node 20 garbage-collects with its timer if it has no listener and only `AbortSignal.any`
 * references it.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  limit.addEventListener('abort', () => {});
  return limit;
}
