import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, stringify, TomlDate } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../../test/helpers/runs.ts';
import { parseRuleFile } from '../../src/rules/read/parse-rule-file.ts';
import { permissionsSchema } from '../../src/schemas/permissions-schema.ts';
import { settingsSchema } from '../../src/schemas/settings-schema.ts';
import { parseSettingsFile } from '../../src/settings/parse-settings-file.ts';

const FILE = '/ws/.caliban/permissions.toml';
const SETTINGS_FILE = '/ws/.caliban/settings.toml';

const permissions = z.fromJSONSchema(permissionsSchema() as Parameters<typeof z.fromJSONSchema>[0]);
const settings = z.fromJSONSchema(settingsSchema() as Parameters<typeof z.fromJSONSchema>[0]);

type Table = Readonly<Record<string, unknown>>;

/** What each of them says about a file. */
function verdicts(
  document: Table,
  kind: 'permissions' | 'settings',
): { readonly parser: boolean; readonly schema: boolean } {
  const text = stringify(document);
  const rules = parseRuleFile(text, { file: kind === 'permissions' ? FILE : SETTINGS_FILE, layer: 'project', kind });
  const others = kind === 'permissions' || parseSettingsFile(text, { file: SETTINGS_FILE, layer: 'user' }).ok;
  const schema = kind === 'permissions' ? permissions : settings;
  return { parser: rules.ok && others, schema: schema.safeParse(withTextDates(parse(text))).success };
}

/** As a validator of TOML sees them. */
function withTextDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(withTextDates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTextDates(each)]));
}

const RULE = { pattern: 'Bash:git *', action: 'allow' };

