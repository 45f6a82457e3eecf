import { useEffect, useState } from 'preact/hooks';
import { post } from '../api.ts';
import type { ProposedRules, RulesPreview } from '../types.ts';

const SETTLE_MS = 150;

/** `at`: since when it is shown. */
export type Previewed = { readonly preview: RulesPreview; readonly at: number };

/** What saving them would do. Null while that isn't known, also right after a change. */
export function useRulesPreview(id: string, proposed: ProposedRules): Previewed | null {
  const [previewed, setPreviewed] = useState<(Previewed & { readonly of: string }) | null>(null);
  const of = JSON.stringify({ id, ...proposed });
  const isEmpty = proposed.rules.length === 0 || proposed.rules.some(({ pattern }) => pattern === '');
  useEffect(() => {
    if (isEmpty) return setPreviewed(null);
    let isOff = false;
    const timer = setTimeout(async () => {
      const body = JSON.parse(of) as ProposedRules;
      const reply = await post<RulesPreview>('/api/page/preview', body);
      if (isOff || (reply.kind !== 'ok' && reply.kind !== 'problem')) return;
      const preview = reply.kind === 'ok' ? reply.body : failed(body, reply.error);
      setPreviewed({ of, at: performance.now(), preview });
    }, SETTLE_MS);
    return () => {
      isOff = true;
      clearTimeout(timer);
    };
  }, [of, isEmpty]);
  return previewed?.of === of ? previewed : null;
}

function failed({ rules }: ProposedRules, problem: string): RulesPreview {
  return { rules: rules.map(() => ({ problem, recent: null })), left: 0, unheard: null, file: null };
}
