import type { Action } from '@caliban/gate';
import type { Saying } from './claude-saying.ts';
import type { Siblings } from './siblings.ts';

/** Claude Code matches URLs only by host. */
export function claudeHost(url: string, action: Action, siblings: Siblings): Saying {
  const why = 'Claude Code knows a url by its host alone: any scheme, any port, any path';
  if (url === '*://*') return { kind: 'exact', rules: ['WebFetch(domain:*)'] };
  const [, host] = /^[^/]*:\/\/((?:\*\.)?[\w.-]+)(?::[\d*]+)?(?:\/.*|\*)?$/s.exec(url) ?? [];
  if (host === undefined) return { kind: 'tool-only', rules: ['WebFetch'], why };
  const rules = [`WebFetch(domain:${host})`];
  const whole = ['', '/*', ':*'].every((end) => siblings.has(action, 'WebFetch', `*://${host}${end}`));
  return whole && url.startsWith('*://') ? { kind: 'exact', rules } : { kind: 'broader', rules, why };
}
