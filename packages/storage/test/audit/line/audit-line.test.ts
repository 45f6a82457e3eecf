import { createHash } from 'node:crypto';
import { canonicalJson } from '@caliban/calls/text';
import type { AuditEntry } from '@caliban/gate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditLine } from '../../../src/audit/line/audit-line.ts';
import { capJson } from '../../../src/audit/line/cap-json.ts';
import { redactValue } from '../../../src/audit/redact/redact-value.ts';
import { strikeOut } from '../../../src/audit/redact/strike-out.ts';
import { entry } from '../helpers/entries.ts';
import { anyText } from '../helpers/texts.ts';

const TOKEN = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

function logged(special: Parameters<typeof entry>[0]): Record<string, unknown> {
  return JSON.parse(auditLine(entry(special), '0.1.0'));
}

test('a whole line', () => {
  const special = {
    input: { command: 'make', timeout: 5 },
    part: { kind: 'command', text: 'make', number: 1, of: 1 },
  } as const;
  expect(auditLine(entry(special), '0.1.0')).toBe(
    `${JSON.stringify({
      ts: '2026-11-15T09:30:00.000Z',
      session_id: 's-1',
      turn: 1,
      tool_use_id: 't-1',
      host: 'claude-code',
      workspace: '/repo',
      cwd: '/repo',
      tool_name: 'Bash',
      input: { command: 'make', timeout: 5 },
      input_sha256: createHash('sha256').update('{"command":"make","timeout":5}').digest('hex'),
      action: 'allow',
      outcome: 'allow',
      mode: 'default',
      rule: {
        pattern: 'Bash:git *',
        action: 'allow',
        layer: 'project',
        file: '/repo/.caliban/permissions.toml',
        line: 3,
      },
      because: { kind: 'rule' },
      part: { kind: 'command', text: 'make', number: 1, of: 1 },
      took_us: 12,
      caliban: '0.1.0',
    })}\n`,
  );
});

test.each(['o.k', '读取', 'a\n{"ts":"b'])(
  'a tool that rules call otherwise has its own name beside it: %j',
  (own_name) => {
    expect(logged({ tool_name: 'mcp__s__x', own_name })).toMatchObject({ tool_name: 'mcp__s__x', own_name });
  },
);

test.each([
  ['its line', { line: 4 }],
  ['its file', { file: '/repo/other.toml' }],
  ['its comment', { comment: 'fine' }],
  ['its action', { action: 'deny' }],
  ['its layer', { layer: 'user' }],
] as const)('a rule that differs from the last one of that pattern in %s', (_, special) => {
  const rule = { pattern: 'Bash:git *', action: 'allow', layer: 'project', file: '/f', line: 3, comment: 'c' } as const;
  for (const one of [rule, { ...rule, ...special }, rule]) expect(logged({ rule: one }).rule).toEqual(one);
});

describe('secrets', () => {
  test.each([
    [{ command: `echo ${TOKEN}` }, { command: 'echo ghp_…redacted' }],
    [{ password: 'abc' }, { password: '…redacted' }],
    [{ password: 12345 }, { password: '…redacted' }],
    [{ auth: { client_secret: { a: ['b', true] } } }, { auth: { client_secret: { a: ['…redacted', true] } } }],
    [{ headers: { Authorization: 'Bearer abc' } }, { headers: { Authorization: 'Bearer …redacted' } }],
    [{ api_key: TOKEN }, { api_key: 'ghp_…redacted' }],
    [
      { token: '$TOKEN', max_tokens: 5 },
      { token: '$TOKEN', max_tokens: 5 },
    ],
    [{ args: ['--token', 'abc', '--verbose', 'x'] }, { args: ['--token', '…redacted', '--verbose', 'x'] }],
    [{ env: [{ name: 'API_KEY', value: 'abc' }] }, { env: [{ name: 'API_KEY', value: '…redacted' }] }],
    [{ env: { STRIPE_KEY: 'abc', LANG: 'C' } }, { env: { STRIPE_KEY: '…redacted', LANG: 'C' } }],
    [{ [TOKEN]: 1 }, { 'ghp_…redacted': 1 }],
    [{ content: 'API_KEY=abc\nPORT=80\n' }, { content: 'API_KEY=…redacted\nPORT=80\n' }],
    // The same secret where nothing gives it away
    [
      { command: 'export A_TOKEN=k3Yk3Yk3Y; run k3Yk3Yk3Y', note: 'k3Yk3Yk3Y' },
      { command: 'export A_TOKEN=…redacted; run …redacted', note: '…redacted' },
    ],
    // … but not an ordinary word that somebody took for a password
    [
      { command: 'docker run -e POSTGRES_PASSWORD=postgres postgres:16' },
      { command: 'docker run -e POSTGRES_PASSWORD=…redacted postgres:16' },
    ],
  ])('input %j', (input, expected) => {
    expect(logged({ input }).input).toEqual(expected);
  });

  test('in part, because, rule and comment', () => {
    const line = auditLine(
      entry({
        input: { command: 'run --token k3Yk3Yk3Y && ls' },
        part: { kind: 'command', text: 'run --token k3Yk3Yk3Y', number: 1, of: 2 },
        because: { kind: 'fault', message: 'cannot judge k3Yk3Yk3Y' },
        rule: {
          pattern: 'Bash:run --token k3Yk3Yk3Y*',
          action: 'allow',
          layer: 'runtime',
          file: undefined,
          line: undefined,
          comment: 'with k3Yk3Yk3Y',
        },
      }),
      '0.1.0',
    );
    expect(line).not.toContain('k3Yk3Yk3Y');
    expect(JSON.parse(line)).toMatchObject({
      part: { text: 'run --token …redacted' },
      because: { message: 'cannot judge …redacted' },
      rule: { pattern: 'Bash:run --token …redacted', comment: 'with …redacted' },
    });
  });

  test('the hash is of the input as it was', () => {
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(logged({ input: { b: 1, a: TOKEN } }).input_sha256).toBe(sha(`{"a":"${TOKEN}","b":1}`));
  });
});

