import type { AbsolutePath, CallContext } from '@caliban/calls';
import { belowAnchor, escapePathGlob, matchesPath, spellAll, spellPath, spellRelative } from '@caliban/calls/globs';
import { everyPlace } from '@caliban/calls/text';
import type { ResolvedPath } from '@caliban/calls/types';
import { type Draft, thatMatch } from './suggestion-draft.ts';

/** Its directory, files of its kind there, and the file itself; outside the workspace only its directory and the file. */
export function suggestForPath(tool: string, places: ResolvedPath, around: CallContext): readonly Draft[] {
  const { written } = places;
  const inside = belowAnchor('workspace', written, around);
  const drafts = inside === null ? outside(tool, written) : insideWorkspace(tool, inside);
  const every = everyPlace(places);
  const leads = every.filter((place) => spellPath(place, around) !== spellPath(written, around));
  const exact: Draft =
    leads.length === 0
      ? { pattern: `${tool}:${spellPath(written, around)}`, explanation: 'exactly this file' }
      : {
          pattern: `${tool}:${spellAll([written, ...leads], around)}`,
          explanation: `this file and ${leads.map((place) => `\`${place}\``).join(' or ')}, where it leads`,
        };
  return thatMatch([...drafts, exact], tool, ({ argument, fields }) => {
    if (argument?.kind !== 'path' || fields.length > 0) return false;
    return every.every((place) => matchesPath(argument.glob, place, around));
  });
}

function insideWorkspace(tool: string, path: string): readonly Draft[] {
  const { directory, extension } = taken(path);
  const below = directory === '' ? './' : spellRelative(`${directory}/`);
  const everything = `${below}${directory === '' ? '*' : '**'}`;
  const drafts = [{ pattern: `${tool}:${everything}`, explanation: explained('everything', directory) }];
  if (extension === null) return drafts;
  const kind = escapePathGlob(extension);
  const pattern = `${tool}:${below}${directory === '' ? '' : '**/'}*${kind}`;
  return [...drafts, { pattern, explanation: explained(`\`${extension}\` files`, directory) }];
}

function explained(what: string, directory: string): string {
  return directory === '' ? `${what} directly in the workspace` : `${what} below \`${directory}\``;
}

function outside(tool: string, path: AbsolutePath): readonly Draft[] {
  const { directory } = taken(path);
  // Not `/**`: a file in the root would open everything.
  if (directory === '') return [];
  return [{ pattern: `${tool}:${escapePathGlob(directory)}/**`, explanation: `everything below \`${directory}\`` }];
}

/** `src/a/b.test.ts` → `src/a` and `.ts`; a name whose only dot is the first character has no extension. */
function taken(path: string): { readonly directory: string; readonly extension: string | null } {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf('.');
  return {
    directory: path.slice(0, Math.max(0, slash)),
    extension: dot > 0 && dot < name.length - 1 ? name.slice(dot) : null,
  };
}
