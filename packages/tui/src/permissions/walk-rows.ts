import { describeVerdict, type Explanation, formatPattern } from '@caliban/gate';
import type { ExplainedPart, TriedRule } from '@caliban/gate/internal/inspect/explain';
import { spelledOut } from '../fields/spelled.ts';
import type { Line, Tone } from '../screen/line.ts';
import { ACTION_TONES, placeOf } from './rule-row-line.ts';

/** The walk as rows made when they are looked at: parts times rules can be many. */
export type WalkRows = { readonly total: number; readonly rowAt: (at: number) => Line };

export function walkRows({ verdict, parts }: Explanation): WalkRows {
  const total = parts.reduce((rows, part) => rows + 1 + part.tried.length, 1);
  return { total, rowAt };

  function rowAt(at: number): Line {
    if (at === 0) return [{ text: describeVerdict(verdict), tone: ACTION_TONES[verdict.action] }];
    let left = at - 1;
    for (const part of parts) {
      if (left === 0) return partLine(part);
      const tried = part.tried[left - 1];
      if (tried !== undefined) return triedLine(tried, left);
      left -= part.tried.length + 1;
    }
    return [];
  }
}

function partLine({ part, verdict }: ExplainedPart): Line {
  const name = part === undefined ? 'the call' : partName(part);
  const said = verdict === null ? 'needs no rule' : verdict.action;
  return [
    { text: `${name} → `, tone: 'strong' },
    { text: said, tone: verdict === null ? 'dim' : ACTION_TONES[verdict.action] },
  ];
}

function partName({ kind, number, of, text }: NonNullable<ExplainedPart['part']>): string {
  const what = kind === 'line' ? 'the line as a whole' : `part ${number} of ${of} (${kind})`;
  return `${what}: ${spelledOut(text)}`;
}

function triedLine({ rule, matches, decides }: TriedRule, number: number): Line {
  const tone: Tone = matches ? ACTION_TONES[rule.action] : 'dim';
  const place = placeOf(rule, 40);
  return [
    { text: `  ${decides ? MARKS[rule.action] : matches ? '·' : ' '} `, tone },
    { text: `${String(number).padStart(4)} ${rule.action.padEnd(6)}`, tone },
    { text: spelledOut(formatPattern(rule.pattern)), tone: decides ? 'strong' : matches ? 'plain' : 'dim' },
    { text: decides ? '  ◀ decides' : '', tone: 'accent' },
    { text: `  ${rule.source.layer}${place === '' ? '' : ` ${place}`}`, tone: 'dim' },
  ];
}

/** As in `perms explain`: of those that match, the one that decides has a mark of its own. */
const MARKS = { allow: '✓', deny: '✗', ask: '?' } as const;
