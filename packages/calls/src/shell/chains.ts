import type { ChainText, OperatorSet, Unit } from '../types/command-line.ts';
import { EVERY_CHARACTER, EVERY_OPERATOR, MAX_OPERATORS, mayBeSpelt, operatorCharacters } from './operators.ts';
import { commandsIn, type Node } from './parse/commands-in.ts';
import { MAX_PIPED } from './parse/limits.ts';
import type { Command, Pipeline, Statement } from './parse/parse-command-line.ts';

/** Commands that follow each other in one list, with any separators. `text`: the text that positions refer to. */
export type Chain = { readonly statements: readonly Statement[]; readonly text: string };

/** The units of a line, by their commands. */
export type UnitsOf = ReadonlyMap<Command, Unit>;

/**
 * Neighbouring commands as one text with a blank on both sides of the operator between them, or on none: a rule against
 * `curl * | sh` also matches `cd x; curl y|sh`. Redirections and prefix assignments are left out, as in a rule for a single
 * command. Only combinations that a pattern with the operators in `spelt` may match; for commands in a longer pipe, also with
 * fewer operators.
 */
export function* chainTexts(
  chains: readonly Chain[],
  units: UnitsOf,
  spelt: OperatorSet = EVERY_OPERATOR,
): Generator<ChainText | 'too many'> {
  const work: Work = { spelt, units, left: MAX_PIPED };
  for (const { statements, text } of chains) {
    const found: Found = { text, links: [], pipelines: [] };
    addStatements(statements, ';', found);
    yield* neighbours(found.links, work);
    for (const pipeline of found.pipelines) yield* acrossPipe(pipeline, text, work);
  }
  if (work.left < 0) yield 'too many';
}

/** `left`: how many commands in pipes may still be examined. */
type Work = { readonly spelt: OperatorSet; readonly units: UnitsOf; left: number };

function* neighbours(links: readonly Link[], work: Work): Generator<ChainText> {
  for (let start = 0; start < links.length - 1; start++) {
    let characters = charactersOf(links[start] as Link);
    let isPiped = true;
    for (let end = start + 1; end < links.length; end++) {
      const { operator } = links[end - 1] as Link;
      isPiped &&= operator === '|' || operator === '|&';
      if (end - start > MAX_OPERATORS) {
        if (!isPiped || work.left < 0) break;
        work.left -= end - start;
      }
      characters |= operatorCharacters(operator) | charactersOf(links[end] as Link);
      if (!mayBeSpelt(work.spelt, end - start, characters, isPiped)) continue;
      yield* chained(links.slice(start, end + 1), isPiped, work);
    }
  }
}

/**
 * Commands in a group, a branch or a loop are piped, too: each command of one side into each of the other, whatever is between
 * them. Simple commands among themselves are neighbours.
 */
function* acrossPipe({ commands, operators }: Pipeline, text: string, work: Work): Generator<ChainText> {
  if (work.left < 0 || commands.every(({ type }) => type === 'Command')) return;
  const stages = commands.map((stage, index): Stage => {
    const operator = operators[index] ?? '';
    const links = commandsIn(stage).map((node) => makeLink(node, text, operator));
    // Nested pipes are examined again for each surrounding one.
    work.left -= links.length;
    return { links, isSimple: stage.type === 'Command' };
  });
  for (const [start, first] of stages.entries()) {
    let { isSimple } = first;
    const between: Link[] = [];
    for (const last of stages.slice(start + 1)) {
      isSimple &&= last.isSimple;
      if (!isSimple) yield* eachIntoEach(first, between, last, work);
      if (work.left < 0) return;
      if (last.isSimple) between.push(...last.links);
    }
  }
}

/** The commands between two `|`. */
type Stage = { readonly links: readonly Link[]; readonly isSimple: boolean };

function* eachIntoEach(first: Stage, between: readonly Link[], last: Stage, work: Work): Generator<ChainText> {
  const length = between.reduce((sum, { source }) => sum + source.length, 0);
  for (const from of first.links) {
    for (const to of last.links) {
      if (work.left < 0) return;
      work.left -= 1 + between.length + Math.floor(length / LONG);
      const links = [from, ...between, to];
      const characters = links.reduce((all, link) => all | charactersOf(link) | operatorCharacters(link.operator), 0);
      if (mayBeSpelt(work.spelt, links.length - 1, characters, true)) yield* chained(links, true, work);
    }
  }
}

