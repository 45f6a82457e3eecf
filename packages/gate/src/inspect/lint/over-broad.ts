import { matchesEveryText } from '@caliban/calls/globs';
import { visible } from '@caliban/calls/text';
import type { TextGlob } from '@caliban/calls/types';
import { matchesTool } from '../../pattern/tool-glob.ts';
import type { Spec } from '../../types/pattern.ts';
import { filled, UNNAMED } from '../containment/sample-texts.ts';
import { type ExampleContext, exampleCalls, matchesAsWritten } from '../example-call.ts';
import type { ExampleCall, Finding, Severity } from '../finding.ts';
import { isAnyCall, type Shape } from '../rule-shape.ts';
import { openEndedProgram } from '../suggest/open-ended.ts';
import { quotedPattern } from './rule-name.ts';

/** Allow rules that allow far more than they seem to; at most one finding for each. */
export function overBroad(shape: Shape, world: ExampleContext): Finding[] {
  const { rule, position } = shape;
  if (rule.action !== 'allow') return [];
  const breadth = breadthOf(shape, world);
  if (breadth === null) return [];
  const { severity, says, command } = breadth;
  return [
    {
      kind: 'over-broad',
      rule,
      position,
      severity,
      message: `${quotedPattern(rule)} ${says}`,
      exampleCall: exampleOf(shape, command, world),
    },
  ];
}

type Breadth = { readonly severity: Severity; readonly says: string; readonly command?: string };

function breadthOf({ rule: { pattern }, reaches }: Shape, { profiles }: ExampleContext): Breadth | null {
  const everyCall = reaches.filter(({ spec }) => isAnyCall(spec));
  if (pattern.tool.alternatives.some(matchesEveryText) && everyCall.length > 0) {
    return {
      severity: 'warning',
      says: 'allows every call of every tool; name the tools that may run unasked',
      command: 'rm -rf ~',
    };
  }
  if (everyCall.some(({ kind }) => kind === 'command')) {
    return {
      severity: 'warning',
      says: 'allows every command; name the programs, as in `Bash:git *`',
      command: 'rm -rf ~',
    };
  }
  for (const { spec } of reaches) {
    const breadth = spec.argument?.kind === 'text' ? commandBreadth(spec.argument) : null;
    if (breadth !== null) return breadth;
  }
  if (everyCall.some(({ unnamed }) => unnamed) && matchesTool(pattern.tool, `mcp__${UNNAMED}__${UNNAMED}`)) {
    return {
      severity: 'warning',
      says: 'allows every tool of every MCP server; name the server, as in `mcp__github__*`',
    };
  }
  if (reaches.some(({ tool, spec }) => profiles.get(tool)?.access === 'edit' && takesAnyPath(spec))) {
    return {
      severity: 'info',
      says: `allows changing every file, also outside the workspace; \`${visible(pattern.tool.text)}:**\` stays inside it`,
    };
  }
  return null;
}

/** `Edit`, and `Edit:path=*` just as well. */
function takesAnyPath({ argument, fields }: Spec): boolean {
  return argument === null && fields.every(({ glob }) => matchesEveryText(glob));
}

function commandBreadth(argument: { readonly glob: TextGlob; readonly anywhere: boolean }): Breadth | null {
  const { glob, anywhere } = argument;
  if (anywhere) {
    const says =
      'allows every command that holds this text anywhere, also as a mere argument; write the command from its start';
    return { severity: 'warning', says, command: `rm -rf ~ ${filled(glob, 'x', 'x')}` };
  }
  const [head = ''] = glob.segments;
  if (glob.segments.length > 1 && (head === '' || (typeof head !== 'string' && head.characters[0] === null))) {
    return {
      severity: 'warning',
      says: 'names no program, so any may run; write its name first',
      command: filled(glob, 'rm -rf ~', 'x'),
    };
  }
  if (SETS_ANY.test(glob.text))
    return {
      severity: 'info',
      says: 'sets any variable but those that change what programs do, such as `PATH`; name the variables, as in `Bash:export CI=*`',
      command: filled(glob, 'NODE_ENV=x', 'x'),
    };
  const program = openEndedProgram(glob.text);
  if (program === null) return null;
  const name = [program.name, program.subcommand].filter((word) => word !== undefined).join(' ');
  const says = `lets \`${name}\` run anything; spell out what it runs`;
  return {
    severity: 'warning',
    says,
    command: `${name} ${program.codeOptions?.[0] ?? ''} rm -rf ~`.replace('  ', ' '),
  };
}

const SETS_ANY = /^(?:export|declare|typeset|readonly|local)(?: -\w+)* ?\*/;

/** A harmful call, if the rule matches it; else any call it matches. */
function exampleOf({ rule, reaches }: Shape, command: string | undefined, world: ExampleContext): ExampleCall | null {
  for (const { tool } of reaches) {
    const argument = world.profiles.get(tool)?.argument;
    if (command !== undefined && argument?.kind === 'command') {
      const call = { tool, input: { [argument.field]: command } };
      if (matchesAsWritten(rule, call, world)) return call;
    }
  }
  for (const { tool } of reaches) for (const call of exampleCalls(rule, tool, world)) return call;
  return null;
}
