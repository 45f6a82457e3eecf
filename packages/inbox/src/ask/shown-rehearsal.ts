import { createHash } from 'node:crypto';
import type { Result } from '@caliban/calls';
import { canonicalJson } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import type { Rehearsal, RehearsedChange } from '@caliban/gate/types';

/** What a command did in a rehearsal, for people who answer elsewhere. What is too long is cut, and says so. A yes is bound to it. */
export type ShownRehearsal =
  | { readonly kind: 'impossible'; readonly why: string }
  | {
      readonly kind: 'ran';
      readonly exitCode: number;
      /** The end of it. */
      readonly output: string;
      readonly changes: readonly RehearsedChange[];
      /** Changes that are not in the list. */
      readonly more: number;
    };

const MAX_CHANGES = 100;
/** Of all diffs together. */
const MAX_DIFF_CHARS = 150_000;
const MAX_OUTPUT_CHARS = 4_000;

export function shownRehearsal(rehearsal: Rehearsal): ShownRehearsal {
  switch (rehearsal.kind) {
    case 'impossible':
      return { kind: 'impossible', why: whole(rehearsal.why) };
    case 'ran': {
      const { exitCode, output, changes } = rehearsal;
      let left = MAX_DIFF_CHARS;
      const shown = changes.slice(0, MAX_CHANGES).map((change) => {
        const diff = change.diff === null ? null : cutDiff(whole(change.diff), left);
        left -= diff?.length ?? 0;
        return { ...change, path: whole(change.path), detail: whole(change.detail), diff };
      });
      const more = changes.length - shown.length;
      return { kind: 'ran', exitCode, output: whole(output.slice(-MAX_OUTPUT_CHARS)), changes: shown, more };
    }
  }
}

/** JSON can't carry half a character, which a cut may leave. */
function whole(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

function cutDiff(diff: string, room: number): string {
  if (diff.length <= room) return diff;
  const lines = diff.split('\n');
  const shown: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += line.length + 1;
    if (used > room) break;
    shown.push(line);
  }
  return [...shown, `@@ ${lines.length - shown.length} more lines are not shown @@`].join('\n');
}

/** SHA-256 of its canonical JSON. */
export function rehearsalDigest(rehearsal: ShownRehearsal): Result<string, string> {
  const canonical = canonicalJson(rehearsal);
  return canonical.ok ? ok(createHash('sha256').update(canonical.value).digest('hex')) : fail(canonical.error);
}

export function parseRehearsal(value: unknown): Result<ShownRehearsal, string> {
  if (!isRecord(value)) return fail('`rehearsal` is not an object');
  const { kind, why, exitCode, output, changes, more } = value;
  if (kind === 'impossible' && isText(why)) return ok({ kind, why });
  if (kind !== 'ran' || !isCount(exitCode) || !isCount(more) || !isText(output))
    return fail('`rehearsal` is not one that ran, or could not run');
  if (!Array.isArray(changes) || changes.length > MAX_CHANGES || !changes.every(isChange))
    return fail(`\`rehearsal.changes\` is not a list of at most ${MAX_CHANGES} changes`);
  const known = changes.map(({ path, effect, kind: of, detail, diff }) => ({ path, effect, kind: of, detail, diff }));
  return ok({ kind, exitCode, output, changes: known, more });
}

function isChange(value: unknown): value is RehearsedChange {
  if (!isRecord(value)) return false;
  const { path, effect, kind, detail, diff } = value;
  return (
    (effect === 'created' || effect === 'changed' || effect === 'deleted') &&
    (kind === 'file' || kind === 'directory' || kind === 'link') &&
    [path, detail].every(isText) &&
    (diff === null || (typeof diff === 'string' && diff.length <= MAX_DIFF_CHARS + MAX_TEXT))
  );
}

const MAX_TEXT = 10_000;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
