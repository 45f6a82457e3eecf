import { classesOf, type ToolCall } from '@caliban/calls';
import { CLASS_RISKS, type ClassName, type ClassSet, type RiskLevel, unitsOf } from '@caliban/calls/classes';
import { pathBelow, plural, spelledOut } from '@caliban/calls/text';
import type { Part } from '../../types/verdict.ts';

/** One effect of a call if it runs, in a few words. */
export type Risk = { readonly level: RiskLevel; readonly does: string; readonly class: ClassName | null };

/** The effects of the call, the worst first. Never empty. Safe to print. */
export function risksOf(call: ToolCall): readonly Risk[] {
  const touched = touchedBy(call);
  // Anything that runs a server's response has used the network, and so on.
  for (const [name, implied] of IMPLIED) if (touched.has(name)) for (const each of implied) touched.delete(each);
  const named = NAMES.flatMap((name): readonly Risk[] => {
    const risk = CLASS_RISKS[name];
    return risk === null || !touched.has(name) ? [] : [{ ...risk, class: name }];
  });
  return named.length === 0 ? [ordinary(call)] : named;
}

/** The worst level, as far as the call can be read. */
export function riskLevel(risks: readonly Risk[]): RiskLevel {
  return risks[0]?.level ?? 'calm';
}

/** Whether this part makes the call dangerous, or the call is dangerous as a whole. */
export function isDangerousPart(call: ToolCall, part: Part): boolean {
  const classes = classesOf(call);
  const { length } = unitsOf(call);
  const own = part.kind === 'command' ? classes.unit(part.number - 1) : classes.redirect(part.number - 1 - length);
  if (isDangerous(own.touches)) return true;
  // Several parts together are dangerous: a part that only reads isn't one of them.
  return isDangerous(classes.whole().touches) && !own.covers.has('read-only');
}

function isDangerous(set: ClassSet): boolean {
  return [...set].some((name) => CLASS_RISKS[name]?.level === 'danger');
}

const NAMES = Object.keys(CLASS_RISKS) as readonly ClassName[];

const IMPLIED: readonly (readonly [ClassName, readonly ClassName[]])[] = [
  ['download-into-interpreter', ['unseen-code', 'plain-http', 'network']],
  ['plain-http', ['network']],
  ...(['exfiltration', 'publish', 'package-install', 'infrastructure'] as const).map(
    (name) => [name, ['network']] as const,
  ),
];

function touchedBy(call: ToolCall): Set<ClassName> {
  const classes = classesOf(call);
  const { subject } = call;
  const units = unitsOf(call).map((_, index) => classes.unit(index).touches);
  const redirects = subject.kind === 'command-line' ? subject.line.redirects : [];
  const sets = [...units, ...redirects.map((_, index) => classes.redirect(index).touches)];
  const touched = new Set([classes.whole().touches, ...sets].flatMap((set) => [...set]));
  // A part that only reads says nothing about the others.
  if (sets.some((set) => !set.has('read-only'))) touched.delete('read-only');
  return touched;
}

function ordinary(call: ToolCall): Risk {
  return { level: 'calm', class: null, ...ordinaryWords(call) };
}

function ordinaryWords(call: ToolCall): { readonly does: string; readonly level?: RiskLevel } {
  const { subject, access, tool } = call;
  switch (subject.kind) {
    case 'plain-command':
      return { does: 'runs a command' };
    case 'command-line': {
      const { units, redirects } = subject.line;
      const writes = redirects.some(({ access: opened }) => opened !== 'read') ? ' and writes to a file' : '';
      return { does: `runs ${units.length === 1 ? 'a command' : plural(units.length, 'command')}${writes}` };
    }
    case 'path': {
      const outside = pathBelow(subject.real, realWorkspace(call)) === null;
      const verb = access === 'read' ? 'reads' : access === 'edit' ? (tool === 'Write' ? 'writes' : 'changes') : 'uses';
      return outside
        ? { does: `${verb} a file outside the workspace`, level: 'caution' }
        : { does: `${verb} a file in the workspace` };
    }
    case 'url':
      return { does: `fetches from ${hostOf(subject.url.normal ?? subject.url.written)}`, level: 'caution' };
    case 'none':
      return { does: toolWords(call) };
  }
}

function realWorkspace({ context: { workspace, realPath } }: ToolCall): typeof workspace {
  return realPath === undefined ? workspace : realPath(workspace);
}

function hostOf(url: string): string {
  try {
    return spelledOut(new URL(url).host);
  } catch {
    return 'an address that cannot be read';
  }
}

function toolWords({ tool, access }: ToolCall): string {
  const [, server, name] = /^mcp__((?:(?!__).)+)__(.+)$/s.exec(tool) ?? [];
  const what =
    server === undefined
      ? `calls the tool ${shown(tool)}`
      : `calls ${shown(name ?? '')} of the server ${shown(server)}`;
  return access === 'read' ? `${what}, which says that it only reads` : what;
}

/** Names come from the model or a server, and may have any length. */
function shown(name: string): string {
  return `\`${spelledOut(name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`)}\``;
}

const MAX_NAME = 60;
