import { useContext, useEffect, useRef } from 'react';
import { ARMING_MS } from '../fields/arming-ms.ts';
import { TimerContext } from '../fields/timer.ts';
import { useLive } from '../fields/use-live.ts';

export type Arming = {
  readonly isArmed: () => boolean;
  /** A key came too early: somebody is still typing, so the wait begins again. */
  readonly startAgain: () => void;
};

/** Counted from the moment the component stands. */
export function useArming(): Arming {
  const timer = useContext(TimerContext);
  const armed = useLive(() => false);
  const callOff = useRef(() => {});
  const startAgain = () => {
    callOff.current();
    callOff.current = timer.after(ARMING_MS, () => armed.set(true));
  };
  const start = useRef(startAgain);
  useEffect(() => {
    start.current();
    return () => callOff.current();
  }, []);
  return { isArmed: () => armed.current, startAgain };
}
