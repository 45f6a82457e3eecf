/** As `AbortSignal.timeout`, which Node 20 forgets, timer and all, when no one listens to it and `AbortSignal.any` alone holds it. */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  limit.addEventListener('abort', () => {});
  return limit;
}
