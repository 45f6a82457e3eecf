import type { z } from 'zod';

/** The errors of an input, in words the model can act on. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], fields: readonly string[]): string {
  const known = fields.length === 0 ? 'this tool takes no fields' : `the fields are ${fields.map(quoted).join(', ')}`;
  const shown = issues.slice(0, MAX_SHOWN).map(describeIssue);
  const more = issues.length > MAX_SHOWN ? [`and ${issues.length - MAX_SHOWN} more`] : [];
  return `the input is not usable: ${[...shown, ...more].join('; ')} (${known})`;
}

const MAX_SHOWN = 5;

function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.length === 0 ? 'the input' : quoted(issue.path.map(String).join('.'));
  switch (issue.code) {
    case 'unrecognized_keys': {
      const place = issue.path.length === 0 ? '' : ` in ${where}`;
      return `unknown field ${issue.keys.map(quoted).join(', ')}${place}`;
    }
    case 'invalid_type':
      return issue.input === undefined && /received undefined/.test(issue.message)
        ? `${where} is missing; it must be ${article(issue.expected)}`
        : `${where} must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `${where} must be one of ${issue.values.map((value) => quoted(String(value))).join(', ')}`;
    case 'too_small':
      return issue.origin === 'number' ? `${where} must be at least ${issue.minimum}` : `${where} must not be empty`;
    case 'too_big':
      return `${where} must be at most ${issue.maximum}${issue.origin === 'number' ? '' : ' long'}`;
    default:
      return `${where}: ${issue.message}`;
  }
}

function article(expected: string): string {
  const word = NAMES[expected] ?? expected;
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

const NAMES: Readonly<Record<string, string>> = {
  int: 'whole number',
  string: 'text',
  boolean: 'true or false value',
  array: 'list',
};

/** The model chose the name of the unknown field. */
function quoted(text: string): string {
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
