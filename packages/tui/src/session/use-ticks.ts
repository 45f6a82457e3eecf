import { useContext, useEffect } from 'react';
import { TimerContext } from '../fields/timer.ts';
import { TICK_MS } from './spinner.ts';

/** Calls `tick` once a second while `isTicking`. No timer is set otherwise. */
export function useTicks(isTicking: boolean, tick: () => void): void {
  const timer = useContext(TimerContext);
  useEffect(() => {
    if (!isTicking) return;
    let callOff = () => {};
    const wait = () => {
      callOff = timer.after(TICK_MS, () => {
        tick();
        wait();
      });
    };
    wait();
    return () => callOff();
  }, [isTicking, tick, timer]);
}
