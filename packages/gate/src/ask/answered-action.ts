import type { Answer } from '../types/answer.ts';

/** A yes or a no; anything else is a broken handler, and a throw. */
export function answeredAction(answer: Answer): 'allow' | 'deny' {
  const action = sayingOf(answer);
  if (action === 'allow' || action === 'deny') return action;
  throw new Error('the question was answered with neither yes nor no');
}

function sayingOf(answer: Answer): unknown {
  switch (answer.kind) {
    case 'once':
      return answer.action;
    case 'always':
      return answer.rule.action;
  }
}
