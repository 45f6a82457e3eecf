import { TOOL_PROFILES } from '@caliban/calls';
import { nearestTool } from '@caliban/calls/describe';
import { didYouMean } from '@caliban/calls/text';
import { type Action, type Pattern, parsePattern } from '@caliban/gate';
import { readAction } from '@caliban/gate/types';
import type { Finding, Path } from '../../documents/places.ts';
import { isTable, kindOf, type Table } from '../../documents/table.ts';
import type { PolicyTest } from '../rule-file.ts';

/** A test without its source. */
export type CheckedTest = Omit<PolicyTest, 'source'>;

/** One entry of `permissions.tests`. Adds every problem to `errors`; then returns null. */
export function checkTest(fields: unknown, path: Path, errors: Finding[]): CheckedTest | null {
  if (!isTable(fields)) {
    const message = `a test is a table, not ${kindOf(fields)}; write \`{ call = "Bash:git push -f", expect = "deny" }\``;
    errors.push({ spot: { path, part: 'value' }, message });
    return null;
  }
  const known = errors.length;
  const check: Check = { fields, path, errors };
  const call = callOf(check);
  const expect = expectOf(check);
  const rule = ruleOf(check);
  const comment = textOf(check, 'comment');
  for (const key in fields) if (!TEST_FIELDS.has(key)) wrong(check, key, 'key', unknownField(key, fields));
  if (errors.length > known || call === null || expect === null) return null;
  return { ...call, expect, ...(rule === undefined ? {} : { rule }), ...(comment === undefined ? {} : { comment }) };
}

const FIELD_NAMES = ['call', 'tool', 'input', 'expect', 'rule', 'comment'] as const;
const TEST_FIELDS: ReadonlySet<string> = new Set(FIELD_NAMES);

type Check = { readonly fields: Table; readonly path: Path; readonly errors: Finding[] };

type TestCall = Pick<PolicyTest, 'tool' | 'input'>;

function callOf(check: Check): TestCall | null {
  const { fields } = check;
  if (fields.call === undefined && fields.tool === undefined) {
    const hasSlip = Object.keys(fields).some((key) => ['call', 'tool'].includes(meantField(key, fields)));
    if (!hasSlip) missing(check, 'the test has no call; write `call = "Bash:git push -f"`, or `tool` and `input`');
    return null;
  }
  if (fields.call === undefined) return toolAndInput(check);
  const surplus = (['tool', 'input'] as const).find((key) => fields[key] !== undefined);
  if (surplus !== undefined) {
    wrong(
      check,
      surplus,
      'key',
      `the test has both \`call\` and \`${surplus}\`; keep \`call\`, or \`tool\` and \`input\``,
    );
    return null;
  }
  const call = textOf(check, 'call');
  return call === undefined ? null : readCall(check, call);
}

/** `Tool:first argument`. */
function readCall(check: Check, call: string): TestCall | null {
  const [, tool, argument] = /^([\w-]+)(?::(.*))?$/s.exec(call) ?? [];
  if (tool === undefined) {
    wrong(
      check,
      'call',
      'value',
      `\`${call}\` is not a call; write \`Tool:first argument\`, such as \`Bash:git push -f\``,
    );
    return null;
  }
  if (argument === undefined) return refuseMisspelled(check, 'call', { tool, input: {} });
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  if (field !== undefined) return { tool, input: { [field]: argument } };
  const near = nearestTool(tool);
  const message =
    near === ''
      ? `\`${tool}\` has no first argument; write \`tool = "${tool}"\` and \`input = { … }\``
      : `there is no tool \`${tool}\`${near}`;
  wrong(check, 'call', 'value', message);
  return null;
}

function toolAndInput(check: Check): TestCall | null {
  const tool = textOf(check, 'tool');
  const { input = {} } = check.fields;
  if (!isTable(input)) {
    wrong(
      check,
      'input',
      'value',
      `\`input\` is ${kindOf(input)}; write a table: \`input = { command = "git push" }\``,
    );
    return null;
  }
  if (!isJson(input)) {
    wrong(check, 'input', 'value', '`input` contains a date or a number that JSON cannot represent; write it as text');
    return null;
  }
  return tool === undefined ? null : refuseMisspelled(check, 'tool', { tool, input });
}

function refuseMisspelled(check: Check, key: string, call: TestCall): TestCall | null {
  const near = TOOL_PROFILES.has(call.tool) ? '' : nearestTool(call.tool);
  if (near === '') return call;
  wrong(check, key, 'value', `there is no tool \`${call.tool}\`${near}`);
  return null;
}

/** TOML has dates and infinite numbers; a tool's input can't. */
function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (isTable(value)) return Object.values(value).every(isJson);
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || value === null;
}

function expectOf(check: Check): Action | null {
  const written = textOf(check, 'expect');
  if (written === undefined) {
    const hasSlip = Object.keys(check.fields).some((key) => meantField(key, check.fields) === 'expect');
    if (check.fields.expect === undefined && !hasSlip)
      missing(check, 'the test has no expect; write `expect = "allow"`, `"ask"` or `"deny"`');
    return null;
  }
  const action = readAction(written);
  if (action === null) wrong(check, 'expect', 'value', `unknown action \`${written}\`; expected allow, ask or deny`);
  return action;
}

function ruleOf(check: Check): Pattern | undefined {
  const written = textOf(check, 'rule');
  if (written === undefined) return undefined;
  const parsed = parsePattern(written);
  if (parsed.ok) return parsed.value;
  const { message, column } = parsed.error;
  check.errors.push({
    spot: { path: [...check.path, 'rule'], part: 'value', offset: column - 1 },
    message: `bad pattern \`${written}\`: ${message}`,
  });
  return undefined;
}

function textOf(check: Check, key: string): string | undefined {
  const value = check.fields[key];
  if (value === undefined || typeof value === 'string') return value;
  wrong(check, key, 'value', `\`${key}\` is ${kindOf(value)}; write text in quotes`);
  return undefined;
}

function unknownField(key: string, fields: Table): string {
  const near = meantField(key, fields);
  const meant = near === '' ? '' : ` (did you mean \`${near}\`?)`;
  return `unknown field \`${key}\`${meant}; expected call, or tool and input, then expect, rule or comment`;
}

/** Suggests among the fields that the test doesn't have yet. */
function meantField(key: string, fields: Table): string {
  if (TEST_FIELDS.has(key)) return '';
  if (key === 'action') return 'expect';
  const free = FIELD_NAMES.filter((name) => fields[name] === undefined);
  return /`(.*)`/.exec(didYouMean(key, free))?.[1] ?? '';
}

function missing({ path, errors }: Check, message: string): void {
  errors.push({ spot: { path, part: 'key' }, message });
}

function wrong({ path, errors }: Check, key: string, part: 'key' | 'value', message: string): void {
  errors.push({ spot: { path: [...path, key], part }, message });
}
