import type { Result, ToolProfile } from '@caliban/calls';
import { CLASS_NAMES, type ClassScope, concerns, isClassName } from '@caliban/calls/classes';
import { didYouMean, visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Spec } from '../types/pattern.ts';

type ClassProblem = { readonly message: string; readonly offset: number };

/** Null: the text after the `@` isn't a class, and may be something else. */
export function parseClassSpec(
  text: string,
  tool: string,
  profile: ToolProfile | undefined,
): Result<Spec, ClassProblem> | null {
  const [name] = /^[\w-]*/.exec(text.slice(1)) as RegExpExecArray;
  const isWhole = name.length + 1 === text.length;
  if (!isClassName(name)) {
    // A file may well be called `@types`; no command and no URL starts like that.
    return profile?.argument?.kind === 'path' || !isWhole ? null : fail({ message: unknownClass(name), offset: 1 });
  }
  if (!isWhole) {
    if (profile?.argument?.kind === 'path') return null;
    return fail({ message: `nothing may follow a class; write \`${tool}:@${name}\``, offset: name.length + 1 });
  }
  const spec = classSpec(`@${name}`, profile);
  if (spec !== null) return ok(spec);
  return fail({ message: `no call of \`${tool}\` is ever \`@${name}\`; write \`@${name}\``, offset: 0 });
}

/** The class's requirement for a call of such a tool; null if none can be in it. */
export function classSpec(text: string, profile: ToolProfile | undefined): Spec | null {
  const name = text.slice(1);
  const scope = scopeOf(profile);
  if (scope === null || !isClassName(name) || !concerns(name, scope)) return null;
  return { argument: { kind: 'class', name }, fields: [] };
}

/** The problem of a pattern that starts with `@`; null for a class by itself. */
export function classProblem(text: string): ClassProblem | null {
  const [name] = /^[\w-]*/.exec(text.slice(1)) as RegExpExecArray;
  if (name === '') return { message: `a class is missing behind \`@\`; ${LIST_THEM}`, offset: 1 };
  const rest = text.slice(1 + name.length);
  const offset = 1 + name.length;
  if (rest.trim() === '' && !isClassName(name)) return { message: unknownClass(name), offset: 1 };
  if (rest === '') return null;
  if (rest.trim() === '') return { message: `a blank stands behind the class; write \`@${name}\``, offset };
  if (rest.startsWith('|'))
    return { message: `a rule names one class; write \`@${name}\` and a rule for each other`, offset };
  if (/^[:(]/.test(rest)) return { message: `a class takes no argument; write \`@${name}\``, offset };
  return { message: `nothing may follow a class; write \`@${name}\``, offset };
}

function unknownClass(name: string): string {
  const meant = didYouMean(
    `@${name}`,
    CLASS_NAMES.map((known) => `@${known}`),
  );
  return `no class is called \`@${visible(name)}\`${meant}; ${LIST_THEM}`;
}

const LIST_THEM = '`caliban perms classes` lists them';

function scopeOf(profile: ToolProfile | undefined): ClassScope | null {
  switch (profile?.argument?.kind) {
    case 'command':
      return 'command';
    case 'path':
      return 'file';
    case 'url':
      return 'url';
    case undefined:
      return profile === undefined ? 'other' : null;
  }
}
