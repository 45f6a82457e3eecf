/** Later, unless it is called off before. */
export interface Timer {
  after(ms: number, then: () => void): () => void;
}

/** Keys that waited while the process was busy are read first: time that is up must not make them count as new. */
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
