import { CLASS_NAMES, isClassName } from '@caliban/calls/classes';
import { misspelledTool } from '@caliban/calls/describe';
import { literalText } from '@caliban/calls/globs';
import { didYouMean, visible } from '@caliban/calls/text';
import type { ExampleContext } from '../example-call.ts';
import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';

/** Rules for a tool, or for a class, whose name is one typo away from one of ours. */
export function misspelledNames(shape: Shape, world: ExampleContext): Finding[] {
  return [...misspelledTools(shape, world), ...misspelledClass(shape)];
}

/** `Read:@secrts` is a file of that name. */
function misspelledClass({ rule, position }: Shape): Finding[] {
  const { specText, spelling } = rule.pattern;
  const name = specText.slice(1);
  if (spelling === 'class' || !specText.startsWith('@') || isClassName(name)) return [];
  const meant = didYouMean(
    specText,
    CLASS_NAMES.map((known) => `@${known}`),
    { atMost: 2 },
  );
  if (meant === '') return [];
  const message = `no class is called \`${visible(specText)}\`, so this is about a file of that name${meant}`;
  return [{ kind: 'misspelled-class', rule, position, severity: 'warning', message }];
}

function misspelledTools({ rule, position }: Shape, { profiles }: ExampleContext): Finding[] {
  return rule.pattern.tool.alternatives.flatMap((tool): Finding[] => {
    const name = literalText(tool);
    const message = name === null || profiles.has(name) ? null : misspelledTool(name);
    return message === null ? [] : [{ kind: 'misspelled-tool', rule, position, severity: 'warning', message }];
  });
}
