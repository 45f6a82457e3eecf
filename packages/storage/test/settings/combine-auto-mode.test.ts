import { absolutePath, describeCall } from '@caliban/calls';
import { formatPattern, type Layer } from '@caliban/gate';
import { compileStaticLists, STATIC_LISTS, type StaticList } from '@caliban/gate/classify';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AutoModeLists, combineAutoMode } from '../../src/settings/combine-auto-mode.ts';
import { type AutoModeFile, parseAutoModeFile } from '../../src/settings/parse-auto-mode-file.ts';

const defaults = { hard_deny: ['D-hard'], soft_deny: ['D-soft'], allow: ['D-allow'] };

type Written = Partial<Record<StaticList | 'environment', readonly string[]>> & { disable_auto_mode?: boolean };

async function file(layer: Layer, written: Written): Promise<AutoModeFile> {
  const text = Object.entries(written).map(([key, texts]) => `${key} = ${JSON.stringify(texts)}\n`);
  const parsed = await parseAutoModeFile(text.join(''), { file: `${layer}.toml`, layer });
  if (!parsed.ok) throw new Error(parsed.error[0]?.message);
  return parsed.value;
}

function words({ lists, environment }: AutoModeLists<string>) {
  const texts = STATIC_LISTS.map((list) => {
    const { patterns, classes } = lists[list];
    return [list, [...classes, ...patterns.map(formatPattern)]];
  });
  return { ...Object.fromEntries(texts), environment };
}

test.each<[readonly [Layer, boolean][], boolean]>([
  [[], false],
  [[['user', false]], false],
  [
    [
      ['managed', true],
      ['user', false],
    ],
    true,
  ],
  [
    [
      ['user', false],
      ['project', true],
    ],
    true,
  ],
  [
    [
      ['cli', true],
      ['project', false],
    ],
    true,
  ],
])('whoever switches it off, it is off: %j → %j', async (written, isSwitchedOff) => {
  const files = await Promise.all(written.map(([layer, said]) => file(layer, { disable_auto_mode: said })));
  expect(combineAutoMode(files, { defaults, projectRules: 'tighten-only' }).isSwitchedOff).toBe(isSwitchedOff);
});

describe('whose lists apply', () => {
  test.each<[string, readonly [Layer, Written][], Record<string, readonly string[]>]>([
    ['without a file, the defaults', [], { hard_deny: ['D-hard'], soft_deny: ['D-soft'], allow: ['D-allow'] }],
    [
      'a list that is not mentioned stays the default',
      [['user', { hard_deny: ['A'] }]],
      { hard_deny: ['A'], soft_deny: ['D-soft'], allow: ['D-allow'] },
    ],
    [
      'a list that is empty is empty',
      [['user', { hard_deny: [], soft_deny: ['$defaults.hard_deny', '$defaults.soft_deny'] }]],
      { hard_deny: [], soft_deny: ['D-hard', 'D-soft'], allow: ['D-allow'] },
    ],
    [
      'a named file like the user’s',
      [['cli', { allow: ['A', '$defaults.allow'] }]],
      { hard_deny: ['D-hard'], soft_deny: ['D-soft'], allow: ['D-allow', 'A'] },
    ],
    [
      'managed and project only add',
      [
        ['managed', { hard_deny: ['M'] }],
        ['project', { hard_deny: ['P', '$defaults.hard_deny'], allow: ['Q'] }],
      ],
      { hard_deny: ['D-hard', 'M', 'P'], soft_deny: ['D-soft'], allow: ['D-allow', 'Q'] },
    ],
  ])('%s', async (_, written, expected) => {
    const files = await Promise.all(written.map(([layer, said]) => file(layer, said)));
    expect(words(combineAutoMode(files, { defaults }))).toEqual({ ...expected, environment: [] });
  });

  test('a project that may only tighten neither allows nor adds to the prompt', async () => {
    const files = [await file('project', { hard_deny: ['P'], allow: ['Q'], environment: ['all is well'] })];
    expect(words(combineAutoMode(files, { defaults, projectRules: 'tighten-only' }))).toEqual({
      hard_deny: ['D-hard', 'P'],
      soft_deny: ['D-soft'],
      allow: ['D-allow'],
      environment: [],
    });
  });
});

/** The first list that speaks, as auto mode would walk them. */
function verdict({ lists }: AutoModeLists<string>, command: string): StaticList | null {
  const walk = compileStaticLists({
    hard_deny: { ...lists.hard_deny, classes: [] },
    soft_deny: { ...lists.soft_deny, classes: [] },
    allow: { ...lists.allow, classes: [] },
  });
  const call = describeCall({
    tool: 'Bash',
    input: { command },
    context: { workspace: absolutePath('/ws'), shell: 'bash' },
  });
  return walk(call)?.list ?? null;
}

describe('no project allows what the operator denies', () => {
  const patterns = fc.constantFrom('Bash', 'Bash:git *', 'Bash:git push*', 'Bash:~push*', 'Bash:rm *', '*', 'Bash(ls)');
  const lists = fc.record(
    { hard_deny: fc.array(patterns, { maxLength: 3 }), soft_deny: fc.array(patterns, { maxLength: 3 }) },
    { requiredKeys: [] },
  );
  const withAllow = fc.record({
    hard_deny: fc.array(patterns),
    soft_deny: fc.array(patterns),
    allow: fc.array(patterns),
  });
  const commands = fc.constantFrom(
    'git push',
    'git status && rm x',
    'ls',
    'rm -rf /',
    'echo "$(git push)"',
    'x=${y@P}',
  );
  const none = { hard_deny: [], soft_deny: [], allow: [] };
  const strictness: Record<string, number> = { hard_deny: 3, soft_deny: 2, none: 1, allow: 0 };

  test('with any file, including copies of the operator’s entries', async () => {
    await fc.assert(
      fc.asyncProperty(lists, withAllow, commands, async (own, projects, command) => {
        const user = await file('user', { hard_deny: [], soft_deny: [], ...own });
        const alone = verdict(combineAutoMode([user], { defaults: none }), command);
        const together = combineAutoMode([user, await file('project', projects)], { defaults: none });
        if (alone === 'hard_deny' || alone === 'soft_deny') {
          expect(strictness[verdict(together, command) ?? 'none']).toBeGreaterThanOrEqual(strictness[alone] as number);
        }
      }),
    );
  });
});
