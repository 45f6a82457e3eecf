import { join } from 'node:path';
import type { AbsolutePath, Result } from '@caliban/calls';
import type { JsonNode } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { type ConfinedPath, confinedAt } from '@caliban/gate/confinement';
import { hostLists } from '../sandbox/host-lists.ts';
import type { CompiledSandbox, HostSandbox, HostSandboxPlan, LostPart } from '../sandbox/host-sandbox.ts';
import { isOwnToCome, lostByRules, lostPath, ruleText } from '../sandbox/lost-parts.ts';
import { below, spelledPath } from '../sandbox/spelled-path.ts';
import { addMember } from '../setup/json/add-to-json.ts';
import { memberOf, plainValue } from '../setup/json/json-text.ts';
import { readJsonText } from '../setup/json/read-json-text.ts';
import { removeChild } from '../setup/json/remove-from-json.ts';
import { CLAUDE_CODE } from './host.ts';

/** `sandbox` in Claude Code's settings. */
export const claudeCodeSandbox: HostSandbox = {
  // A project's sandbox contains paths of this machine, so it belongs in the file that isn't shared.
  file: (scope, places) =>
    scope === 'user' ? CLAUDE_CODE.hookFile('user', places) : join(places.workspace, '.claude', 'settings.local.json'),
  nextStep: 'running sessions pick it up when restarted; /sandbox shows it',
  compile,
  find(text) {
    const found = sandboxIn(text);
    return found.ok ? ok(found.value === null ? null : { text: found.value.text, isMarked: false }) : found;
  },
  install(text, { text: compiled }) {
    const value: unknown = JSON.parse(compiled);
    if (text === null || text.trim() === '') return ok(freshText(value));
    const found = sandboxIn(text);
    if (found.ok && found.value !== null && text === freshText(found.value.value)) return ok(freshText(value));
    const rest = without(text);
    if (!rest.ok) return rest;
    const root = readJsonText(rest.value);
    if (!root.ok) return root;
    if (root.value.kind !== 'object') return fail('it is not an object; fix that first');
    return ok(addMember(rest.value, root.value, MEMBER, value));
  },
  uninstall(text) {
    const found = sandboxIn(text);
    if (!found.ok) return found;
    if (found.value === null) return ok(text);
    return text === freshText(found.value.value) ? ok(null) : without(text);
  },
};

const MEMBER = 'sandbox';

function freshText(value: unknown): string {
  return `${JSON.stringify({ [MEMBER]: value }, null, 2)}\n`;
}

type Found = { readonly text: string; readonly value: unknown };

function sandboxIn(text: string): Result<Found | null, string> {
  if (text.trim() === '') return ok(null);
  const root = readJsonText(text);
  if (!root.ok) return root;
  const member = memberOf(root.value, MEMBER);
  if (member === undefined) return ok(null);
  const value = plainValue(member.value);
  return ok({ text: textOf(value), value });
}

function without(text: string): Result<string, string> {
  const root = readJsonText(text);
  if (!root.ok) return root;
  const node: JsonNode = root.value;
  const child = memberOf(node, MEMBER);
  return ok(child === undefined || node.kind !== 'object' ? text : removeChild(text, [{ child, container: node }]));
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function compile(plan: HostSandboxPlan): CompiledSandbox {
  const { profile, scope } = plan;
  const lost: LostPart[] = [...lostByRules(profile)];
  const filesystem = filesystemOf(plan, lost);
  const { allowed, denied, lost: lostHosts } = hostLists(profile);
  lost.push(...lostHosts);
  const isStrict = profile.network !== 'all' && profile.otherHosts === 'closed';
  if (isStrict && scope === 'project' && profile.network === 'by-host')
    lost.push({
      what: 'hosts that no rule names',
      why: "Claude Code asks its user about them: only a user's own settings can close them (--scope user)",
    });
  const text = textOf({
    enabled: true,
    failIfUnavailable: true,
    allowUnsandboxedCommands: false,
    filesystem,
    network: {
      allowedDomains: allowed,
      deniedDomains: denied,
      ...(isStrict && scope === 'user' ? { strictAllowlist: true } : {}),
    },
  });
  return { text, lost };
}

type Filesystem = Readonly<Record<'denyRead' | 'allowRead' | 'allowWrite' | 'denyWrite', readonly string[]>>;

function filesystemOf(plan: HostSandboxPlan, lost: LostPart[]): Filesystem {
  const { profile, globs, home, workspace, temporary, scope } = plan;
  const elsewhere = (entries: readonly ConfinedPath[]) => entries.filter((entry) => isSayable(entry));
  const spelled = (entries: readonly ConfinedPath[]) => elsewhere(entries).map(({ path }) => spelledPath(path, home));

  const closed = profile.denyWrite.map(({ path }) => path);
  const open = elsewhere(profile.writable).filter((entry) => {
    if (entry.path === workspace || temporary.includes(entry.path)) return false;
    if (!closed.some((path) => below(entry.path, path) !== null)) return true;
    lost.push(lostPath(entry, 'nothing inside a read-only directory can be writable there; tighter than the rules'));
    return false;
  });
  const workspaceIsOpen = confinedAt(profile, workspace).writable;
  const globbed = globs.flatMap(({ anchor, glob, access, rule }) => {
    if (anchor === 'workspace' && scope === 'user') return [];
    if (access === 'write') {
      const why = 'it masks the files that are there now, because it takes no wildcards for writing on Linux';
      lost.push({ what: ruleText(rule), why });
      return [];
    }
    return [spelledPath(`${anchorOf(anchor)}/${glob}`, home)];
  });
  return {
    denyRead: [...new Set([...spelled(profile.denyRead), ...globbed])],
    allowRead: spelled(profile.reallowRead),
    allowWrite: open.map(({ path }) => spelledPath(path, home)),
    denyWrite: [
      ...(workspaceIsOpen || scope === 'user' ? [] : [spelledPath(workspace, home)]),
      ...spelled(profile.denyWrite.filter((entry) => !isOwnToCome(entry, workspace))),
    ],
  };

  function anchorOf(anchor: 'root' | 'home' | 'workspace'): AbsolutePath | '' {
    return anchor === 'root' ? '' : anchor === 'home' ? home : workspace;
  }

  /** A user's settings apply in every project, so files of a single project can't be listed there. */
  function isSayable(entry: ConfinedPath): boolean {
    if (scope === 'project' || below(entry.path, workspace) === null) return true;
    if (entry.path !== workspace) {
      const why = "it is in a project, and a user's settings apply to all projects; use --scope project there";
      lost.push(lostPath(entry, why));
    }
    return false;
  }
}
