import type { Completion } from './completions.ts';

/** zsh reserves `path` and `words`. */
export type VariableNames = { readonly path: string; readonly words: string };

/** The table as two `case` statements in syntax that bash and zsh share. */
export function caseLines(
  completions: readonly Completion[],
  { path, words }: VariableNames = { path: 'path', words: 'words' },
): string {
  const commands = completions.map(
    (one) =>
      `    '${one.path}') flags='${one.flags.map(({ name }) => `--${name}`).join(' ')}' ${words}='${one.words.join(' ')}' ;;`,
  );
  const values = completions.flatMap((one) =>
    one.flags
      .filter(({ value }) => value !== 'none')
      .map(({ name, value }) => `    '${one.path} --${name}') values='${valueWords(value)}' ;;`),
  );
  return [`  case "$${path}" in`, ...commands, '  esac', `  case "$${path} $prev" in`, ...values, '  esac'].join('\n');
}

function valueWords(value: Completion['flags'][number]['value']): string {
  switch (value) {
    case 'none':
      return '';
    case 'file':
      return 'FILES';
    case 'text':
      return 'TEXT';
  }
  return value.join(' ');
}
