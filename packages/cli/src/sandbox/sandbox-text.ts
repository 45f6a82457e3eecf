import { visible } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import type { ConfinedPath, Confinement } from '@caliban/gate/confinement';
import { inColumns } from '../output/columns.ts';
import { rulePlace } from '../output/rule-place.ts';
import type { BackendFacts, SandboxFacts, SecretFacts } from './sandbox-facts.ts';

/** What is hidden, read-only, writable and reachable, by which rule, and what can't be expressed. */
export function sandboxText({ mode, backends, context, profile, secrets }: SandboxFacts): readonly string[] {
  const { denyRead, reallowRead, writable, denyWrite, inexpressible } = profile;
  const paths = (entries: readonly ConfinedPath[]) =>
    entries.map((entry) => [short(entry, context.home), reasonFor(entry, context)]);
  return [
    `mode       ${modeText(mode)}`,
    ...backends.map((backend) => `here       ${backendText(backend)}`),
    '',
    ...section('hidden', paths(denyRead), 'nothing'),
    ...section('readable in what is hidden', paths(reallowRead)),
    ...section('writable', paths(writable), 'nothing'),
    ...section('read-only in what is writable', paths(denyWrite), 'nothing'),
    ...section('network', networkRows(profile)),
    ...section('placeholders instead of secrets', secrets.map(secretRow)),
    ...section(
      'not as the rules say',
      inexpressible.map(({ rule, effect, reason }) => [
        effect,
        `${rule === null ? '' : `${ruleText(rule)}: `}${reason}`,
      ]),
    ),
  ].map(visible);
}

function section(
  title: string,
  rows: readonly (readonly string[])[],
  otherwise: string | null = null,
): readonly string[] {
  if (rows.length === 0) return otherwise === null ? [] : [title, `  ${otherwise}`, ''];
  return [title, ...inColumns(rows).map((line) => `  ${line}`), ''];
}

export function modeText(mode: SandboxFacts['mode']): string {
  return mode === undefined
    ? 'off; `[sandbox] mode = "prefer"` in settings.toml switches it on'
    : `${mode.value} (${mode.file}:${mode.line})`;
}

export function backendText({ name, problem, lack }: BackendFacts): string {
  if (problem !== null) return `${name}: ${problem}`;
  return `${name} works${lack === null ? '' : `, but ${lack}`}`;
}

export function ruleText(rule: Rule): string {
  return `${rule.action} ${formatPattern(rule.pattern)} (${rulePlace(rule)})`;
}

function secretRow({ what, hosts, problem, file, line }: SecretFacts): readonly string[] {
  return [what, `real for ${hosts.join(', ')}${problem === null ? '' : `; ${problem}`} (${file}:${line})`];
}

function reasonFor(
  { path, rule }: ConfinedPath,
  { workspace, added, temporary, disk }: SandboxFacts['context'],
): string {
  if (rule !== null) return ruleText(rule);
  if (path === disk.realPath(workspace)) return 'the workspace';
  if (added?.().some((directory) => disk.realPath(directory.path) === path)) return 'added with --add-dir';
  return temporary.some((directory) => disk.realPath(directory) === path)
    ? 'for temporary files'
    : "caliban's own files";
}

function short({ path, kind }: ConfinedPath, home: string | undefined): string {
  const shown = home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
  switch (kind) {
    case 'directory':
      return `${shown}/`;
    case 'file':
      return shown;
    case 'missing':
      return `${shown} (does not exist)`;
  }
}

function networkRows({ network, hosts, otherHosts }: Confinement): readonly (readonly string[])[] {
  switch (network) {
    case 'all':
      return [['all of it', 'no rule about WebFetch closes it']];
    case 'none':
      return [['none', 'a deny of WebFetch closes it']];
    case 'by-host':
      return [
        ...hosts.map(({ host, outcome, rule }) => [outcome, `${host}  ${ruleText(rule)}`]),
        [otherHosts, 'every other host'],
      ];
  }
}
