import type { Rule } from '@caliban/gate';
import { classDetails } from '@caliban/gate/internal/classes/class-details';
import { TOOL_PROFILES } from '@caliban/gate/internal/describe/tool-profiles';
import { exampleCalls } from '@caliban/gate/internal/inspect/example-call';
import { specFor } from '@caliban/gate/internal/pattern/parse-pattern';
import { namedTools } from '@caliban/gate/internal/pattern/tool-glob';
import { isTable } from '@caliban/storage/internal/rules/table';
import type { WrittenTest } from '@caliban/storage/internal/rules/written-rule';
import type { World } from '../places/surroundings.ts';

type ExampleCall = Pick<WrittenTest, 'tool' | 'input'>;

/** Calls that the rule is about, the most readable first; whether it decides them is for the judge to say. */
export function* callsFor(rule: Rule, { surroundings }: Pick<World, 'surroundings'>): Generator<ExampleCall> {
  const world = { profiles: TOOL_PROFILES, roots: surroundings };
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
