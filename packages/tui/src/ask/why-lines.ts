import { formatPattern, type Question, type Rule } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/internal/filter/because-text';
import { ruleVerdict } from '@caliban/gate/internal/filter/rule-verdict';
import { cutMiddle } from '@caliban/gate/internal/text/cut-middle';
import { textLines } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { Line, Tone } from '../screen/line.ts';

/** Why the operator is asked: the rule with its comment, the part, the classifier, our own files. Most important first. */
export function whyLines({ verdict }: Question, { columns, most }: { columns: number; most: number }): readonly Line[] {
  const { because } = verdict;
  const lines: Line[] = [];
  const say = (text: string, tone: Tone = 'plain') => lines.push(...textLines(text, { columns, tone, most }));

  if (because.kind === 'own-file')
    say(`It writes caliban's own ${quoted(because.file)}: always a question.`, 'warning');
  if (because.kind === 'classifier') {
    const { verdict: opinion, source, reason } = because.opinion;
    say(`Auto mode: the classifier says ${opinion} (${source}): ${short(reason)}`, 'warning');
  }
  if (because.kind === 'fault') say(`The check failed: ${short(because.message)}`, 'bad');

  const rules = ruleVerdict(verdict);
  const { because: ground } = rules;
  if (ground.kind === 'fault') return lines;
  if (isOneOfSeveral(ground.part)) {
    say(`Part ${ground.part.number} of ${ground.part.of} asks: ${quoted(ground.part.text)}`, 'accent');
  }
  switch (ground.kind) {
    case 'rule':
      say(`${because.kind === 'own-file' ? rules.action : 'Asked'} by rule ${ruleWithPlace(ground.rule)}`);
      if (ground.rule.comment !== undefined && ground.rule.comment !== '')
        say(`Comment: ${short(ground.rule.comment)}`);
      break;
    case 'no-rule':
      say('No rule matches.');
      break;
    case 'opaque':
      say(`The command cannot be vouched for: ${short(ground.problem)}`, 'warning');
      if (ground.rule !== undefined) say(`Rule ${ruleWithPlace(ground.rule)} does not cover that.`);
      break;
    case 'harmless':
      break;
  }
  return lines;
}

export function ruleWithPlace({ pattern, source }: Rule): string {
  const { layer, file, line } = source;
  const place = file === undefined ? '' : `, ${spelledOut(file)}${line === undefined ? '' : `:${line}`}`;
  return `${quoted(formatPattern(pattern))} (${LAYER_NAMES[layer] ?? layer}${place})`;
}

const LAYER_NAMES: Readonly<Record<string, string>> = { builtin: 'built-in', runtime: 'session', cli: 'command line' };

export function quoted(text: string): string {
  return `\`${short(text)}\``;
}

function short(text: string): string {
  return spelledOut(cutMiddle(text, 600).text);
}
