import { useContext, useEffect, useRef } from 'react';
import { ARMING_MS, SELECTING_MS } from '../fields/arming-ms.ts';
import { TimerContext } from '../fields/timer.ts';
import { useLive } from '../fields/use-live.ts';

export type Arming = {
  readonly isArmed: () => boolean;
  /** An answer may be preselected: no key was pressed for a while, so Enter isn't the end of a prompt. */
  readonly mayPreselect: () => boolean;
  /** A key came that wasn't meant for this: someone is still typing, so the wait begins again. */
  readonly startAgain: () => void;
};

type Phase = 'deaf' | 'armed' | 'preselecting';

/** Counted from when the component is mounted. */
export function useArming(): Arming {
  const timer = useContext(TimerContext);
  const phase = useLive<Phase>(() => 'deaf');
  const callOff = useRef(() => {});
  const startAgain = () => {
    callOff.current();
    const arm = timer.after(ARMING_MS, () => {
      if (phase.current === 'deaf') phase.set('armed');
    });
    const select = timer.after(SELECTING_MS, () => phase.set('preselecting'));
    callOff.current = () => {
      arm();
      select();
    };
    if (phase.current === 'preselecting') phase.set('armed');
  };
  const start = useRef(startAgain);
  useEffect(() => {
    start.current();
    return () => callOff.current();
  }, []);
  return { isArmed: () => phase.current !== 'deaf', mayPreselect: () => phase.current === 'preselecting', startAgain };
}
