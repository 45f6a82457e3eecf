import type { PermissionMode } from '@caliban/gate';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import type { Tool, ToolOutput } from './tool.ts';
import { done, failed } from './tool-output.ts';

/** The live mode of the session. It may refuse a mode and switch to another; read `current` afterwards. */
export interface PlanModeSwitch {
  current(): PermissionMode;
  switchTo(mode: PermissionMode): void;
  /** Called on every change, whoever makes it. */
  onChange(listener: () => void): void;
  /** Who approves a plan; null if no one can be asked. */
  readonly reviewer: PlanReviewer | null;
}

/** What the agent would like to do. */
export type ProposedPlan = {
  /** Markdown; empty if the agent gave none. */
  readonly text: string;
  /** The mode from which the agent switched to plan mode by itself; null if the operator chose plan mode. */
  readonly from: PermissionMode | null;
};

export type PlanAnswer =
  | { readonly kind: 'approved' /** The mode after plan mode. */; readonly mode: PermissionMode }
  /** Plan mode stays on. */
  | { readonly kind: 'sent-back' /** For the agent; may be empty. */; readonly message: string };

/** A person who reviews plans. A rejection leaves plan mode on. */
export interface PlanReviewer {
  reviewPlan(plan: ProposedPlan, signal: AbortSignal): Promise<PlanAnswer>;
}

const STAYS_ON =
  'plan mode was chosen by the operator, and no one can be asked here, so it stays on; give the plan as your answer';

/** They share state: leaving plan mode returns to the mode it was entered from. */
export function createPlanModeTools(mode: PlanModeSwitch): readonly Tool[] {
  let before: PermissionMode | null = null;
  // A change that isn't ours was made by the operator: the remembered mode no longer applies.
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
      return done('plan mode is on: read and search, and call ExitPlanMode with the plan when it is ready');
    },
  });

  const exit = defineTool({
    name: 'ExitPlanMode',
    description: 'Ends plan mode, once the plan is ready.',
    access: 'internal',
    input: z.strictObject({
      plan: z.string().optional().describe('The plan in Markdown, for the person who approves it'),
    }),
    async run({ plan = '' }, _call, { signal }) {
      if (mode.current() !== 'plan') {
        before = null;
        return done(`plan mode is not on; the mode is ${mode.current()}`);
      }
      if (mode.reviewer !== null) return reviewed(mode.reviewer, plan, signal);
      if (before === null) return failed(STAYS_ON);
      mode.switchTo(before);
      return done(`plan mode is off; the mode is ${mode.current()}`);
    },
  });

  async function reviewed(reviewer: PlanReviewer, text: string, signal: AbortSignal): Promise<ToolOutput> {
    const answer = await reviewer.reviewPlan({ text, from: before }, signal);
    switch (answer.kind) {
      case 'approved':
        mode.switchTo(answer.mode);
        return done(`the operator approved the plan; plan mode is off, and the mode is ${mode.current()}`);
      case 'sent-back': {
        const says = answer.message === '' ? '' : ` and says: ${answer.message}`;
        return done(
          `the operator sent the plan back${says}\nPlan mode stays on: change the plan, and call ExitPlanMode with the new one`,
        );
      }
    }
  }

  return [enter, exit];
}