describe('long inputs', () => {
  test.each([
    ['a long text', { path: '/a/b', content: 'x'.repeat(1_000_000) }],
    [
      'many long texts',
      { path: '/a/b', edits: Array.from({ length: 20 }, (_, n) => ({ n, text: 'y'.repeat(5_000) })) },
    ],
    ['many members', { path: '/a/b', list: Array.from({ length: 100_000 }, (_, n) => n) }],
    ['many names', { path: '/a/b', ...Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 'v'])) }],
    ['controls', { path: '/a/b', content: '\u0001'.repeat(8_000) }],
    ['wide characters', { path: '/a/b', content: '漢'.repeat(8_000) }],
    ['deep nesting', { path: '/a/b', deep: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) }],
  ])('%s: capped, marked, the short things whole', (_, input) => {
    const found = logged({ input });
    expect(Buffer.byteLength(JSON.stringify(found.input))).toBeLessThanOrEqual(8 * 1024);
    expect(found).toMatchObject({ truncated: true, input: { path: '/a/b' } });
  });

  test('an input that fits is not marked', () => {
    expect(logged({ input: { content: 'x'.repeat(8_000) } })).not.toHaveProperty('truncated');
  });

  test('a secret is not cut into a visible half', () => {
    const content = `${'a '.repeat(2_040)}${TOKEN} ${'b '.repeat(100_000)}${TOKEN} ${'c '.repeat(2_040)}`;
    expect(JSON.stringify(logged({ input: { content } }).input)).not.toMatch(/aB3d|jK9a/);
  });
});

describe('values that are not JSON', () => {
  const cyclic: Record<string, unknown> = { command: 'ls' };
  cyclic.self = cyclic;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  test.each([
    ['a cycle', cyclic],
    ['undefined', undefined],
    ['a function', () => 1],
    ['bigint', { n: 1n }],
    ['NaN', { n: Number.NaN }],
    ['a proxy that throws', revoked.proxy],
    [
      'a getter that throws',
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    ['half a character', { a: '\ud800' }],
  ])('%s is still one line without a hash', (_, input) => {
    const line = auditLine(entry({ input }), '0.1.0');
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).not.toHaveProperty('input_sha256');
  });

  test('__proto__ is a name like any other', () => {
    const line = auditLine(entry({ input: JSON.parse('{"__proto__": {"a": 1}}') }), '0.1.0');
    expect(line).toContain('"input":{"__proto__":{"a":1}}');
  });
});

test('any input gives one line of bounded length', () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
      fc.string(),
      (input, text) => {
        const line = auditLine(entry({ input, tool_name: text, cwd: text.repeat(2_000) }), '0.1.0');
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(Buffer.byteLength(line)).toBeLessThan(64 * 1024);
        JSON.parse(line);
      },
    ),
  );
});

