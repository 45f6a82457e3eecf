import type { SessionServices } from '@caliban/agent/session';
import { commandNamed, SLASH_COMMANDS } from '../../commands/command-table.ts';
import type { Offer } from '../../commands/slash-command.ts';
import { type Buffer, textOf } from './buffer.ts';

/** One row of the menu. */
export type Completion = {
  readonly label: string;
  readonly detail: string;
  /** Replaces the written word. */
  readonly insert: string;
};

/** The completable word under the cursor, and its start in the buffer. */
export type Word =
  | { readonly kind: 'command'; readonly written: string; readonly from: number }
  | { readonly kind: 'argument'; readonly command: string; readonly written: string; readonly from: number }
  | { readonly kind: 'path'; readonly written: string; readonly from: number };

export function wordAtCursor({ units, cursor }: Buffer): Word | null {
  const before = units.slice(0, cursor);
  const text = textOf(before);
  const slash = /^\/(?:([\w-]*)|([\w-]+) +(\S*))$/.exec(text);
  if (slash !== null) {
    const [, written, command, argument] = slash;
    if (written !== undefined) return { kind: 'command', written, from: 0 };
    return {
      kind: 'argument',
      command: command ?? '',
      written: argument ?? '',
      from: cursor - (argument ?? '').length,
    };
  }
  const at = before.lastIndexOf('@');
  if (at === -1 || text.startsWith('/')) return null;
  const isWord = before.slice(at).every((unit) => typeof unit === 'string' && !/\s/.test(unit));
  const startsWord = at === 0 || /^\s$/.test(String(before[at - 1]));
  return isWord && startsWord ? { kind: 'path', written: textOf(before.slice(at + 1)), from: at } : null;
}

/** Possible completions; synchronous if nothing outside must be read. */
export function completionsFor(
  word: Word,
  parts: SessionServices,
): readonly Completion[] | Promise<readonly Completion[]> {
  switch (word.kind) {
    case 'command':
      return SLASH_COMMANDS.filter(({ name }) => name.startsWith(word.written.toLowerCase())).map(
        ({ name, summary }) => ({ label: `/${name}`, detail: summary, insert: `/${name} ` }),
      );
    case 'argument': {
      const offered = commandNamed(word.command)?.offers?.(parts) ?? [];
      return offered instanceof Promise ? offered.then((all) => fitting(all, word)) : fitting(offered, word);
    }
    case 'path':
      return parts
        .completePath(word.written)
        .then((paths) =>
          paths.map((path) => ({ label: path, detail: '', insert: `@${path}${path.endsWith('/') ? '' : ' '}` })),
        );
  }
}

function fitting(offered: readonly Offer[], { written }: Word): readonly Completion[] {
  return offered
    .filter(({ value }) => value.toLowerCase().startsWith(written.toLowerCase()))
    .map(({ value, detail }) => ({ label: value, detail, insert: value }));
}
