import { visible } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import {
  type FileNotice,
  formatNotice,
  type LayerFiles,
  type Locations,
  loadRules,
  type RuleChoice,
  removeRule,
} from '@caliban/storage';
import { chooseRules, loadedFiles, readLayer } from '@caliban/storage/rules';
import type { Args } from '../../command-line/args.ts';
import { NOT_FOUND_EXIT } from '../../command-line/exit-codes.ts';
import { UsageError } from '../../command-line/problems.ts';
import { jsonText } from '../../output/json.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import { projectAnswer } from '../../policy/project-answer.ts';
import type { Terminal } from '../../process/terminal.ts';
import { failing } from '../../rules/advice.ts';
import { keepTrust } from '../../rules/keep-trust.ts';
import { changeError, conversionNote, targetOf } from '../../rules/writing.ts';

/** `perms remove`: exits 1 if there is no such rule. */
export async function remove(args: Args, terminal: Terminal): Promise<number> {
  const choice = readChoice(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const scope = args.text('scope') ?? 'project';
  const target = targetOf(locations, scope);
  const changed = await keepTrust(locations, () => removeRule(target, choice));
  if (!changed.ok) {
    if (changed.error.kind !== 'not-found') throw changeError(changed.error);
    const elsewhere = await besideIt(target, choice);
    const hint = elsewhere ?? `see \`caliban perms list --scope ${scope}\``;
    terminal.err(`${visible(target.permissions)}: ${visible(changed.error.message)}; ${hint}\n`);
    return NOT_FOUND_EXIT;
  }
  const { before, file } = changed.value;
  const removed = removedRules(before, choice);
  if (args.isSet('json')) {
    terminal.out(jsonText({ changed: true, file, removed: removed.map(ruleJson) }));
    return 0;
  }
  for (const rule of removed) {
    const what = visible(`${rule.action} \`${formatPattern(rule.pattern)}\``);
    terminal.out(`removed ${what} from ${visible(`${file}:${rule.source.line}`)}\n`);
  }
  terminal.out(conversionNote(changed.value));
  for (const failure of await failingNow(locations, terminal)) terminal.out(`note: ${formatNotice(failure)}\n`);
  return 0;
}

/** Tests that relied on the rule. */
async function failingNow(locations: Locations, terminal: Terminal): Promise<readonly FileNotice[]> {
  const answer = await projectAnswer(locations);
  return failing(await loadRules(locations, { projectAnswer: answer, unanswered: 'use' }), {
    locations,
    answer,
    terminal,
  });
}

/** Rules may also be in the general settings file, which is left to the operator. */
async function besideIt(target: LayerFiles, choice: RuleChoice): Promise<string | null> {
  if ('index' in choice) return null;
  const { reports } = await readLayer(target);
  for (const { file, rules } of loadedFiles(reports)) {
    const found = chooseRules(rules, choice);
    if (!found.ok || file === target.permissions) continue;
    const { source } = rules[found.value[0] as number] as Rule;
    return `it stands in ${visible(`${file}:${source.line}`)}, which caliban does not change; remove it there`;
  }
  return null;
}

/** Removes every rule with the pattern, in any spelling; an index means one rule. */
function removedRules(before: readonly Rule[], choice: RuleChoice): readonly Rule[] {
  const chosen = chooseRules(before, choice);
  return chosen.ok ? chosen.value.map((at) => before[at] as Rule) : [];
}

function readChoice(args: Args): RuleChoice {
  const index = args.text('index');
  const patterns = [...args.operands, ...(args.text('pattern') === undefined ? [] : [args.text('pattern') as string])];
  const [pattern, second] = patterns;
  if (second !== undefined) throw new UsageError(`one rule at a time; \`${second}\` is a second pattern`);
  if ((pattern === undefined) === (index === undefined)) throw new UsageError('say which rule: PATTERN or --index N');
  if (pattern !== undefined) return { pattern };
  if (!/^[1-9]\d{0,8}$/.test(index as string)) throw new UsageError(`--index \`${index}\` is not a number from 1`);
  return { index: Number(index) - 1 };
}