describe('every line is the one that JSON.stringify would write', () => {
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const partRules = fc.record({
    part: optional(fc.nat()),
    pattern: anyText,
    action: fc.constantFrom('allow' as const, 'ask' as const),
    layer: fc.constantFrom('project' as const, 'user' as const),
    file: optional(anyText),
    line: optional(fc.nat()),
  });
  const entries: fc.Arbitrary<AuditEntry> = fc.record({
    ts: fc.oneof(fc.constant('2026-11-15T09:30:00.000Z'), anyText),
    session_id: optional(anyText),
    turn: optional(fc.nat()),
    tool_use_id: optional(anyText),
    agent: optional(fc.constantFrom('a', 'b', 'c"')),
    host: optional(fc.constantFrom('codex', 'caliban')),
    workspace: fc.oneof(fc.constantFrom('/a', '/b'), anyText),
    cwd: fc.oneof(fc.constantFrom('/a', '/b'), anyText),
    tool_name: fc.oneof(fc.constantFrom('Bash', 'Edit'), anyText),
    own_name: optional(anyText),
    input: fc.oneof(fc.record({ command: anyText, description: anyText }), fc.dictionary(anyText, fc.anything())),
    action: fc.constantFrom('allow', 'deny', 'ask'),
    outcome: fc.constantFrom('allow', 'deny', 'handed-over'),
    mode: fc.constantFrom('default', 'plan'),
    rule: optional(
      fc.record({
        pattern: fc.oneof(fc.constantFrom('Bash:git *', '*'), anyText),
        action: fc.constantFrom('allow', 'deny', 'ask'),
        layer: fc.constantFrom('project', 'user'),
        file: optional(fc.constantFrom('/a', '/b')),
        line: optional(fc.constantFrom(1, 2)),
        comment: optional(anyText),
      }),
    ),
    rules: optional(fc.array(partRules, { maxLength: 5 })),
    because: fc.oneof(
      fc.constantFrom({ kind: 'rule' } as const, { kind: 'no-rule' } as const),
      fc.record({ kind: fc.constant('fault' as const), message: anyText }),
    ),
    part: optional(
      fc.record({
        kind: fc.constantFrom('command', 'write'),
        text: anyText,
        number: fc.nat(),
        of: fc.nat(),
      }),
    ),
    took_us: fc.oneof(fc.nat(), fc.double()),
    confined: optional(fc.constantFrom('yes', 'no')),
    rehearsal: optional(fc.constantFrom('shown' as const, 'ran' as const)),
  });

  test('a field that only a newer gate knows', () => {
    const newer = { ...entry(), weather: TOKEN };
    expect(JSON.parse(auditLine(newer, '0.1.0'))).toMatchObject({ weather: 'ghp_…redacted' });
  });

  test('also where it remembers what it wrote before', () => {
    fc.assert(
      fc.property(fc.array(entries, { minLength: 1, maxLength: 4 }), (several) => {
        for (const one of [...several, ...several]) expect(auditLine(one, '0.1.0')).toBe(theLongWay(one));
      }),
      { numRuns: 500 },
    );
  });

  function theLongWay(entry: AuditEntry): string {
    const shown = redactValue(entry.input);
    const input = capJson(strikeOut(shown.value, shown.secrets), 8 * 1024);
    const canonical = canonicalJson(entry.input);
    const beside = (value: string | object | undefined) =>
      value === undefined
        ? undefined
        : JSON.parse(capJson(strikeOut(redactValue(value).value, shown.secrets), 4 * 1024).json);
    const {
      ts,
      session_id,
      turn,
      tool_use_id,
      agent,
      host,
      workspace,
      cwd,
      tool_name,
      action,
      outcome,
      mode,
      took_us,
      confined,
      rehearsal,
    } = entry;
    const record = {
      ...{ ts, session_id: session_id?.slice(0, 200), turn, tool_use_id: tool_use_id?.slice(0, 200) },
      ...{ agent: beside(agent), host: beside(host), workspace: beside(workspace), cwd: beside(cwd) },
      ...{ tool_name: beside(tool_name) },
      input: JSON.parse(input.json),
      truncated: shown.cut || input.cut || undefined,
      input_sha256: canonical.ok ? createHash('sha256').update(canonical.value).digest('hex') : undefined,
      ...{ action, outcome, mode, rule: beside(entry.rule), because: beside(entry.because) },
      ...{ rules: entry.rules?.map(beside), part: beside(entry.part) },
      ...{ own_name: beside(entry.own_name), ...(confined === undefined ? {} : { confined }) },
      ...(rehearsal === undefined ? {} : { rehearsal }),
      ...{ took_us, caliban: '0.1.0' },
    };
    return `${JSON.stringify(record)}\n`;
  }
});
