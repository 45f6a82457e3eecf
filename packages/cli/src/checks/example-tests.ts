import { TOOL_PROFILES } from '@caliban/calls';
import { classDetails } from '@caliban/calls/classes';
import type { Rule } from '@caliban/gate';
import { exampleCalls } from '@caliban/gate/inspect';
import { namedTools, specFor } from '@caliban/gate/pattern';
import { isTable } from '@caliban/storage/documents';
import type { WrittenTest } from '@caliban/storage/rules';
import type { WorkspaceContext } from '../paths/workspace-context.ts';

type ExampleCall = Pick<WrittenTest, 'tool' | 'input'>;

/** Example calls for the rule, the most readable first. The caller judges whether the rule really decides them. */
export function* callsFor(rule: Rule, { context }: Pick<WorkspaceContext, 'context'>): Generator<ExampleCall> {
  const world = { profiles: TOOL_PROFILES, roots: context };
  const { tool, spelling } = rule.pattern;
  const tools = spelling === 'class' ? ['Bash'] : (namedTools(tool) ?? []);
  for (const name of tools) {
    const argument = specFor(rule.pattern, name, TOOL_PROFILES)?.argument;
    if (argument?.kind === 'class') yield* classDetails(argument.name).examples.map(exampleOfClass);
    else
      for (const call of exampleCalls(rule, name, world)) if (isTable(call.input)) yield { ...call, input: call.input };
  }
}

/** A command, or a tool and its argument. */
function exampleOfClass(text: string): ExampleCall {
  const [, tool = '', argument = ''] = /^([A-Z]\w+) (.+)$/s.exec(text) ?? [];
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  return field === undefined ? { tool: 'Bash', input: { command: text } } : { tool, input: { [field]: argument } };
}
