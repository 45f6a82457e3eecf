import { visible } from '@caliban/calls/text';
import { EDITING_TOOLS } from '../../pattern/tool-glob.ts';
import type { Pattern } from '../../types/pattern.ts';
import { candidatesAmong } from '../compare/candidates.ts';
import { type CoverageContext, coverageOn } from '../compare/coverage.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** A deny on some of the tools that edit, if no other deny covers the rest. Only the first of several such rules is reported. */
export function halfProtected(shapes: readonly Shape[], context: CoverageContext): Finding[] {
  const denies = shapes.filter(({ rule }) => rule.action === 'deny');
  const candidates = candidatesAmong(denies);
  for (const shape of denies) candidates.add(shape);
  const told = new Set<string>();
  return denies.flatMap((shape): Finding[] => {
    const { rule, position, reaches } = shape;
    const reach = reaches.find(({ tool, spec }) => EDITING_TOOLS.includes(tool) && spec.fields.length === 0);
    if (reach === undefined) return [];
    const isOpen = (tool: string) => {
      if (shape.specOn(tool) !== null) return false;
      const there = { ...reach, tool, unnamed: false };
      const others = candidates.for({ ...shape, reaches: [there] });
      return others.every((other) => other === shape || coverageOn(there, other, shape, context) === 'none');
    };
    const proposal = forEveryEditor(rule.pattern);
    const open = told.has(proposal) ? [] : EDITING_TOOLS.filter(isOpen);
    if (open.length === 0) return [];
    told.add(proposal);
    const message = `${quotedPattern(rule)} leaves ${open.join(', ')} open; \`${visible(proposal)}\` denies all that edit`;
    return [{ kind: 'half-protected', rule, position, severity: 'info', message, proposal }];
  });
}

function forEveryEditor({ tool, spelling, specText }: Pattern): string {
  const others = tool.text.split('|').filter((name) => !EDITING_TOOLS.includes(name) && !/[*?]/.test(name));
  switch (spelling) {
    case 'bare':
      return [...others, ...EDITING_TOOLS].join('|');
    case 'paren':
      return `${[...others, 'Edit'].join('|')}(${specText})`;
    case 'colon':
    case 'class':
      return `${[...others, ...EDITING_TOOLS].join('|')}:${specText}`;
  }
}
