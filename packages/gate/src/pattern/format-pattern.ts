import type { Pattern } from '../types/pattern.ts';

/** The text a pattern was parsed from. */
export function formatPattern({ tool, spelling, specText }: Pattern): string {
  switch (spelling) {
    case 'bare':
      return tool.text;
    case 'colon':
      return `${tool.text}:${specText}`;
    case 'paren':
      return `${tool.text}(${specText})`;
    case 'class':
      return specText;
  }
}