/** This many characters are as much work as another command. */
const LONG = 256;

function* chained(links: readonly Link[], isPiped: boolean, { units }: Work): Generator<ChainText> {
  for (const text of spellings(links, units)) yield { text, commands: links.length, isPiped };
}

/** A command, and the operator after it. `source`: as in the text; `words`: computed on first use. */
type Link = { readonly node: Node; readonly source: string; readonly operator: string; words: LinkWords | null };

function makeLink(node: Node, text: string, operator: string): Link {
  return { node, source: text.slice(node.pos, node.end), operator, words: null };
}

type Found = { readonly text: string; readonly links: Link[]; readonly pipelines: Pipeline[] };

function addStatements(statements: readonly Statement[], last: string, found: Found): void {
  for (let index = 0; index < statements.length; index++) {
    const { command, background } = statements[index] as Statement;
    const operator = index === statements.length - 1 ? last : ';';
    addLinks(command, background === true ? '&' : operator, found);
  }
}

function addLinks(node: Node, operator: string, found: Found): void {
  switch (node.type) {
    case 'AndOr':
    case 'Pipeline':
      if (node.type === 'Pipeline') found.pipelines.push(node);
      for (let index = 0; index < node.commands.length; index++) {
        addLinks(node.commands[index] as Node, node.operators[index] ?? operator, found);
      }
      return;
    case 'CompoundList':
      addStatements(node.commands, operator, found);
      return;
    // The commands in a group are equally close to what follows it.
    case 'BraceGroup':
    case 'Subshell':
      addStatements(node.body.commands, operator, found);
      return;
    case 'Redirected':
      addLinks(node.command, operator, found);
      return;
    case 'Function':
    case 'Coproc':
      addLinks(node.body, operator, found);
      return;
    default:
      found.links.push(makeLink(node, found.text, operator));
  }
}

/** The operator characters that may be in its own words: in `$'…'`, an escape may be any of them. */
function charactersOf({ source }: Link): number {
  return MAY_DECODE.test(source) ? EVERY_CHARACTER : operatorCharacters(source);
}

/** A line may be continued between the two. */
const MAY_DECODE = /\$['\\]/;

function spellings(links: readonly Link[], units: UnitsOf): readonly string[] {
  const unitsOfLinks = links.map(({ node }) => (node.type === 'Command' ? units.get(node) : undefined));
  const words = links.map((link, index) => (link.words ??= wordsOf(link, unitsOfLinks[index])));
  const texts = [words.map(({ plain }) => plain)];
  if (words.some(({ plain, written }) => written !== plain)) texts.push(words.map(({ written }) => written));
  if (words.some(({ plain, based }) => based !== plain)) texts.push(words.map(({ based }) => based));
  const ran = unitsOfLinks.map((unit) => unit?.expandedCommand?.().texts ?? []);
  for (let way = 0; way < MAX_WAYS && ran.some((some) => way < some.length); way++) {
    texts.push(words.map(({ plain }, index) => ran[index]?.at(Math.min(way, ran[index].length - 1)) ?? plain));
  }
  const operators = links.map(({ operator }) => operator);
  const ways = operators.includes('|&')
    ? [operators, operators.map((each) => (each === '|&' ? '|' : each))]
    : [operators];
  const all = ways.flatMap((way) => texts.flatMap((each) => [glued(each, way, true), glued(each, way, false)]));
  return ran.some((some) => some.length > 0) ? [...new Set(all)] : all;
}

/** Values are combined by index instead of as a product: several values in several commands are rare. */
const MAX_WAYS = 16;

/** `based`: without the directory of the program. */
type LinkWords = { readonly plain: string; readonly written: string; readonly based: string };

function wordsOf({ node, source }: Link, unit: Unit | undefined): LinkWords {
  if (node.type !== 'Command') return { plain: source, written: source, based: source };
  const { plain = '', command: written = '' } = unit ?? {};
  const name = node.name?.value ?? '';
  return { plain, written, based: plain.slice(name.endsWith('/') ? 0 : name.lastIndexOf('/') + 1) };
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
