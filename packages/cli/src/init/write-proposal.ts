import { existsSync } from 'node:fs';
import { ok } from '@caliban/calls/types';
import type { Locations } from '@caliban/storage';
import { rewriteRules, type SwitchedOn, seeThroughWrappers } from '@caliban/storage/rules';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError, targetOf } from '../rules/writing.ts';
import { placeRules } from './place-rules.ts';
import type { ProposedFile } from './proposal.ts';

export type WrittenProposal = { readonly wrappers: SwitchedOn | null };

/** Adds the rules to the files, the user's first. The project's files are then accepted, because the user wrote them. */
export async function writeProposal(files: readonly ProposedFile[], locations: Locations): Promise<WrittenProposal> {
  const ours = files.filter(({ scope }) => scope !== 'user');
  const allows = ours.flatMap(({ added }) => added).filter(({ action }) => action === 'allow').length;
  const user = files.find(({ scope }) => scope === 'user');
  const wrappers = user === undefined ? null : await writeUser(user, locations);
  await keepTrust(
    locations,
    async () => {
      for (const file of ours) await writeFile(file, locations);
    },
    { allows },
  );
  return { wrappers };
}

async function writeUser(file: ProposedFile, locations: Locations): Promise<SwitchedOn> {
  const target = targetOf(locations, 'user');
  const isNew = !existsSync(target.permissions);
  await writeFile(file, locations);
  return seeThroughWrappers(target, { heading: isNew ? HEADING : '' });
}

const HEADING = `# What agents may do, in every project. The first rule that matches decides.
# \`caliban init\` wrote this file. Edit it as you like; \`caliban perms lint\` checks it.

`;

async function writeFile({ scope, added }: ProposedFile, locations: Locations): Promise<void> {
  if (added.length === 0) return;
  const target = targetOf(locations, scope);
  const changed = await rewriteRules(target, { createDirectory: true }, (known) =>
    ok({ edits: placeRules(known, added).edits, index: known.length }),
  );
  if (!changed.ok) throw changeError(changed.error);
}
