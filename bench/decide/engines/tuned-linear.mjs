import { toRegExp } from '../glob-to-regexp.mjs';
import { linearList } from '../linear-list.mjs';

/** The same list, written with care: literal text first, a RegExp only for what literals cannot settle. */
export const engine = {
  about: 'startsWith, includes or endsWith first; a RegExp only where that does not settle it',
  load: (rules) => linearList(rules, { compile, matches }),
};

function compile(rule) {
  const pieces = rule.glob.split('*');
  const [head] = pieces;
  if (pieces.length === 1) return { how: 'equals', literal: head, regexp: null };
  if (rule.kind !== 'path') {
    if (pieces.length === 2 && pieces[1] === '') return { how: 'starts', literal: head, regexp: null };
    if (pieces.length === 2 && head === '') return { how: 'ends', literal: pieces[1], regexp: null };
    if (pieces.length === 3 && head === '' && pieces[2] === '')
      return { how: 'holds', literal: pieces[1], regexp: null };
  }
  return { how: 'regexp', literal: head, regexp: toRegExp(rule) };
}

function matches({ how, literal, regexp }, text) {
  switch (how) {
    case 'starts':
      return text.startsWith(literal);
    case 'holds':
      return text.includes(literal);
    case 'ends':
      return text.endsWith(literal);
    case 'equals':
      return text === literal;
    case 'regexp':
      return text.startsWith(literal) && regexp.test(text);
  }
}
