import type { Layer, Rule, RuleSource } from '@caliban/gate';
import type { CheckedRule } from './check-entry.ts';
import { pathOf } from './collect-entries.ts';
import type { LoadedText } from './loaded-text.ts';
import { LineTable, type Path } from './places.ts';
import type { PermissionSettings, PolicyTest } from './rule-file.ts';
import type { QuickLines } from './syntax.ts';

export type SourcedPolicy = {
  readonly rules: readonly Rule[];
  readonly settings: PermissionSettings;
  readonly tests: readonly PolicyTest[];
};

/** What a text says, each rule, setting and test with its line. */
export async function sourcedPolicy(
  loaded: LoadedText,
  { file, layer }: { readonly file: string; readonly layer: Layer },
): Promise<SourcedPolicy> {
  const { rules, settings, tests } = loaded.policy;
  const lines = await linesOf(loaded);
  const source = (line: number | undefined) => ({ layer, file, line: line as number });
  return {
    rules: rules.map((rule, index) => sourcedRule(rule, source(lines.rules[index]))),
    settings: Object.fromEntries(
      Object.entries(settings).map(([name, { value }], index) => [name, { value, ...source(lines.keys[index]) }]),
    ),
    tests: tests.map(({ test }, index) => ({ ...test, source: source(lines.tests[index]) })),
  };
}

async function linesOf({ policy, text, syntax }: LoadedText): Promise<QuickLines> {
  const { entries, settings, tests } = policy;
  const paths = Object.values(settings).map(({ path }) => path);
  if (entries.every(({ form }) => form === 'canonical')) {
    const keys = paths.map((path) => String(path.at(-1)));
    const quick = syntax.quickLines(text, { rules: entries.length, keys, tests: tests.length });
    if (quick !== null) return quick;
  }
  const locate = await syntax.locator(text);
  const lines = new LineTable(text);
  const lineAt = (path: Path) => lines.placeOf(locate({ path, part: 'key' })).line;
  return {
    rules: entries.map((entry) => lineAt(pathOf(entry))),
    keys: paths.map(lineAt),
    tests: tests.map(({ path }) => lineAt(path)),
  };
}

/** Field by field: there may be many thousands, and a spread costs ten times as much. */
function sourcedRule({ pattern, action, comment, reason, expiresAt }: CheckedRule, source: RuleSource): Rule {
  const rule: { -readonly [Name in keyof Rule]: Rule[Name] } = { pattern, action, source };
  if (comment !== undefined) rule.comment = comment;
  if (reason !== undefined) rule.reason = reason;
  if (expiresAt !== undefined) rule.expiresAt = expiresAt;
  return rule;
}
