import { escapeGlob } from '@caliban/calls/globs';
import { parsePattern } from '@caliban/gate';

/**
 * An intermediate form between two glob languages: plain text, any run of characters, or any one character. Both wildcards cross
 * `/`, as in the agents that use them.
 */
export type Wildcard = readonly WildcardPart[];

export type WildcardPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'run' }
  | { readonly kind: 'one' };

export const RUN: WildcardPart = { kind: 'run' };
export const ONE: WildcardPart = { kind: 'one' };

export function literal(text: string): WildcardPart {
  return { kind: 'text', text };
}

/** Merges adjacent texts and adjacent runs, and drops empty texts. */
export function tidy(parts: Wildcard): Wildcard {
  const tidied: WildcardPart[] = [];
  for (const part of parts) {
    const last = tidied.at(-1);
    if (part.kind === 'text') {
      if (part.text === '') continue;
      if (last?.kind === 'text') tidied[tidied.length - 1] = literal(last.text + part.text);
      else tidied.push(part);
    } else if (part.kind !== 'run' || last?.kind !== 'run') {
      tidied.push(part);
    }
  }
  return tidied;
}

/** As a text glob: for commands, urls and field values. */
export function textGlob(parts: Wildcard): string {
  return tidy(parts)
    .map((part) => (part.kind === 'text' ? escapeGlob(part.text) : GLYPH[part.kind]))
    .join('');
}

const GLYPH = { run: '*', one: '?' } as const;

/**
 * `Bash:<glob>`, spelled so that the grammar reads the whole glob as the command: not `~` as "anywhere", not `timeout=5` as a
 * field.
 */
export function commandPattern(written: string): string {
  const glob = withoutBlanksAround(written);
  const parsed = parsePattern(`Bash:${glob}`);
  const spec = parsed.ok && parsed.value.spec !== 'by-tool' ? parsed.value.spec : null;
  if (spec?.fields.length === 0) {
    if (spec.argument === null) return 'Bash';
    if (spec.argument.kind === 'text' && spec.argument.glob.text === glob) return `Bash:${glob}`;
  }
  return fieldPattern('Bash', 'command', glob);
}

/** A command has no blanks at its ends, except that one after a backslash is part of the last word. */
function withoutBlanksAround(glob: string): string {
  const trimmed = glob.trim();
  return trimmed.endsWith('\\') ? glob.trimStart() : trimmed;
}

/** `Tool:key=<glob>` for a text glob. */
export function fieldPattern(tool: string, key: string, glob: string): string {
  return `${tool}:${key}=${glob.replaceAll(',', '\\,')}`;
}

/** A command, with and without arguments. */
export function withArguments(command: string): readonly string[] {
  return [command, `${command} *`];
}
