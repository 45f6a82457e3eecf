import { plural } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { Terminal } from '../process/terminal.ts';
import { runOwnProgram } from './own-program.ts';

/** From `perms audit --stats`. */
export async function ruleAdvice(
  workspace: string,
  terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>,
  signal: AbortSignal,
): Promise<string | null> {
  const words = ['perms', 'audit', '--stats', '--json', '--project', workspace, '--workspace', workspace];
  const { exitCode, out } = await runOwnProgram(words, terminal, signal);
  return exitCode === 0 ? adviceIn(out) : null;
}

/** About the most frequent question. */
export function adviceIn(json: string): string | null {
  const [first] = proposalsIn(json);
  if (first === undefined) return null;
  const { tool, call, kind, spared, patterns } = first;
  if (typeof spared !== 'number' || !Array.isArray(patterns)) return null;
  const about = call === '' ? tool : tool === 'Bash' ? `\`${call}\`` : `${tool} ${call}`;
  const calls =
    kind === 'asked' ? `${plural(spared, 'question')} about` : `${plural(spared, 'call')} left to the agent:`;
  const rules = patterns.map((pattern) => `\`${pattern}\``).join(' and ');
  return `${calls} ${about}: \`caliban perms learn --from log\` would propose to allow ${rules}`;
}

function proposalsIn(json: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const stats: unknown = JSON.parse(json);
    return isRecord(stats) && Array.isArray(stats.proposals) ? stats.proposals.filter(isRecord) : [];
  } catch {
    return [];
  }
}
