/** The work's own result, or a rejection as soon as the signal aborts, even if the work doesn't react. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const settle = () => signal.removeEventListener('abort', giveUp);
    work.then(resolve, reject).then(settle);
  });
}
