import { spelledOut, spelledSpans } from '../fields/spelled.ts';
import { wrapSpans } from '../fields/wrap-spans.ts';
import type { LoggedDecision } from '../ports.ts';
import type { Line, Tone } from '../screen/line.ts';

/** Letter case does not count. */
export function filterDecisions(decisions: readonly LoggedDecision[], text: string): readonly LoggedDecision[] {
  const searched = text.trim().toLowerCase();
  if (searched === '') return decisions;
  return decisions.filter(({ tool, summary, outcome, because, rule = '' }) =>
    `${outcome} ${tool} ${summary} ${because} ${rule}`.toLowerCase().includes(searched),
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

export function decisionLine({ at, tool, summary, outcome, because }: LoggedDecision, isSelected: boolean): Line {
  return [
    { text: isSelected ? '❯ ' : '  ', tone: 'accent' },
    { text: `${timeOf(at)} `, tone: 'dim' },
    { text: `${SIGNS[outcome]} ${outcome.padEnd(5)} `, tone: TONES[outcome] },
    { text: `${spelledOut(tool)} `, tone: isSelected ? 'strong' : 'plain' },
    { text: spelledOut(summary), tone: isSelected ? 'strong' : 'plain' },
    { text: `  ${spelledOut(because)}`, tone: 'dim' },
  ];
}

export function timeOf(at: Date): string {
  return Number.isNaN(at.getTime()) ? '????-??-?? ??:??:??' : at.toISOString().slice(0, 19).replace('T', ' ');
}

/** The whole entry; a line that is no JSON is shown as it stands. */
export function entryRows({ json }: LoggedDecision, columns: number): readonly Line[] {
  return pretty(json)
    .split('\n')
    .flatMap((text) => wrapSpans(spelledSpans(text, 'plain'), columns));
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
