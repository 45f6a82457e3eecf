import type { PlanAnswer, ProposedPlan } from '@caliban/agent/session';
import { spelledOut } from '@caliban/calls/text';
import { choose } from '../plain/choose.ts';
import type { PlainConsole } from '../plain/plain-console.ts';
import { approved, planAnswers } from './plan-answers.ts';

/** The same for the plain terminal. If the input has ended, the plan is sent back. */
export async function reviewPlanInLines(
  console: PlainConsole,
  plan: ProposedPlan,
  signal: AbortSignal,
): Promise<PlanAnswer> {
  await new Promise(setImmediate);
  console.print('');
  console.print('approve this plan?');
  const text = plan.text.trim() === '' ? '(the agent gave no plan)' : plan.text.trimEnd();
  for (const line of text.split('\n')) console.print(`| ${spelledOut(line)}`);
  await console.discardTyped();
  signal.throwIfAborted();
  const chosen = await choose(console, {
    title: 'your answer:',
    choices: planAnswers(plan),
    name: ({ label }) => label.replace('…', ''),
    letter: ({ key }) => key,
    signal,
  });
  if (chosen === null) return { kind: 'sent-back', message: '' };
  if (chosen.key !== 'm') return approved(chosen.key, plan);
  console.ask('what the agent reads (return for nothing): ');
  return { kind: 'sent-back', message: (await console.nextLine(signal))?.trim() ?? '' };
}
