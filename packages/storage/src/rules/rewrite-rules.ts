import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Rule } from '@caliban/gate';
import { splitByteOrderMark } from '../documents/parsed-text.ts';
import { WriteError, writeAtomically } from '../files/atomic-write.ts';
import { LockError, withLock } from '../files/file-lock.ts';
import { followLinks } from '../files/follow-links.ts';
import { excludeFromGit } from '../files/git-exclude.ts';
import { makeDirectories } from '../files/make-directories.ts';
import { deadLink, readTextFile } from '../files/read-text-file.ts';
import { systemErrorText } from '../files/system-error.ts';
import type { LayerFiles } from '../layers/locations.ts';
import { editLoaded } from './edit/edit-toml.ts';
import { outsideWorkspace } from './edit/inside-workspace.ts';
import type { RuleEdit } from './edit/rule-edit.ts';
import { textFromJson } from './edit/text-from-json.ts';
import type { LegacyForm } from './legacy-forms.ts';
import { type LoadedText, loadText } from './read/loaded-text.ts';
import type { ReadingOptions } from './read/read-rule-file.ts';
import { type SourcedPolicy, sourcedPolicy } from './read/sourced-policy.ts';
import { type FileNotice, formatNotice, type PolicyTest } from './rule-file.ts';

export type ChangeOptions = {
  /** How long to wait for other writers. */
  readonly deadlineMs?: number;
};

/** Plans the edits once the contents of the file are known. No edits: the file already says so. */
export type Plan = { readonly edits: readonly RuleEdit[]; readonly index: number };

export type MakePlan = (rules: readonly Rule[], tests: readonly PolicyTest[]) => Result<Plan, ChangeProblem>;

export type RuleChange = {
  readonly kind: 'changed' | 'already-so';
  readonly file: string;
  /** The current index of the rule, or its last one. */
  readonly index: number;
  /** All rules of the file before the change. */
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
  /** Outdated forms that were converted by this change. */
  readonly converted: readonly LegacyForm[];
};

export type ChangeProblem =
  | { readonly kind: 'bad-rule'; readonly message: string }
  | { readonly kind: 'not-found'; readonly message: string }
  /** The file already has errors; nothing is written until they are fixed. */
  | { readonly kind: 'does-not-load'; readonly message: string; readonly errors: readonly FileNotice[] }
  | { readonly kind: 'cannot-write'; readonly message: string };

/** Lock, read, edit in place, write a draft, rename. On any failure the old file is still there, whole. */
export async function rewriteRules(
  target: LayerFiles,
  { createDirectory = false, ...options }: ChangeOptions & { createDirectory?: boolean },
  plan: MakePlan,
): Promise<Result<RuleChange, ChangeProblem>> {
  try {
    const outside = outsideWorkspace(target);
    if (outside !== null) return fail({ kind: 'cannot-write', message: outsideText(target, outside) });
    if (createDirectory) makeDirectory(target);
    else if (!existsSync(target.directory)) return changeNothing(target, plan);
    const lost = deadLink(target.permissions);
    if (lost !== null) return doesNotLoad([{ file: target.permissions, message: lost }]);
    const file = followLinks(target.permissions);
    return await withLock(file, () => rewriteLocked(target, file, plan), options);
  } catch (error) {
    return fail({ kind: 'cannot-write', message: failureText(target, error) });
  }
}

/** There is no file, so there are no rules to change. */
function changeNothing({ permissions: file }: LayerFiles, plan: MakePlan): Result<RuleChange, ChangeProblem> {
  const planned = plan([], []);
  if (!planned.ok) return planned;
  return ok({ kind: 'already-so', file, index: planned.value.index, before: [], after: [], converted: [] });
}

function rewriteLocked(target: LayerFiles, file: string, plan: MakePlan): Result<RuleChange, ChangeProblem> {
  const rewritten = rewrittenText(target, plan);
  if (!rewritten.ok) return rewritten;
  const { text, change } = rewritten.value;
  if (change.kind === 'already-so') return ok(change);
  writeAtomically(file, text, { mode: isPrivate(target) ? 0o600 : 0o644 });
  hideFromGit(target);
  return ok(change);
}

