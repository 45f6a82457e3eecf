import { spelledOut, spelledSpans } from '../fields/spelled.ts';
import { wrapSpans } from '../fields/wrap-spans.ts';
import type { LoggedDecision } from '../ports.ts';
import type { Line, Tone } from '../screen/line.ts';

/** Letter case does not count. */
export function filterDecisions(decisions: readonly LoggedDecision[], text: string): readonly LoggedDecision[] {
  const searched = text.trim().toLowerCase();
  if (searched === '') return decisions;
  return decisions.filter(({ tool, summary, outcome, answer = '', because, rule = '' }) =>
    `${outcome} ${WORDS[outcome]} ${answer} ${tool} ${summary} ${because} ${rule}`.toLowerCase().includes(searched),
  );
}

const TONES: Readonly<Record<LoggedDecision['outcome'], Tone>> = {
  allow: 'good',
  deny: 'bad',
  'handed-over': 'warning',
  'left-to-host': 'dim',
};
const SIGNS: Readonly<Record<LoggedDecision['outcome'], string>> = {
  allow: '✓',
  deny: '✗',
  'handed-over': '?',
  'left-to-host': '·',
};
const WORDS: Readonly<Record<LoggedDecision['outcome'], string>> = {
  allow: 'allow',
  deny: 'deny',
  'handed-over': 'asked',
  'left-to-host': 'left',
};

export function decisionLine(
  { at, tool, summary, outcome, answer, because }: LoggedDecision,
  isSelected: boolean,
): Line {
  return [
    { text: isSelected ? '❯ ' : '  ', tone: 'accent' },
    { text: `${timeOf(at)} `, tone: 'dim' },
    {
      text: `${SIGNS[outcome]} ${WORDS[outcome].padEnd(5)}${answer === undefined ? '' : `: ${answer}`} `,
      tone: TONES[outcome],
    },
    { text: `${spelledOut(tool)} `, tone: isSelected ? 'strong' : 'plain' },
    { text: spelledOut(summary), tone: isSelected ? 'strong' : 'plain' },
    { text: `  ${spelledOut(because)}`, tone: 'dim' },
  ];
}

export function timeOf(at: Date): string {
  if (Number.isNaN(at.getTime())) return '????-??-?? ??:??:??';
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

/** The whole entry; a line that is no JSON is shown as it stands. */
export function entryRows(decision: LoggedDecision, columns: number): readonly Line[] {
  const entry = pretty(decision.json)
    .split('\n')
    .flatMap((text) => wrapSpans(spelledSpans(text, 'plain'), columns));
  const hint = fixHint(decision);
  return hint === null ? entry : [...wrapSpans(spelledSpans(hint, 'accent'), columns), ...entry];
}

/** How to settle a call that was not simply allowed; null: it was, or its id is one that a shell would read otherwise. */
function fixHint({ outcome, json }: LoggedDecision): string | null {
  const [, id] = /"tool_use_id":"([\w-]{1,100})"/.exec(json) ?? [];
  const isSettled = outcome === 'allow' && !json.includes('"action":"ask"');
  return isSettled || id === undefined ? null : `rules that settle it: caliban perms fix --id ${id}`;
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
