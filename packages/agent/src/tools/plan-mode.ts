import type { PermissionMode } from '@caliban/gate';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';
import { done, failed } from './tool-output.ts';

/** The live mode of the session. It may refuse a mode and land in another; `current` tells. */
export interface PlanModeSwitch {
  current(): PermissionMode;
  switchTo(mode: PermissionMode): void;
  /** Told of every change, whoever makes it. */
  onChange(listener: () => void): void;
  /** A person sees the plan, and may stop what follows. */
  readonly operatorIsThere: boolean;
}

const STAYS_ON =
  'plan mode was chosen by the operator, and nobody can be asked here, so it stays on; give the plan as your answer';

/** They share what they remember: leaving goes back to where entering came from. */
export function createPlanModeTools(mode: PlanModeSwitch): readonly Tool[] {
  let before: PermissionMode | null = null;
  // A change that was not ours is the operator's word: where we came from no longer counts.
  mode.onChange(() => {
    before = null;
  });

  const enter = defineTool({
    name: 'EnterPlanMode',
    description: 'Starts plan mode: look and think, change nothing. For work that should be thought through first.',
    access: 'internal',
    input: z.strictObject({}),
    run() {
      if (mode.current() === 'plan') return done('plan mode is on already');
      const from = mode.current();
      mode.switchTo('plan');
      if (mode.current() !== 'plan') return failed('plan mode is not available in this session');
      before = from;
      return done('plan mode is on: read and search, and call ExitPlanMode with the plan when it stands');
    },
  });

  const exit = defineTool({
    name: 'ExitPlanMode',
    description: 'Ends plan mode, once the plan stands.',
    access: 'internal',
    input: z.strictObject({ plan: z.string().optional().describe('The plan, for the person who reads along') }),
    run() {
      if (mode.current() !== 'plan') {
        before = null;
        return done(`plan mode is not on; the mode is ${mode.current()}`);
      }
      if (before === null && !mode.operatorIsThere) return failed(STAYS_ON);
      // A person who chose plan mode did not say what comes after it: the mode that asks.
      mode.switchTo(before ?? 'default');
      return done(`plan mode is off; the mode is ${mode.current()}`);
    },
  });

  return [enter, exit];
}
