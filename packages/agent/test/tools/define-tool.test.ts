import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MalformedInput } from '../../src/models/model.ts';
import { createTools } from '../../src/tools/registry.ts';
import { findShell } from '../../src/tools/shell/find-shell.ts';

const tools = createTools({
  planMode: { current: () => 'default', switchTo: () => {}, onChange: () => {}, reviewer: null },
  shell: findShell(),
});
const toolNamed = (name: string) => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(name);
  return tool;
};

describe('an input', () => {
  test.each([
    ['Bash', { command: 'ls' }, { command: 'ls' }],
    ['Read', { file_path: 'f' }, { path: 'f' }],
    ['Read', { file_path: 'f', path: 'f' }, { path: 'f' }],
    ['NotebookEdit', { notebook_path: 'f.ipynb' }, { path: 'f.ipynb' }],
    ['Grep', { pattern: 'x' }, { pattern: 'x', path: '.' }], // the gate sees where it will look
    ['Glob', { pattern: 'x', path: '/etc' }, { pattern: 'x', path: '/etc' }],
    ['ExitPlanMode', {}, {}],
  ])('%s %j', (name, input, value) => {
    expect(toolNamed(name).parse(input)).toEqual({ ok: true, value });
  });

  test.each([
    ['Bash', {}, '`command` is missing; it must be a text'],
    ['Bash', { command: '' }, '`command` must not be empty'],
    ['Bash', { command: 'a\0b' }, '`command`: a command cannot contain a NUL character'],
    [
      'Bash',
      { command: 'ls', cwd: '/' },
      'unknown field `cwd` (the fields are `command`, `description`, `timeout`, `run_in_background`)',
    ],
    ['Bash', { command: 'ls', timeout: 700_000 }, '`timeout` must be at most 600000'],
    ['Bash', { command: 'ls', timeout: 1.5 }, '`timeout` must be a whole number'],
    ['Bash', { command: ['ls'] }, '`command` must be a text'],
    ['Read', { path: 'f', file_path: 'g' }, '`file_path` and `path` say different things; give only `path`'],
    ['Read', { path: 'a\0b' }, 'a path cannot contain a NUL character'],
    ['Read', JSON.parse('{"path":"f","__proto__":{"x":1}}'), 'unknown field `__proto__`'],
    ['MultiEdit', { path: 'f', edits: [{ old_string: 'a' }] }, '`edits.0.new_string` is missing; it must be a text'],
    ['MultiEdit', { path: 'f', edits: [{ old_string: 'a', new_string: '', x: 1 }] }, 'unknown field `x` in `edits.0`'],
    ['MultiEdit', { path: 'f', edits: [] }, '`edits` must not be empty'],
    [
      'TodoWrite',
      { todos: [{ content: 'x', status: 'later' }] },
      '`todos.0.status` must be one of `pending`, `in_progress`, `completed`',
    ],
    ['NotebookEdit', { path: 'f.txt' }, 'must name a notebook'],
    ['EnterPlanMode', { x: 1 }, 'unknown field `x` (this tool takes no fields)'],
    ['Read', null, 'the input must be an object'],
    ['Read', [], 'the input must be an object'],
    ['Read', 'f', 'the input must be an object'],
    ['Read', new MalformedInput('{"path'), 'the input was not valid JSON'],
  ])('%s %j is refused: %s', (name, input, problem) => {
    expect(toolNamed(name).parse(input)).toEqual({ ok: false, error: expect.stringContaining(problem) });
  });

  test('is frozen through and through', () => {
    const parsed = toolNamed('MultiEdit').parse({ path: 'f', edits: [{ old_string: 'a', new_string: 'b' }] });
    const value = (parsed as { value: { edits: object[] } }).value;
    expect([value, value.edits, value.edits[0]].every(Object.isFrozen)).toBe(true);
  });

  test('is unchanged for the sender', () => {
    const input = { file_path: 'f' };
    toolNamed('Read').parse(input);
    expect([input, Object.isFrozen(input)]).toEqual([{ file_path: 'f' }, false]);
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s.parse', (_, tool) => {
  const fields = Object.keys(tool.inputSchema.properties as object);
  const anyInput = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSet: true }),
    fc.dictionary(fc.constantFrom(...fields, 'file_path', 'notebook_path', '__proto__', 'x'), fc.anything()),
    fc.dictionary(fc.constantFrom(...fields, 'file_path'), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
  );

  test('never throws, and what it takes is frozen', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const parsed = tool.parse(input);
        if (parsed.ok) expect(Object.isFrozen(parsed.value)).toBe(true);
        else expect(parsed.error).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  test('survives what throws when looked at', () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(tool.parse(hostile).ok).toBe(false);
    const getter = {
      get path() {
        throw new Error('no');
      },
    };
    expect(tool.parse(getter).ok).toBe(false);
  });
});
