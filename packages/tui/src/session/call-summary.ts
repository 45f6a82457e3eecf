import { visible } from '@caliban/calls/text';

/** The call on one line, with every character visible: `git push`, `src/a.ts`, `pattern: TODO`. Accepts any input. */
export function callSummary(input: unknown): string {
  if (typeof input === 'string') return visible(input.slice(0, MAX_LENGTH));
  if (typeof input !== 'object' || input === null) return '';
  const fields = Object.entries(input);
  for (const name of TELLING_FIELDS) {
    const value = fields.find(([key]) => key === name)?.[1];
    if (typeof value === 'string') return visible(value.slice(0, MAX_LENGTH));
  }
  const plan = fields.find(([key]) => key === 'plan')?.[1];
  // It is Markdown, and shown whole where it is approved.
  if (fields.length === 1 && typeof plan === 'string') return visible(titleOf(plan.slice(0, MAX_LENGTH)));
  return fields
    .map(([key, value]) => `${visible(key.slice(0, 100))}: ${valueText(value)}`)
    .join(', ')
    .slice(0, MAX_LENGTH);
}

/** The fields that may say what a call is about, in order of preference. */
const TELLING_FIELDS = ['command', 'file_path', 'notebook_path', 'url', 'pattern', 'path', 'description', 'prompt'];
const MAX_LENGTH = 2000;

function titleOf(markdown: string): string {
  const [first = '', ...rest] = markdown.trim().split('\n');
  return first.replace(/^#+ /, '') + (rest.length === 0 ? '' : ' …');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return visible(value.slice(0, MAX_LENGTH));
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value);
}
