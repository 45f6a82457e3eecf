import type { LoggedDecision } from '@caliban/agent/session';
import { spelledOut } from '@caliban/calls/text';
import { spelledSpans } from '../fields/spelled.ts';
import { cutText } from '../screen/cut-text.ts';
import type { Line, Tone } from '../screen/line.ts';
import { localTime } from '../screen/local-time.ts';
import { widthOf } from '../screen/width.ts';
import { wrapSpans } from '../screen/wrap-spans.ts';

/** Ignores case. */
export function filterDecisions(decisions: readonly LoggedDecision[], text: string): readonly LoggedDecision[] {
  const searched = text.trim().toLowerCase();
  if (searched === '') return decisions;
  return decisions.filter(({ tool, summary, outcome, answer = '', because, rule = '', workspace }) =>
    `${outcome} ${WORDS[outcome]} ${answer} ${tool} ${summary} ${because} ${rule} ${workspace}`
      .toLowerCase()
      .includes(searched),
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

export type DecisionLook = {
  readonly columns: number;
  /** Of this session: it isn't repeated in every row. */
  readonly workspace: string;
  readonly now: Date;
};

/** Time, outcome, project, call, and the rule or other reason. */
export function decisionLine(decision: LoggedDecision, { columns, workspace, now }: DecisionLook): Line {
  const { at, tool, summary, outcome, answer, because, rule } = decision;
  const time = `${localTime(at, now)}`.padEnd(TIME_COLUMNS);
  const said = `${SIGNS[outcome]} ${WORDS[outcome]}${answer === undefined ? '' : `: ${answer}`}`.padEnd(SAID_COLUMNS);
  const isElsewhere = decision.workspace !== '' && decision.workspace !== workspace;
  const project = isElsewhere ? `${cutText(spelledOut(projectName(decision.workspace)), PROJECT_COLUMNS)}: ` : '';
  const room = Math.max(10, columns - TIME_COLUMNS - SAID_COLUMNS - 4);
  const whole = `${spelledOut(tool)} ${spelledOut(summary)}`.trimEnd();
  // What a short call leaves free is the reason's.
  const whyRoom = Math.max(Math.floor(room * 0.4), room - widthOf(project) - widthOf(whole) - GAP);
  const why = cutText(spelledOut(because === 'rule' ? (rule ?? because) : because), whyRoom);
  const callRoom = Math.max(1, room - widthOf(why) - widthOf(project) - GAP);
  const call = cutText(whole, callRoom);
  return [
    { text: `  ${time} `, tone: 'dim' },
    { text: `${said} `, tone: TONES[outcome] },
    { text: project, tone: 'accent' },
    { text: call, tone: 'plain' },
    { text: ' '.repeat(Math.max(1, callRoom - widthOf(call) + GAP)), tone: 'plain' },
    { text: why, tone: 'dim' },
  ];
}

const TIME_COLUMNS = 16;
const SAID_COLUMNS = 9;
const PROJECT_COLUMNS = 16;
const GAP = 2;

/** The last folder of the path. */
function projectName(workspace: string): string {
  return workspace.split('/').findLast((name) => name !== '') ?? workspace;
}

export function timeOf(at: Date): string {
  if (Number.isNaN(at.getTime())) return '????-??-?? ??:??:??';
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

/** The important fields, then the whole entry; a line that isn't JSON is shown as it is. */
export function entryRows(decision: LoggedDecision, columns: number): readonly Line[] {
  const { at, tool, summary, outcome, answer, because, rule, workspace } = decision;
  const facts: readonly (readonly [string, string])[] = [
    ['when', timeOf(at)],
    ['call', `${tool} ${summary}`],
    ['result', `${WORDS[outcome]}${answer === undefined ? '' : `: ${answer}`}`],
    ['because', because],
    ...(rule === undefined || rule === because ? [] : [['rule', rule] as const]),
    ...(workspace === '' ? [] : [['project', workspace] as const]),
  ];
  const rows = facts.flatMap(([name, value]) =>
    wrapSpans([{ text: name.padEnd(FACT_COLUMNS), tone: 'dim' }, ...spelledSpans(value, 'plain')], columns),
  );
  const entry = pretty(decision.json)
    .split('\n')
    .flatMap((text) => wrapSpans(spelledSpans(text, 'dim'), columns));
  const hint = fixHint(decision);
  const fix = hint === null ? [] : wrapSpans(spelledSpans(hint, 'accent'), columns);
  return [...rows, ...fix, [], ...entry];
}

const FACT_COLUMNS = 9;

/** How to settle a call that wasn't simply allowed; null: it was, or its id contains characters that are special to a shell. */
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
