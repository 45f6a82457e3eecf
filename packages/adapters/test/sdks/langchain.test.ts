import { expect, test } from 'vitest';
import { guardLangChainTool } from '../../src/sdks/langchain.ts';
import { exampleGuard } from '../helpers/example-guard.ts';

/** As LangChain's tools are: instances, with more than one way in. */
class BashTool {
  readonly name = 'Bash';
  readonly ran: unknown[] = [];

  async invoke(
    input: { command: string } | { type: 'tool_call'; id: string; args: { command: string } },
  ): Promise<string> {
    return this.call('args' in input ? input.args : input);
  }

  async call({ command }: { command: string }): Promise<string> {
    this.ran.push(command);
    return `did ${command}`;
  }

  async batch(inputs: readonly { command: string }[]): Promise<string[]> {
    return Promise.all(inputs.map((input) => this.invoke(input)));
  }
}

const RULES = ['deny Bash:~rm *', 'allow Bash:git *'];

test.each([
  [{ command: 'git log' }, 'did git log', ['git log']],
  [{ command: 'rm x' }, /~rm \*/, []],
  [{ type: 'tool_call', id: 'c1', args: { command: 'git log' } } as const, 'did git log', ['git log']],
  [{ type: 'tool_call', id: 'c1', args: { command: 'rm x' } } as const, /~rm \*/, []],
])('%j', async (input, output, ran) => {
  const { guard, log } = exampleGuard(RULES);
  const bash = new BashTool();
  const guarded = guardLangChainTool(guard, bash);
  expect(await guarded.invoke(input)).toMatch(output);
  expect(bash.ran).toEqual(ran);
  expect(log).toHaveLength(1);
  expect(log[0]?.tool_use_id).toBe('id' in input ? 'c1' : undefined);
});

test('every way in is guarded, and it is still the tool it was', async () => {
  const bash = new BashTool();
  const guarded = guardLangChainTool(exampleGuard(RULES).guard, bash);
  expect(await guarded.call({ command: 'rm x' })).toMatch(/~rm \*/);
  expect(await guarded.batch([{ command: 'rm x' }, { command: 'git log' }])).toEqual([
    expect.stringMatching(/~rm \*/),
    'did git log',
  ]);
  expect(bash.ran).toEqual(['git log']);
  expect(guarded).toBeInstanceOf(BashTool);
});
