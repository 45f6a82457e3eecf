import { shortCount, shortDuration } from '../screen/figures.ts';
import type { Spending } from '../session/spending.ts';
import { inColumns } from './in-columns.ts';

/** What the session has used. Prices aren't known here. */
export function costText({ byModel, replies, calls, refused, runningMs }: Spending): string {
  if (byModel.size === 0 && calls === 0) return 'nothing has been used yet';
  const models = [...byModel].map(
    ([name, { inputTokens, outputTokens, cachedInputTokens }]): readonly [string, string] => {
      const cached = cachedInputTokens === 0 ? '' : `, ${shortCount(cachedInputTokens)} of them cached`;
      return [name, `${shortCount(inputTokens)} tokens in${cached}; ${shortCount(outputTokens)} tokens out`];
    },
  );
  return inColumns([
    ...models,
    ['replies', String(replies)],
    ['calls', refused === 0 ? String(calls) : `${calls}, ${refused} of them refused`],
    ['time', `${shortDuration(runningMs)} of work`],
  ]).join('\n');
}
