import { dirname, resolve } from 'node:path';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { ModelReference } from './settings.ts';

/** A relative path of a scripted model starts at the directory of the settings file that names it. */
export function parseModelReference(text: string, { file }: { readonly file: string }): Result<ModelReference, string> {
  if (text.startsWith(SCRIPTED)) {
    const scripted = text.slice(SCRIPTED.length);
    if (scripted === '') return fail('names no file; write "scripted:replies.json"');
    return ok({ kind: 'scripted', file: resolve(dirname(file), scripted) });
  }
  const [, provider, model] = /^([\w-]+)\/([^\s\p{C}]+)$/u.exec(text) ?? [];
  if (provider === undefined || model === undefined) return fail(`is \`${text}\`; write "provider/model id"`);
  return ok({ kind: 'model', provider, model });
}

const SCRIPTED = 'scripted:';

export function formatModelReference(reference: ModelReference): string {
  return reference.kind === 'scripted' ? `${SCRIPTED}${reference.file}` : `${reference.provider}/${reference.model}`;
}
