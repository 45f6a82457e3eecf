import { join } from 'node:path';
import { fail, ok } from '@caliban/calls/types';
import type { Rule } from '@caliban/gate';
import { type ConfinedPath, confinedAt } from '@caliban/gate/confinement';
import type { CompiledSandbox, HostSandbox, HostSandboxPlan, LostPart } from '../sandbox/host-sandbox.ts';
import { isOwnToCome, lostByRules, lostPath, ruleText } from '../sandbox/lost-parts.ts';
import { below, spelledPath } from '../sandbox/spelled-path.ts';
import { CODEX } from './host.ts';

/**
 * A permission profile in Codex's `config.toml`, in two blocks between comments: the key that selects it has to come before all
 * tables, and the profile's tables come last. Removing the blocks restores the file byte for byte.
 */
export const codexSandbox: HostSandbox = {
  file: (scope, places) =>
    join(scope === 'user' ? CODEX.directory(places) : join(places.workspace, '.codex'), 'config.toml'),
  nextStep: 'it applies from the next start of codex on, unless `--sandbox` is given there; a project must be trusted',
  compile,
  find(text) {
    const [head, tables] = [HEAD.exec(text)?.[1], TABLES.exec(text)?.[1]];
    return ok(head === undefined || tables === undefined ? null : { text: `${head}\n${tables}`, isMarked: true });
  },
  install(text, { text: compiled }) {
    const [head = '', ...tables] = compiled.split('\n\n');
    const rest = without(text ?? '');
    const obstacle = obstacleIn(rest);
    if (obstacle !== null) return fail(obstacle);
    return ok(`${block(`${head}\n`)}${rest}\n${block(tables.join('\n\n'))}`);
  },
  uninstall(text) {
    const rest = without(text);
    return ok(rest === '' && rest !== text ? null : rest);
  },
};

const BEGIN = '# caliban begin: written by `caliban install codex --sandbox`';
const END = '# caliban end';
const HEAD = new RegExp(`${BEGIN}\\n(default_permissions = "caliban"\\n)${END}\\n`);
const TABLES = new RegExp(`\\n${BEGIN}\\n(\\[permissions\\.caliban[\\s\\S]*?\\n)${END}\\n`);

function block(text: string): string {
  return `${BEGIN}\n${text}${END}\n`;
}

/** Includes the line end before the tables, which may belong to the line above them. */
function without(text: string): string {
  return text.replace(HEAD, '').replace(TABLES, '');
}

function obstacleIn(toml: string): string | null {
  const [top = ''] = toml.split(/^[ \t]*\[/m, 1);
  if (/^[ \t]*["']?sandbox_mode["']?[ \t]*=/m.test(top) || /^[ \t]*\[[ \t]*["']?sandbox_workspace_write/m.test(toml))
    return '`sandbox_mode` or `[sandbox_workspace_write]` is set, and then Codex uses no permission profile; remove that first';
  if (/^[ \t]*["']?default_permissions["']?[ \t]*=/m.test(top))
    return '`default_permissions` is set already; remove it first';
  if (/^[ \t]*\[[ \t]*["']?permissions["']?[ \t]*(?:\]|\.[ \t]*["']?caliban\b)/m.test(toml))
    return 'there is a permission profile `caliban` already; remove it first';
  return null;
}

type Access = 'read' | 'write' | 'none';

function compile(plan: HostSandboxPlan): CompiledSandbox {
  const { profile, globs } = plan;
  const lost: LostPart[] = [...lostByRules(profile)];
  const [anywhere, inWorkspace] = entriesOf(plan, lost);
  const isOpen = profile.network === 'all';
  if (profile.network === 'by-host')
    lost.push({
      what: 'rules about single hosts',
      why: 'they need the network proxy of Codex, a separate feature; commands have no network, tighter than the rules',
    });
  const text = [
    'default_permissions = "caliban"\n',
    table('permissions.caliban.filesystem', anywhere, globs.some(({ access }) => access === 'read') ? DEPTH : ''),
    table('permissions.caliban.filesystem.":workspace_roots"', inWorkspace),
    `[permissions.caliban.network]\nenabled = ${isOpen}\n`,
  ].join('\n');
  return { text, lost };
}

/**
 * How many directory levels Codex searches for wildcard matches at the start of each command. Without a limit it warns every
 * time.
 */
const DEPTH = 'glob_scan_max_depth = 16\n';

function table(name: string, entries: ReadonlyMap<string, Access>, more = ''): string {
  return `[${name}]\n${more}${[...entries].map(([path, access]) => `${quoted(path)} = "${access}"\n`).join('')}`;
}

/** A TOML basic string. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

type Entries = ReadonlyMap<string, Access>;

function entriesOf(plan: HostSandboxPlan, lost: LostPart[]): readonly [anywhere: Entries, inWorkspace: Entries] {
  const { profile, globs, home, workspace, temporary, scope } = plan;
  const globbed = new Set(globs.filter(({ access }) => access === 'read').map(({ rule }) => rule as Rule | null));
  const isWritable = confinedAt(profile, workspace).writable;
  const anywhere = new Map<string, Access>([
    [':root', 'read'],
    [':tmpdir', 'write'],
    [':slash_tmp', 'write'],
  ]);
  const inWorkspace = new Map<string, Access>([['.', isWritable ? 'write' : 'read']]);

  for (const entry of profile.writable) {
    if (entry.path !== workspace && !temporary.includes(entry.path)) add(entry, 'write');
  }
  for (const entry of profile.denyWrite) if (!isOwnToCome(entry, workspace)) add(entry, 'read');
  for (const entry of profile.reallowRead)
    lost.push(lostPath(entry, 'nothing inside a hidden directory can be visible there; tighter than the rules'));
  for (const entry of profile.denyRead) add(entry, 'none');
  for (const { anchor, glob, access, rule } of globs) {
    if (access === 'write') {
      const why = 'it masks the files that are there now, because its wildcards only hide';
      lost.push({ what: ruleText(rule), why });
    } else if (anchor === 'workspace') inWorkspace.set(glob, 'none');
    else anywhere.set(anchor === 'home' ? `~/${glob}` : `/${glob}`, 'none');
  }
  return [anywhere, inWorkspace];

  function add(entry: ConfinedPath, access: Access): void {
    const relative = below(entry.path, workspace);
    if (entry.kind === 'missing') {
      lost.push(lostPath(entry, 'it does not exist, and Codex starts no session where it has to keep a name free'));
      return;
    }
    // Other projects don't need this project's matches: the wildcard itself is in the profile.
    if (relative !== null && scope === 'user' && access === 'none' && globbed.has(entry.rule)) return;
    if (relative === null) anywhere.set(spelledPath(entry.path, home), access);
    else if (relative !== '') inWorkspace.set(relative, access);
    else if (access === 'none') {
      const why = 'the workspace itself is hidden by a rule, which leaves nothing to work in; it is read-only there';
      lost.push(lostPath(entry, why));
      inWorkspace.set('.', 'read');
    }
    if (relative !== null && relative !== '' && scope === 'user' && entry.rule !== null) {
      const why = `it becomes \`${relative}\` in every project, because a user's settings apply to all of them`;
      lost.push(lostPath(entry, why));
    }
  }
}
