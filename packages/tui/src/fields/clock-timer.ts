/** Runs something later, unless it is cancelled first. */
export interface Timer {
  after(ms: number, then: () => void): () => void;
}

/** Keys that waited while the process was busy are read before the timer fires: otherwise its expiry would make them look new. */
export const clockTimer: Timer = {
  after(ms, then) {
    let behindInput: NodeJS.Immediate | undefined;
    const handle = setTimeout(() => {
      behindInput = setImmediate(then);
    }, ms);
    return () => {
      clearTimeout(handle);
      clearImmediate(behindInput);
    };
  },
};
