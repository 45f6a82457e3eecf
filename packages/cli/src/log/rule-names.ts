import { formatPattern, type Rule } from '@caliban/gate';
import { redact } from '@caliban/storage/audit';

/** A rule as a log line names it. */
export type NamedRule = {
  readonly layer: string;
  readonly action: string;
  readonly pattern: string;
  readonly file?: string | undefined;
};

/** Rules of two projects may be equal, so these are named with their file. */
export function ruleName({ layer, action, pattern, file }: NamedRule): string {
  const place = file !== undefined && IN_PROJECT.has(layer) ? `${layer} ${file}` : layer;
  return `${place} ${action} ${pattern}`;
}

export const IN_PROJECT: ReadonlySet<string> = new Set(['project', 'local']);

/** Every name the log may have for a rule: secrets in its pattern aren't written there. */
export function namesOfRule({ pattern, action, source: { layer, file } }: Rule): readonly string[] {
  const text = formatPattern(pattern);
  const patterns = [text, redact(text).text];
  // A line of an older version may not name the file.
  const files = file === undefined ? [undefined] : [file, undefined];
  const names = patterns.flatMap((written) =>
    files.map((from) => ruleName({ layer, action, pattern: written, file: from })),
  );
  return [...new Set(names)];
}
