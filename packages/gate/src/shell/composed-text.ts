import type { ParameterExpansionPart, Substitution, Word, WordPart } from './parse-command-line.ts';

/** A word, an operand of arithmetic, the body of a heredoc. */
export type Text = Pick<Word, 'text' | 'parts'> & { readonly value?: string };

/** What a word is put together from. */
export type ComposedText = {
  /** What stands in it, quotes removed, with a `HOLE` for each expansion; and what stands in its expansions. */
  readonly texts: string[];
  readonly variables: string[];
  readonly substitutions: Substitution[];
};

/** Where something else is put in. Two of them: it may be a piece of that. */
export const HOLE = '\0';

/** Stands among the variables where the names of files are put in. */
export const FILE_NAMES = 'the names of files';

export function composedText({ text, value = text, parts }: Text): ComposedText {
  const composed: ComposedText = { texts: [], variables: [], substitutions: [] };
  composed.texts.push(parts === undefined ? withoutVariables(value, composed) : compose(parts, composed));
  return composed;
}

/** The grammar leaves an operand that is one variable as it is; anywhere else a text without parts has none. */
function withoutVariables(value: string, { variables }: ComposedText): string {
  const [, variable] = /^\$(\w+|[@*])$/.exec(value) ?? [];
  if (variable === undefined) return value;
  variables.push(variable);
  return HOLE;
}

function compose(parts: readonly WordPart[], composed: ComposedText): string {
  return parts.map((part) => composePart(part, composed)).join('');
}

function composePart(part: WordPart, composed: ComposedText): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return compose(part.parts, composed);
    case 'BraceExpansion':
    case 'ExtendedGlob':
      return part.parts === undefined ? part.text : compose(part.parts, composed);
    case 'Glob':
      composed.variables.push(FILE_NAMES);
      return part.kind === 'bracket' ? `[${compose(part.parts, composed)}]` : part.value;
    case 'SimpleExpansion':
      composed.variables.push(part.text.slice(1));
      return HOLE;
    case 'ParameterExpansion':
      composed.variables.push(part.parameter);
      return composeParameter(part, composed);
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      composed.substitutions.push(part);
      return HOLE;
    // A number.
    case 'ArithmeticExpansion':
      return '0';
  }
}

function composeParameter({ operation }: ParameterExpansionPart, composed: ComposedText): string {
  const add = ({ value, parts }: Word): void => {
    composed.texts.push(parts === undefined ? value : compose(parts, composed));
  };
  switch (operation?.type) {
    case undefined:
      return HOLE;
    case 'Default':
      add(operation.operand);
      return HOLE;
    case 'Replace':
      add(operation.replacement);
      return HOLE + HOLE;
    // `${x@Q}` and its like write the value as code.
    case 'Transform':
      composed.texts.push('$[');
      return HOLE + HOLE;
    default:
      return HOLE + HOLE;
  }
}