describe('a permissions.toml', () => {
  test.each<[string, Table, boolean]>([
    ['nothing', {}, true],
    ['rules', { permissions: { rules: [RULE, { ...RULE, comment: 'c', confined: true }] } }, true],
    ['actions in any case', { permissions: { rules: [{ ...RULE, action: 'Deny' }] } }, true],
    ['an older form', { rule: [{ tool: 'Bash', action: 'ask' }], permissions: { deny: ['Bash:rm *'] } }, true],
    ['who may allow', { permissions: { rules: [{ ...RULE, approvals: 2, self_approval: false }] } }, true],
    ['too many people', { permissions: { rules: [{ ...RULE, approvals: 10 }] } }, false],
    ['half a person', { permissions: { rules: [{ ...RULE, approvals: 1.5 }] } }, false],
    ['an instant', { permissions: { rules: [{ ...RULE, expires_at: '2027-01-01T00:00:00Z' }] } }, true],
    [
      'tests',
      {
        permissions: {
          tests: [
            { call: 'Bash:ls', expect: 'ask' },
            { tool: 'X', input: {}, expect: 'deny' },
          ],
        },
      },
      true,
    ],
    ['an unknown key', { permissions: { colour: 'red' }, other: 1 }, true],
    ['a rule without an action', { permissions: { rules: [{ pattern: 'Bash' }] } }, false],
    ['a rule without a pattern', { permissions: { rules: [{ action: 'allow' }] } }, false],
    ['an unknown field of a rule', { permissions: { rules: [{ ...RULE, patern: 'x' }] } }, false],
    ['both names of the pattern', { permissions: { rules: [{ ...RULE, tool: 'Bash' }] } }, false],
    ['an unknown action', { permissions: { rules: [{ ...RULE, action: 'alow' }] } }, false],
    ['one table of rules', { permissions: { rules: RULE } }, false],
    ['a setting outside its table', { default_mode: 'plan' }, false],
    ['a sandbox in the wrong file', { sandbox: { mode: 'prefer' } }, false],
    ['an unknown mode', { permissions: { default_mode: 'yolo' } }, false],
    ['a number in quotes', { permissions: { audit_keep: '3' } }, false],
    ['a test with a call twice', { permissions: { tests: [{ call: 'Bash:ls', tool: 'Bash', expect: 'ask' }] } }, false],
  ])('%s', (_, document, isAccepted) => {
    expect(verdicts(document, 'permissions')).toEqual({ parser: isAccepted, schema: isAccepted });
  });

  test('whatever it says', () => {
    fc.assert(
      fc.property(permissionsDocument, (document) => {
        const { parser, schema } = verdicts(document, 'permissions');
        expect(schema).toBe(parser);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('a settings.toml', () => {
  test.each<[string, Table, boolean]>([
    ['nothing', {}, true],
    ['a model', { models: { main: 'anthropic/claude', fallbacks: ['ollama/x'] } }, true],
    ['a provider by its name', { providers: { openai: { api_key_env: 'WORK_KEY', api: 'chat' } } }, true],
    ['a provider of a kind', { providers: { work: { kind: 'openai-compatible', base_url: 'https://x.test' } } }, true],
    ['servers', { mcp_servers: { files: { command: 'x', args: ['y'] }, web: { url: 'http://x.test' } } }, true],
    ['a hook', { hooks: [{ event: 'PreToolUse', command: 'x', timeout_ms: 5 }] }, true],
    ['an unknown section', { colours: { red: true } }, true],
    ['a provider without a kind', { providers: { work: { base_url: 'https://x.test' } } }, false],
    ['a compatible provider that is nowhere', { providers: { work: { kind: 'openai-compatible' } } }, false],
    ['a key in the file', { providers: { openai: { api_key: 'sk-1' } } }, false],
    ['a server that is both', { mcp_servers: { x: { command: 'x', url: 'http://x.test' } } }, false],
    ['a server that is nothing', { mcp_servers: { x: {} } }, false],
    ['a server whose name reads two ways', { mcp_servers: { a__b: { command: 'x' } } }, false],
    ['a hook without an event', { hooks: [{ command: 'x' }] }, false],
    ['too many turns', { agent: { max_turns: 1_000_000 } }, false],
    ['an unknown theme', { tui: { theme: 'pink' } }, false],
    ['two ways in one notification', { notify: [{ desktop: true, webhook: 'https://x.test' }] }, false],
    ['a setting outside its table', { enforce: true }, false],
  ])('%s', (_, document, isAccepted) => {
    expect(verdicts(document, 'settings')).toEqual({ parser: isAccepted, schema: isAccepted });
  });

  test('whatever it says', () => {
    fc.assert(
      fc.property(settingsDocument, (document) => {
        const { parser, schema } = verdicts(document, 'settings');
        expect(schema).toBe(parser);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

const value = fc.constantFrom<unknown>(
  ...[
    true,
    false,
    0,
    1,
    -1,
    5,
    300,
    70_000,
    1.5,
    '',
    ' ',
    'x',
    'allow',
    'ASK',
    'plan',
    'required',
    'use',
    'tighten-only',
  ],
  ...[
    'leave',
    'https://x.test',
    'ftp://x.test',
    'anthropic/x',
    'scripted:a.json',
    'KEY_NAME',
    'dark',
    'chat',
    'prefer',
  ],
  ...['Bash:git *', 'Bash', 'deny', 'PreToolUse', 'openai', 'scripted', 'on-demand', 'all', '2027-01-01T00:00:00Z'],
  ...[[], ['x'], [1], {}, { a: 'x' }, { a: 1 }],
);

/** A table with some of these keys, each with any value, or with one that is meant. */
function tableOf(keys: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Table> {
  const some = Object.fromEntries(
    Object.entries(keys).map(([key, meant]) => [
      key,
      fc.oneof({ weight: 6, arbitrary: meant }, { weight: 1, arbitrary: value }),
    ]),
  );
  return fc.record(some, { requiredKeys: [] });
}

const text = fc.constantFrom('x', 'a b');
const yes = fc.boolean();
const action = fc.constantFrom('allow', 'ask', 'deny', 'Deny');
const pattern = fc.constantFrom('Bash:git *', 'Edit:src/**', '@secrets');
const url = fc.constantFrom('https://x.test', 'http://localhost:1/x');
const texts = fc.constantFrom(['x'], ['x', 'y']);
const listOf = (each: fc.Arbitrary<unknown>) => fc.array(each, { maxLength: 2 });

const approvals = fc.integer({ min: 1, max: 9 });
const people = { approvals, self_approval: yes };
const rule = tableOf({ pattern, action, comment: text, reason: text, confined: yes, ...people });
const known = { pattern, action };
const wholeRule = fc.record(
  { ...known, comment: text, confined: yes, ...people },
  { requiredKeys: ['pattern', 'action'] },
);
const testEntry = tableOf({ call: fc.constant('Bash:ls'), expect: action, rule: pattern, comment: text });
const permissionsTable = tableOf({
  rules: listOf(fc.oneof(rule, wholeRule)),
  tests: listOf(testEntry),
  deny: listOf(pattern),
  enforce: yes,
  default_mode: fc.constant('plan'),
  audit_log: fc.constantFrom(true, 'required'),
  audit_max_bytes: fc.constant(5),
  project_rules: fc.constant('use'),
  stale_after: fc.constant('2027-01-01T00:00:00Z'),
  see_through_wrappers: yes,
  host_fallback: fc.constantFrom('ask', 'leave', 'deny'),
}).filter(isUnderstood);
const permissionsDocument = fc.record({ permissions: permissionsTable }, { requiredKeys: [] });

const provider = tableOf({
  kind: fc.constantFrom('openai', 'openai-compatible', 'scripted', 'ollama'),
  base_url: url,
  api_key_env: fc.constant('WORK_KEY'),
  api: fc.constant('chat'),
  file: text,
});
const server = tableOf({
  command: text,
  args: texts,
  env: fc.constant({ A: 'x' }),
  url,
  disabled: yes,
  timeout_ms: fc.constant(9),
});
const sections: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  models: tableOf({ main: fc.constant('anthropic/x'), fallbacks: fc.constant(['ollama/x']) }),
  providers: fc.record({ openai: provider, work: provider }, { requiredKeys: [] }),
  mcp_servers: fc.record({ files: server, 'a.b': server }, { requiredKeys: [] }),
  hooks: listOf(
    tableOf({
      event: fc.constant('PreToolUse'),
      command: text,
      timeout_ms: fc.constant(5),
      on_error: fc.constant('deny'),
    }),
  ),
  agent: tableOf({ max_turns: fc.constant(5), max_output_chars: fc.constant(300), system_prompt_append: text }),
  tui: tableOf({ theme: fc.constant('dark'), bell: yes }),
  sandbox: tableOf({
    mode: fc.constant('prefer'),
    auto_confined: yes,
    rehearse: yes,
    secrets: listOf(
      tableOf({
        env: fc.constant('WORK_KEY'),
        file: fc.constantFrom('~/.netrc', '/etc/key', 'key', '~/'),
        extract: fc.constantFrom('token=(x)', 'token'),
        hosts: fc.constantFrom(['a.test'], ['*.a.test', 'localhost'], ['https://a.test'], ['*'], []),
      }),
    ),
  }),
  serve: tableOf({ start: fc.constant('on-demand'), idle_minutes: fc.constant(5), port: fc.constant(300) }),
  inbox: tableOf({ wait_seconds: fc.constant(5), from: fc.constant('all'), terminal: yes, name: text }),
  notify: listOf(tableOf({ command: texts, webhook: url, desktop: yes })),
};
/** One section at a time: a fault in one would hide what is thought of another. */
const settingsDocument = fc.oneof(...Object.entries(sections).map(([key, section]) => tableOf({ [key]: section })));

/** A schema can't read patterns, so the generated ones parse. */
function isUnderstood(table: Table): boolean {
  const lists = ['deny', 'rules', 'tests'].flatMap((key) =>
    Array.isArray(table[key]) ? (table[key] as unknown[]) : [],
  );
  const fields = lists.flatMap((each) =>
    typeof each === 'object' && each !== null ? Object.entries(each) : [['pattern', each]],
  );
  return fields.every(([key, each]) => !['pattern', 'rule', 'call'].includes(String(key)) || !HALF_READ.has(each));
}

const HALF_READ: ReadonlySet<unknown> = new Set<unknown>([
  'https://x.test',
  'ftp://x.test',
  'anthropic/x',
  'scripted:a.json',
  '2027-01-01T00:00:00Z',
]);

test.each(
  readdirSync(new URL('../../../../docs', import.meta.url), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md')),
)('the rule files in docs/%s are valid', (name) => {
  const page = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
  for (const [, code = ''] of page.matchAll(/^```toml\n(.*?)^```/gms)) {
    const rules = parseRuleFile(code, { file: FILE, layer: 'project' });
    if (rules.ok && rules.value.warnings.length === 0)
      expect(permissions.safeParse(withTextDates(parse(code))).error).toBeUndefined();
    if (
      parseSettingsFile(code, { file: SETTINGS_FILE, layer: 'user' }).ok &&
      parseRuleFile(code, { file: SETTINGS_FILE, layer: 'user', kind: 'settings' }).ok
    )
      expect(settings.safeParse(withTextDates(parse(code))).error).toBeUndefined();
  }
});

test('a line for editors above the rules changes nothing', () => {
  const code = '#:schema ./permissions.schema.json\n\n[[permissions.rules]]\npattern = "Bash"\naction = "ask"\n';
  expect(parseRuleFile(code, { file: FILE, layer: 'project' })).toMatchObject({ ok: true, value: { warnings: [] } });
});
