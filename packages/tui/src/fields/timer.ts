import { type Context, createContext } from 'react';

/** Later, unless it is called off before. */
export interface Timer {
  after(ms: number, then: () => void): () => void;
}

const clockTimer: Timer = {
  after(ms, then) {
    const handle = setTimeout(then, ms);
    return () => clearTimeout(handle);
  },
};

export const TimerContext: Context<Timer> = createContext(clockTimer);
