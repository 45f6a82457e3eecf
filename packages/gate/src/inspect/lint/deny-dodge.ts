import { literalText } from '@caliban/calls/globs';
import type { ArgumentGlob } from '../../types/pattern.ts';
import { candidatesAmong } from '../compare/candidates.ts';
import { type CoverageContext, coverageOn } from '../compare/coverage.ts';
import { type ExampleContext, exampleCalls } from '../example-call.ts';
import type { ExampleCall, Finding } from '../finding.ts';
import type { Reach, Shape } from '../rule-shape.ts';
import { claudePrefix } from './literal-colon.ts';
import { callText, quotedPattern } from './rule-name.ts';

/**
 * Without `see_through_wrappers`: the first deny of each file that matches a command from its start, if no `~` deny covers it. A
 * wrapper in front of the command bypasses it.
 */
export function denyDodges(shapes: readonly Shape[], context: CoverageContext, world: ExampleContext): Finding[] {
  const anywhere = shapes.filter(
    ({ rule, reaches }) => rule.action !== 'allow' && reaches.some(({ spec }) => looksAnywhere(spec.argument)),
  );
  const candidates = candidatesAmong(anywhere);
  for (const shape of anywhere) candidates.add(shape);

  const told = new Set<string>();
  return shapes.flatMap((shape): Finding[] => {
    const { rule, position } = shape;
    const reach = shape.reaches.find(({ spec }) => namesProgram(spec.argument));
    const file = rule.source.file ?? rule.source.layer;
    if (rule.action !== 'deny' || told.has(file) || reach === undefined || claudePrefix(shape) !== null) return [];
    if (candidates.for(shape).some((other) => coverageOn(reach, other, shape, context) === 'full')) return [];
    const exampleCall = dodge(shape, reach, world);
    if (exampleCall === null) return [];
    told.add(file);
    const message = `${quotedPattern(rule)} does not deny ${callText(exampleCall)}; write \`see_through_wrappers = true\` below \`[permissions]\``;
    return [{ kind: 'deny-dodge', rule, position, severity: 'info', message, exampleCall }];
  });
}

function looksAnywhere(argument: ArgumentGlob | null): boolean {
  return argument?.kind === 'text' && argument.anywhere;
}

/** `rm *`, not `*rm*`: the first word is spelled out. */
function namesProgram(argument: ArgumentGlob | null): boolean {
  if (argument?.kind !== 'text' || argument.anywhere) return false;
  const [head] = argument.glob.segments;
  const text = typeof head === 'string' ? head : literalHead(head?.characters ?? []);
  return /^[\w./-]/.test(text) && !WRAPPED.test(text) && (text.includes(' ') || literalText(argument.glob) !== null);
}

/** Already about the wrapper itself. */
const WRAPPED = /^(?:sudo|doas|env|xargs|nohup|timeout)\b/;

function literalHead(characters: readonly (string | null)[]): string {
  const hole = characters.indexOf(null);
  return characters.slice(0, hole === -1 ? undefined : hole).join('');
}

function dodge({ rule }: Shape, { tool }: Reach, world: ExampleContext): ExampleCall | null {
  const field = world.profiles.get(tool)?.argument?.field;
  for (const { input } of exampleCalls(rule, tool, world)) {
    if (field !== undefined) return { tool, input: { ...input, [field]: `sudo ${input[field]}` } };
  }
  return null;
}
