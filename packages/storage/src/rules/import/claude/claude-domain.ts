import type { Action } from '@caliban/gate';
import type { Translation } from '../import-rule.ts';
import { hostPatterns } from '../patterns/host-patterns.ts';

/** `domain:…` is about the host only: any scheme, port and path. */
export function claudeDomain(specifier: string, action: Action): Translation {
  const host = specifier.slice('domain:'.length).trim().toLowerCase().replace(/\.$/, '');
  if (host === '') return { kind: 'none', why: 'it names no domain' };
  if (host === '*') return { kind: 'exact', patterns: [action === 'allow' ? 'WebFetch:*://*' : 'WebFetch'] };
  if (/[/?\\\s@]/.test(host)) return { kind: 'tools-only', tools: ['WebFetch'], why: 'it is not a host name' };

  const labels = host.startsWith('*.') ? host.slice(2) : host;
  if (!labels.includes('*')) return { kind: 'exact', patterns: [`WebFetch(${specifier.trim()})`] };
  const why = 'such a `*` matches one label of the host name, and in caliban it crosses dots';
  return { kind: 'broader', patterns: hostPatterns(host), why };
}
