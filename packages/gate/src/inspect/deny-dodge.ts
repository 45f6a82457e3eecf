import { literalText } from '../text/text-glob.ts';
import { visible } from '../text/visible.ts';
import type { ArgumentGlob } from '../types/pattern.ts';
import { candidatesAmong } from './candidates.ts';
import { type CoverageContext, coverageOn } from './coverage.ts';
import { exampleCalls, type World } from './example-call.ts';
import type { ExampleCall, Finding } from './finding.ts';
import { claudePrefix } from './literal-colon.ts';
import { callText, quotedPattern } from './rule-name.ts';
import type { Reach, Shape } from './rule-shape.ts';

/** Denies of a command from its start that a wrapper in front of it gets past, where no `~` deny stands in for them. */
export function denyDodges(shapes: readonly Shape[], context: CoverageContext, world: World): Finding[] {
  const anywhere = shapes.filter(
    ({ rule, reaches }) => rule.action !== 'allow' && reaches.some(({ spec }) => looksAnywhere(spec.argument)),
  );
  const candidates = candidatesAmong(anywhere);
  for (const shape of anywhere) candidates.add(shape);

  return shapes.flatMap((shape) => {
    const { rule, position } = shape;
    const reach = shape.reaches.find(({ spec }) => programOf(spec.argument) !== null);
    if (rule.action !== 'deny' || reach === undefined || claudePrefix(shape) !== null) return [];
    if (candidates.for(shape).some((other) => coverageOn(reach, other, shape, context) === 'full')) return [];
    const exampleCall = dodge(shape, reach, world);
    if (exampleCall === null) return [];
    const proposal = `${reach.tool}:~${programOf(reach.spec.argument)}`;
    const message = `${quotedPattern(rule)} does not deny ${callText(exampleCall)}; \`${visible(proposal)}\` denies it anywhere in a command`;
    return [{ kind: 'deny-dodge', rule, position, severity: 'info', message, exampleCall, proposal }];
  });
}

function looksAnywhere(argument: ArgumentGlob | null): boolean {
  return argument?.kind === 'text' && argument.anywhere;
}

/** The text of `rm *`, not of `*rm*`: the first word is spelled out. */
function programOf(argument: ArgumentGlob | null): string | null {
  if (argument?.kind !== 'text' || argument.anywhere) return null;
  const [head] = argument.glob.segments;
  const text = typeof head === 'string' ? head : literalHead(head?.characters ?? []);
  const isProgram =
    /^[\w./-]/.test(text) && !WRAPPED.test(text) && (text.includes(' ') || literalText(argument.glob) !== null);
  return isProgram ? argument.glob.text : null;
}

/** Already about the wrapper itself. */
const WRAPPED = /^(?:sudo|doas|env|xargs|nohup|timeout)\b/;

function literalHead(characters: readonly (string | null)[]): string {
  const hole = characters.indexOf(null);
  return characters.slice(0, hole === -1 ? undefined : hole).join('');
}

function dodge({ rule }: Shape, { tool }: Reach, world: World): ExampleCall | null {
  const field = world.profiles.get(tool)?.argument?.field;
  for (const { input } of exampleCalls(rule, tool, world)) {
    if (field !== undefined) return { tool, input: { ...input, [field]: `sudo ${input[field]}` } };
  }
  return null;
}
