import { type Context, createContext } from 'react';
import { clockTimer, type Timer } from './clock-timer.ts';

export const TimerContext: Context<Timer> = createContext(clockTimer);
