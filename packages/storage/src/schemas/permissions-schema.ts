import { ACTIONS, MAX_APPROVALS } from '@caliban/gate/types';
import { SETTING_KEYS, SETTING_SCHEMAS } from '../rules/read/check-settings.ts';
import { BUCKETS, V1_KEYS } from '../rules/read/collect-entries.ts';
import { TESTS_KEY } from '../rules/read/collect-tests.ts';
import { DRAFT, described, FORBIDDEN, INSTANT, type JsonSchema, object } from './json-schema.ts';

/** The schema of `permissions.toml`. Patterns are plain text here; only `perms lint` can check them. */
export function permissionsSchema(): JsonSchema {
  return {
    $schema: DRAFT,
    title: 'permissions.toml of caliban',
    ...object({
      permissions: permissionsTable(),
      ...Object.fromEntries(V1_KEYS.map((key) => [key, { ...rules(), deprecated: true, description: 'older form' }])),
      ...outsideKeys(),
      sandbox: { ...FORBIDDEN, description: 'goes into settings.toml, beside this file' },
    }),
  };
}

/** `[permissions]`, in either file. */
export function permissionsTable(): JsonSchema {
  return object({
    rules: described('tried from top to bottom; the first match decides', rules()),
    tests: described('calls that must get a certain verdict', { type: 'array', items: test() }),
    ...Object.fromEntries(
      BUCKETS.map((action) => [action, { type: 'array', items: PATTERN, deprecated: true, description: 'older form' }]),
    ),
    ...Object.fromEntries(
      SETTING_SCHEMAS.flatMap(({ keys, schema }) =>
        keys.map((key, index) => [key, index === 0 ? schema : { ...schema, deprecated: true }]),
      ),
    ),
  });
}

/** Keys that belong in `[permissions]`. */
export function outsideKeys(): Readonly<Record<string, JsonSchema>> {
  const keys = [...SETTING_KEYS, ...BUCKETS, TESTS_KEY];
  return Object.fromEntries(
    keys.map((key) => [key, { ...FORBIDDEN, description: 'write it below a `[permissions]` line' }]),
  );
}

const PATTERN: JsonSchema = { type: 'string', pattern: '\\S' };
const TEXT: JsonSchema = { type: 'string' };

/** Completion offers lower case; any case is read. */
const ACTION: JsonSchema = {
  anyOf: [
    { type: 'string', enum: ACTIONS },
    { type: 'string', pattern: `^(?:${ACTIONS.map(anyCase).join('|')})$` },
  ],
};

function anyCase(word: string): string {
  return [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
}

function rules(): JsonSchema {
  const fields = {
    action: described('allow, ask or deny', ACTION),
    comment: described('for people: shown when the rule asks', TEXT),
    reason: described('what the model reads when the rule denies', TEXT),
    expires_at: described('a date that is kept and checked by lint, and not enforced', INSTANT),
    approvals: described('so many people have to allow it, through a hub', {
      type: 'integer',
      minimum: 1,
      maximum: MAX_APPROVALS,
    }),
    self_approval: described('false: no one may allow it for their own agent', { type: 'boolean' }),
    confined: described('an allow that applies only where the command runs confined', { type: 'boolean' }),
  };
  const pattern = described('which calls: `Bash:git log *`, `Edit:src/**`, `@secrets`', PATTERN);
  return {
    type: 'array',
    items: {
      anyOf: [
        object({ pattern, ...fields }, { required: ['pattern', 'action'], additionalProperties: false }),
        object({ tool: pattern, ...fields }, { required: ['tool', 'action'], additionalProperties: false }),
      ],
    },
  };
}

function test(): JsonSchema {
  const fields = {
    expect: described('allow, ask or deny', ACTION),
    rule: described('the rule that must decide', PATTERN),
    comment: TEXT,
  };
  const call = described('`Tool:first argument`, such as `Bash:git push -f`', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]+(?::[\\s\\S]*)?$',
  });
  return {
    anyOf: [
      object({ call, ...fields }, { required: ['call', 'expect'], additionalProperties: false }),
      object(
        { tool: TEXT, input: { type: 'object' }, ...fields },
        { required: ['tool', 'expect'], additionalProperties: false },
      ),
    ],
  };
}
