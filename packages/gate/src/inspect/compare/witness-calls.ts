import { TOOL_PROFILES } from '@caliban/calls';
import { classDetails } from '@caliban/calls/classes';
import type { ArgumentGlob } from '../../types/pattern.ts';
import type { Rule } from '../../types/rule.ts';
import type { KnownRoots } from '../containment/contains-path.ts';
import { type ExampleContext, exampleCalls } from '../example-call.ts';
import type { ExampleCall } from '../finding.ts';
import { type Shape, shapeOf } from '../rule-shape.ts';
import { mayOverlap } from './overlap.ts';
import type { RiskyChange } from './risky-changes.ts';

/**
 * Calls that a change may let through, the most likely first: those of the rule itself, then those of overlapping rules on the
 * other side. The caller judges them. `rules`: those before and after.
 */
export function* witnessCalls(
  { rule }: RiskyChange,
  rules: readonly Rule[],
  { roots = {} }: { readonly roots?: KnownRoots } = {},
): Generator<ExampleCall> {
  const world = { profiles: TOOL_PROFILES, roots };
  const shape = shapeOf(rule, 0, world);
  yield* callsOf(shape, world);
  if (rule.action !== 'allow' && shape.specOn('Bash') !== null)
    for (const command of WITHOUT_RULE) yield { tool: 'Bash', input: { command } };
  const effort = { left: EFFORT };
  const isAllow = rule.action === 'allow';
  for (const other of rules) {
    if (effort.left <= 0) return;
    if ((other.action === 'allow') === isAllow) continue;
    const there = shapeOf(other, 0, world);
    if (mayOverlap(shape, there, effort)) yield* callsOf(there, world);
  }
}

/** Only a deny or ask stops these. */
const WITHOUT_RULE = ['cd src', 'true', 'X=1'];

const EFFORT = 1_000_000;
/** For each tool of a rule; a rule for every tool reaches all of them. */
const MAX_CALLS = 12;

function* callsOf({ rule, reaches }: Shape, world: ExampleContext): Generator<ExampleCall> {
  const seen = new Set<string>();
  for (const { tool, spec, unnamed } of reaches) {
    if (unnamed && rule.pattern.tool.text.replaceAll('*', '') === '') continue;
    if (seen.has(tool)) continue;
    seen.add(tool);
    if (spec.argument?.kind === 'class') yield* classCalls(spec.argument.name, tool);
    let count = 0;
    for (const call of exampleCalls(rule, tool, world)) {
      if (count++ >= MAX_CALLS) break;
      yield call;
      yield* commandsAbout(call, spec.argument);
    }
  }
}

/** `git log -5`, or `Read src/app.ts` as a call of that tool. */
function* classCalls(name: Extract<ArgumentGlob, { kind: 'class' }>['name'], tool: string): Generator<ExampleCall> {
  for (const example of classDetails(name).examples) {
    const [, named, argument = ''] = /^([A-Z]\w+) (.+)$/s.exec(example) ?? [];
    if (named !== undefined && named !== tool) continue;
    const of = named ?? 'Bash';
    const field = TOOL_PROFILES.get(of)?.argument?.field;
    if (of === tool && field !== undefined)
      yield { tool: of, input: { [field]: named === undefined ? example : argument } };
  }
}

/** A deny or ask on a path applies to commands, and one on a command to commands that run it. */
function* commandsAbout({ tool, input }: ExampleCall, argument: ArgumentGlob | null): Generator<ExampleCall> {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  const text = field === undefined ? undefined : input[field];
  if (typeof text !== 'string' || argument === null) return;
  const around = argument.kind === 'path' ? PATH_COMMANDS : argument.kind === 'text' ? WRAPPERS : [];
  for (const words of around) yield { tool: 'Bash', input: { command: `${words} ${text}` } };
}

const PATH_COMMANDS = ['cat', 'head', 'grep -n x', 'rm', 'tee'];
const WRAPPERS = ['sudo', 'env', 'nice', 'timeout 5'];