/** The contents that the file would get; nothing is written. */
export function rewrittenText(
  target: LayerFiles,
  plan: MakePlan,
  options: ReadingOptions = {},
): Result<{ readonly text: string; readonly change: RuleChange }, ChangeProblem> {
  const written = currentText(target, options);
  if (!written.ok) return written;
  const { mark, text } = splitByteOrderMark(written.value);
  const loaded = load(target, text);
  if (!loaded.ok) return loaded;
  const { rules: before, tests } = policyOf(target, loaded.value);
  const planned = plan(before, tests);
  if (!planned.ok) return planned;
  const { edits, index } = planned.value;
  const about = { file: target.permissions, index, before };
  if (edits.length === 0)
    return ok({ text: written.value, change: { kind: 'already-so', ...about, after: before, converted: [] } });

  const edited = applyEdits(target, loaded.value, edits);
  if (!edited.ok) return edited;
  const { rules: after } = policyOf(target, edited.value);
  const converted = loaded.value.policy.legacyForms;
  return ok({ text: mark + edited.value.parsed.text, change: { kind: 'changed', ...about, after, converted } });
}

/** A layer that is still in JSON moves to TOML completely: once the TOML exists, the JSON no longer applies. */
function currentText(target: LayerFiles, options: ReadingOptions): Result<string, ChangeProblem> {
  const other = options.replaced?.get(target.permissions);
  const text = other === undefined ? readTextFile(target.permissions) : ok(other);
  if (!text.ok) return doesNotLoad([{ file: target.permissions, ...text.error }]);
  if (text.value !== null) return ok(text.value);
  const moved = textFromJson(target, options);
  return moved.ok ? moved : doesNotLoad(moved.error);
}

function load({ permissions: file }: LayerFiles, text: string): Result<LoadedText, ChangeProblem> {
  const loaded = loadText(text);
  if (!loaded.ok) return doesNotLoad([{ file, ...loaded.error }]);
  const { errors } = loaded.value.policy;
  return errors.length === 0 ? loaded : doesNotLoad(loaded.value.parsed.notices(file, errors));
}

function policyOf({ permissions: file, layer }: LayerFiles, loaded: LoadedText): SourcedPolicy {
  return sourcedPolicy(loaded, { file, layer });
}

function applyEdits(
  { permissions }: LayerFiles,
  before: LoadedText,
  edits: readonly RuleEdit[],
): Result<LoadedText, ChangeProblem> {
  let edited = before;
  for (const edit of edits) {
    const result = editLoaded(edited, edit);
    if (!result.ok) return fail({ kind: 'cannot-write', message: `${permissions}: ${result.error.message}` });
    edited = result.value;
  }
  return ok(edited);
}

function makeDirectory(target: LayerFiles): void {
  makeDirectories(target.directory, { mode: target.layer === 'user' ? 0o700 : 0o755 });
}

function isPrivate({ layer }: LayerFiles): boolean {
  return layer === 'user' || layer === 'local';
}

/** A rule is saved even if git can't be made to ignore the file. */
function hideFromGit({ layer, directory }: LayerFiles): void {
  if (layer !== 'local' && layer !== 'project') return;
  try {
    const own = layer === 'local' ? ['/.caliban/permissions.local.toml'] : [];
    excludeFromGit(dirname(directory), [...own, '/.caliban/*.lock*']);
  } catch {
    // The file then only shows up as untracked.
  }
}

function doesNotLoad(errors: readonly FileNotice[]): { readonly ok: false; readonly error: ChangeProblem } {
  return fail({ kind: 'does-not-load', message: errors.map(formatNotice).join('\n'), errors });
}

function failureText({ permissions }: LayerFiles, error: unknown): string {
  if (error instanceof WriteError || error instanceof LockError) return error.message;
  return `${permissions} cannot be written: ${systemErrorText(error)}`;
}

function outsideText({ permissions }: LayerFiles, outside: string): string {
  return `${permissions} leads out of the workspace, to ${outside}, and is not written; remove the link, or save the rule in your own file (scope user)`;
}
