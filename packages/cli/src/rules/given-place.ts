import { didYouMean } from '@caliban/calls/text';
import type { Action } from '@caliban/gate';
import { ACTIONS, readAction } from '@caliban/gate/types';
import type { RulePlace } from '@caliban/storage';
import { UsageError } from '../command-line/problems.ts';

export function actionOf(written: string): Action {
  const action = readAction(written);
  if (action !== null) return action;
  throw new UsageError(`unknown action \`${written}\`${didYouMean(written, ACTIONS)}; expected allow, deny or ask`);
}

/** People count from one. */
export function readPlace(written = 'bottom'): RulePlace {
  if (written === 'top' || written === 'bottom') return written;
  if (/^[1-9]\d{0,8}$/.test(written)) return { at: Number(written) - 1 };
  const [, before] = /^before\s+(.+)$/s.exec(written) ?? [];
  if (before !== undefined) return { before };
  throw new UsageError(`--at \`${written}\` is not a place; write top, bottom, a number from 1, or before PATTERN`);
}
