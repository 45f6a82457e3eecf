import {
  absolutePath,
  createRuleBook,
  DEFAULT_RULES,
  describeCall,
  formatPattern,
  judge,
  parsePattern,
  type Rule,
  type RuleBook,
} from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { BYPASS_CASES, VERDICT_CASES } from '../../../../conformance/cases.ts';
import { HOST_NAMES, type HostCall } from '../../src/hosts/host-adapter.ts';
import { HOST_ADAPTERS } from '../../src/hosts/host-adapters.ts';
import { textOf } from '../../src/hosts/protocol/payload.ts';
import { hostPayload } from '../helpers/host-payload.ts';

const SURROUNDINGS = { workspace: absolutePath('/repo'), home: absolutePath('/home/u') };

/** One policy, every agent: a call that comes from a host is judged as if it were ours. */
describe.each(HOST_NAMES)('%s', (host) => {
  const rows = [...BYPASS_CASES, ...VERDICT_CASES].flatMap((row) => {
    const payload = hostPayload(host, row.tool, row.input);
    const rules = toRules(row.rules);
    return payload === null || rules === null ? [] : [{ ...row, payload, rules: [...rules, ...DEFAULT_RULES] }];
  });

  test(`${rows.length} cases`, async () => {
    expect(rows.length).toBeGreaterThan(100);
    const adapter = await HOST_ADAPTERS[host]();
    for (const { rules, tool, input, payload, why } of rows) {
      const request = adapter.read(payload);
      if (!request.ok || request.value.kind !== 'calls') throw new Error(`${why}: not read`);
      const [call, ...others] = request.value.calls;
      const book = createRuleBook(rules);
      expect(verdict(book, call), why).toEqual(verdict(book, { tool, input }));
      // Only what names nothing to look at is judged under the host's name as well.
      const isComplete = ['command', 'path', 'url'].some((field) => textOf(input, field) !== undefined);
      if (isComplete) expect(others, why).toEqual([]);
    }
  });
});

function verdict(book: RuleBook, { tool, input, access }: HostCall): object {
  const call = describeCall({ tool, input, surroundings: SURROUNDINGS, ...(access === undefined ? {} : { access }) });
  const { action, because } = judge(book, call);
  const decided = because.kind === 'rule' ? formatPattern(because.rule.pattern) : because.kind;
  return { action, decided, access: call.access, subject: call.subject.kind };
}

function toRules(written: readonly { pattern: string; action: Rule['action'] }[]): readonly Rule[] | null {
  const rules: Rule[] = [];
  for (const { pattern: text, action } of written) {
    const pattern = parsePattern(text);
    if (!pattern.ok) return null;
    rules.push({ pattern: pattern.value, action, source: { layer: 'project' } });
  }
  return rules;
}
