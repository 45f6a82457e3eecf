import type { ToolCall } from '@caliban/calls';
import { CLASSES } from '@caliban/calls/classes';
import { cutMiddle, spelledOut } from '@caliban/calls/text';
import { formatPattern, type Part, type Question, type Rule } from '@caliban/gate';
import { isOneOfSeveral, ruleVerdict } from '@caliban/gate/filter';
import { classOfPattern } from '@caliban/gate/pattern';
import { textLines } from '../fields/section-lines.ts';
import { cutText } from '../screen/cut-text.ts';
import type { Line, Tone } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import { shownFile } from './shown-path.ts';

/** Why the operator is asked: the rule with its comment, the part, the classifier, our own files. Most important first. */
export function whyLines({ call, verdict }: Question, { asking, columns, most }: WhySight): readonly Line[] {
  const { because } = verdict;
  const lines: Line[] = [];
  const say = (text: string, tone: Tone = 'plain') => lines.push(...textLines(text, { columns, tone, most }));

  const sayClass = ({ pattern }: Rule) => {
    const name = classOfPattern(pattern);
    if (name !== null) say(`@${name}: ${CLASSES[name].description}`, 'accent');
  };
  if (because.kind === 'own-file')
    say(`It writes caliban's own ${quoted(shownFile(because.file, call.context))}: always a question.`, 'warning');
  if (because.kind === 'classifier') {
    const { verdict: opinion, source, reason } = because.opinion;
    say(`Auto mode: the classifier says ${opinion} (${source}): ${short(reason)}`, 'warning');
  }
  if (because.kind === 'fault') say(`The check failed: ${short(because.message)}`, 'bad');

  const rules = ruleVerdict(verdict);
  const { because: ground } = rules;
  if (ground.kind === 'fault') return lines;
  const [first] = asking;
  // An opaque line asks as a whole, and its parts may ask too.
  const parts = asking.filter(({ kind }) => kind !== 'line');
  const named = ground.kind === 'opaque' ? parts[0] : first;
  if (isOneOfSeveral(named)) say(parts.length === 1 ? partText(named) : partsText(parts, { columns, most }), 'accent');
  switch (ground.kind) {
    case 'rule':
      say(
        `${because.kind === 'own-file' ? DECIDED[rules.action] : 'Asked'} by rule ${ruleWithPlace(ground.rule, call.context)}`,
      );
      sayClass(ground.rule);
      if (ground.rule.comment !== undefined && ground.rule.comment !== '')
        say(`Comment: ${short(ground.rule.comment)}`);
      break;
    case 'no-rule':
      say('No rule matches.');
      break;
    case 'opaque':
      say(`The command can't be analysed in full: ${short(ground.problem)}`, 'warning');
      if (ground.rule !== undefined) say(`Rule ${ruleWithPlace(ground.rule, call.context)} does not cover that.`);
      break;
    case 'harmless':
      break;
  }
  return lines;
}

/** Without the question about our own files, this is what the rules would have done. */
const DECIDED = { allow: 'Else allowed', ask: 'Also asked', deny: 'Denied' } as const;

export type WhySight = {
  /** The part of the verdict comes first. */
  readonly asking: readonly Part[];
  readonly columns: number;
  readonly most: number;
};

function partText({ number, of, text }: Part): string {
  return `Part ${number} of ${of} asks: ${quoted(text)}`;
}

/** All of them are named, each short enough to leave room for the others. */
function partsText(asking: readonly Part[], { columns, most }: Pick<WhySight, 'columns' | 'most'>): string {
  const head = `${asking.length} of ${asking[0]?.of} parts ask: `;
  const whole = head + asking.map(({ text }) => quoted(text)).join(', ');
  if (widthOf(whole) <= columns) return whole;
  const share = Math.floor((columns * most - head.length) / asking.length) - '``, '.length;
  // No more than half a row, so that little is lost where rows break.
  const width = Math.max(MIN_NAME_WIDTH, Math.min(share, Math.floor(columns / 2)));
  return head + asking.map(({ text }) => `\`${cutText(short(text), width)}\``).join(', ');
}

const MIN_NAME_WIDTH = 10;

/** With `context` the file is shown relative to the workspace or to the home directory. */
export function ruleWithPlace({ pattern, source }: Rule, context?: ToolCall['context']): string {
  const { layer, file, line } = source;
  const written = file === undefined || context === undefined ? file : shownFile(file, context);
  const place = written === undefined ? '' : `, ${spelledOut(written)}${line === undefined ? '' : `:${line}`}`;
  return `${quoted(formatPattern(pattern))} (${LAYER_NAMES[layer] ?? layer}${place})`;
}

const LAYER_NAMES: Readonly<Record<string, string>> = { builtin: 'built-in', runtime: 'session', cli: 'command line' };

export function quoted(text: string): string {
  return `\`${short(text)}\``;
}

function short(text: string): string {
  return spelledOut(cutMiddle(text, 600).text);
}
