import type { ToolCall } from '@caliban/calls';
import { riskLevel, risksOf } from '@caliban/gate/inspect';
import type { PageClass, Risk } from './page-types.ts';

export type PageRisks = { readonly classes: readonly PageClass[]; readonly risk: Risk };

/** In the same words as in the terminal. */
export function pageRisks(call: ToolCall): PageRisks {
  const risks = risksOf(call);
  return {
    risk: riskLevel(risks),
    classes: risks.map(({ level, does, class: name }) => ({
      name: name === null ? null : `@${name}`,
      description: does,
      risk: level,
    })),
  };
}
