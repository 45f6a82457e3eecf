import type { ChainText, OperatorSet } from '../types/command-line.ts';
import { EVERY_CHARACTER, EVERY_OPERATOR, MOST_OPERATORS, mayBeSpelt, operatorCharacters } from './operators.ts';
import type { AndOr, CommandNode, CompoundList, Pipeline, Statement } from './parse-command-line.ts';
import { asWritten } from './read-word.ts';

/** Commands that follow each other in one list, however they are separated. `text`: what their positions count in. */
export type Chain = { readonly statements: readonly Statement[]; readonly text: string };

/**
 * Neighbouring commands as one text with a blank on both sides of the operator between them, or on none: a rule against
 * `curl * | sh` meets `cd x; curl y|sh` as well. Redirections and prefix assignments are left out, as a rule for one command
 * looks past them. Only those that a pattern may match which spells operators as one in `spelt` does.
 */
export function* chainTexts(chains: readonly Chain[], spelt: OperatorSet = EVERY_OPERATOR): Generator<ChainText> {
  for (const { statements, text } of chains) {
    const links: Link[] = [];
    addStatements(statements, ';', text, links);
    for (let start = 0; start < links.length - 1; start++) {
      const last = Math.min(start + MOST_OPERATORS, links.length - 1);
      let characters = charactersOf(links[start] as Link);
      for (let end = start + 1; end <= last; end++) {
        characters |= operatorCharacters((links[end - 1] as Link).operator) | charactersOf(links[end] as Link);
        if (!mayBeSpelt(spelt, end - start, characters)) continue;
        const commands = end - start + 1;
        for (const spelling of spellings(links.slice(start, end + 1))) yield { text: spelling, commands };
      }
    }
  }
}

/** A command, and the operator behind it. `source`: as it stands in the text. */
type Link = { readonly node: Node; readonly source: string; readonly operator: string };

type Node = CommandNode | Pipeline | AndOr | CompoundList;

function addStatements(statements: readonly Statement[], last: string, text: string, links: Link[]): void {
  for (let index = 0; index < statements.length; index++) {
    const { command, background } = statements[index] as Statement;
    const operator = index === statements.length - 1 ? last : ';';
    addLinks(command, background === true ? '&' : operator, text, links);
  }
}

function addLinks(node: Node, operator: string, text: string, links: Link[]): void {
  switch (node.type) {
    case 'AndOr':
    case 'Pipeline':
      for (let index = 0; index < node.commands.length; index++) {
        addLinks(node.commands[index] as Node, node.operators[index] ?? operator, text, links);
      }
      return;
    case 'CompoundList':
      addStatements(node.commands, operator, text, links);
      return;
    // What stands in a group is as near to what follows it.
    case 'BraceGroup':
    case 'Subshell':
      addStatements(node.body.commands, operator, text, links);
      return;
    case 'Redirected':
      addLinks(node.command, operator, text, links);
      return;
    case 'Function':
    case 'Coproc':
      addLinks(node.body, operator, text, links);
      return;
    default:
      links.push({ node, source: text.slice(node.pos, node.end), operator });
  }
}

/** The characters of operators that may stand in its own words: in `$'…'`, an escape may stand for any of them. */
function charactersOf({ source }: Link): number {
  return MAY_DECODE.test(source) ? EVERY_CHARACTER : operatorCharacters(source);
}

/** A line may be continued between the two. */
const MAY_DECODE = /\$['\\]/;

function spellings(links: readonly Link[]): readonly string[] {
  const words = links.map(wordsOf);
  const texts = [words.map(({ plain }) => plain)];
  if (words.some(({ plain, written }) => written !== plain)) texts.push(words.map(({ written }) => written));
  if (words.some(({ plain, based }) => based !== plain)) texts.push(words.map(({ based }) => based));
  const operators = links.map(({ operator }) => operator);
  const ways = operators.includes('|&')
    ? [operators, operators.map((each) => (each === '|&' ? '|' : each))]
    : [operators];
  return ways.flatMap((way) => texts.flatMap((each) => [glued(each, way, true), glued(each, way, false)]));
}

/** `based`: without the directory of the program. */
type LinkWords = { readonly plain: string; readonly written: string; readonly based: string };

function wordsOf({ node, source }: Link): LinkWords {
  if (node.type !== 'Command') return { plain: source, written: source, based: source };
  const { name, suffix } = node;
  if (name === undefined) return { plain: '', written: '', based: '' };
  let plain = name.value;
  let written = asWritten(name);
  for (const item of suffix) {
    if (item.type !== 'Word') continue;
    plain += ` ${item.value}`;
    written += ` ${asWritten(item)}`;
  }
  const base = name.value.slice(name.value.lastIndexOf('/') + 1);
  return { plain, written, based: base === '' ? plain : base + plain.slice(name.value.length) };
}

function glued(texts: readonly string[], operators: readonly string[], withBlanks: boolean): string {
  let line = texts[0] as string;
  for (let index = 1; index < texts.length; index++) {
    const operator = operators[index - 1] as string;
    if (!withBlanks) line += operator + (texts[index] as string);
    else line += `${operator === ';' ? '' : ' '}${operator} ${texts[index]}`;
  }
  return line;
}
