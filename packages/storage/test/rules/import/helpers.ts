import { importRules } from '../../../src/rules/import/import-rules.ts';
import type { Imported, ImportFormat } from '../../../src/rules/import/imported.ts';

export type Given = {
  readonly format?: ImportFormat | 'auto';
  readonly fileName?: string;
  readonly settingsDirectory?: string;
};

/** The import, or its problem as a thrown error: for tests about files that can be read. */
export function imported(text: string, { format = 'auto', fileName = 'rules', ...rest }: Given = {}): Imported {
  const result = importRules(text, { format, fileName, ...rest });
  if (!result.ok) throw new Error(`${result.error.line}: ${result.error.message}`);
  return result.value;
}

/** `deny Bash:rm *` for each rule. */
export function lines({ rules }: Imported): readonly string[] {
  return rules.map(({ action, pattern }) => `${action} ${pattern}`);
}

export function problem(text: string, { format = 'auto', fileName = 'rules' }: Given = {}): unknown {
  const result = importRules(text, { format, fileName });
  return result.ok ? lines(result.value) : result.error;
}

/** What is not carried over, in short: the rule and the first words of why. */
export function losses({ notCarriedOver }: Imported): readonly string[] {
  return notCarriedOver.map(({ what, why }) => `${what}: ${why}`);
}
