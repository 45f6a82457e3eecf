/** The signals that end the program, and their exit codes. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type EndSignal = keyof typeof EXIT_CODES;

/** Returns a function that stops listening. */
export function onEndSignals(signals: readonly EndSignal[], listener: (code: number) => void): () => void {
  const listeners = signals.map((signal) => [signal, () => listener(EXIT_CODES[signal])] as const);
  for (const [signal, each] of listeners) process.on(signal, each);
  return () => {
    for (const [signal, each] of listeners) process.off(signal, each);
  };
}
