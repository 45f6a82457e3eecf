import type { ChainText } from '../types/command-line.ts';
import type { AndOr, CommandNode, CompoundList, Pipeline, Statement } from './parse-command-line.ts';
import { asWritten } from './read-word.ts';

/** Commands that follow each other in one list, however they are separated. `text`: what their positions count in. */
export type Chain = { readonly statements: readonly Statement[]; readonly text: string };

/**
 * Neighbouring commands as one text with a blank on both sides of the operator between them, or on none: a rule against
 * `curl * | sh` meets `cd x; curl y|sh` as well. Redirections and prefix assignments are left out, as a rule for one command
 * looks past them.
 */
export function* chainTexts(chains: readonly Chain[]): Generator<ChainText> {
  for (const chain of chains) {
    const links = linksOf(chain);
    if (links.length > MOST_LINKS) continue;
    for (let start = 0; start < links.length - 1; start++) {
      for (let commands = 2; commands <= MOST_COMMANDS && start + commands <= links.length; commands++) {
        for (const text of spellings(links.slice(start, start + commands))) yield { text, commands };
      }
    }
  }
}

/** No rule names more of them in a row. */
const MOST_COMMANDS = 4;

/** A line that goes on for longer is not held against such rules piece by piece, only as a whole. */
const MOST_LINKS = 4000;

/** A command, and the operator behind it. */
type Link = { readonly plain: string; readonly written: string; readonly operator: string };

function linksOf({ statements, text }: Chain, last = ';'): readonly Link[] {
  return statements.flatMap(({ command, background }, index) => {
    const operator = index === statements.length - 1 ? last : ';';
    return linksOfCommand(command, background === true ? '&' : operator, text);
  });
}

type Node = CommandNode | Pipeline | AndOr | CompoundList;

function linksOfCommand(node: Node, operator: string, text: string): readonly Link[] {
  switch (node.type) {
    case 'AndOr':
    case 'Pipeline':
      return node.commands.flatMap((command, index) =>
        linksOfCommand(command, node.operators[index] ?? operator, text),
      );
    case 'CompoundList':
      return linksOf({ statements: node.commands, text }, operator);
    // What stands in a group is as near to what follows it.
    case 'BraceGroup':
    case 'Subshell':
      return linksOf({ statements: node.body.commands, text }, operator);
    case 'Redirected':
      return linksOfCommand(node.command, operator, text);
    case 'Function':
    case 'Coproc':
      return linksOfCommand(node.body, operator, text);
    case 'Command': {
      const words = [node.name, ...node.suffix].filter((item) => item?.type === 'Word');
      return [
        {
          plain: words.map(({ value }) => value).join(' '),
          written: words.map(asWritten).join(' '),
          operator,
        },
      ];
    }
    default: {
      const written = text.slice(node.pos, node.end);
      return [{ plain: written, written, operator }];
    }
  }
}

function* spellings(links: readonly Link[]): Generator<string> {
  const plain = links.map((link) => link.plain);
  yield glued(plain, links, true);
  yield glued(plain, links, false);
  const written = links.map((link) => link.written);
  if (written.every((text, index) => text === plain[index])) return;
  yield glued(written, links, true);
  yield glued(written, links, false);
}

function glued(texts: readonly string[], links: readonly Link[], withBlanks: boolean): string {
  return texts.reduce((line, text, index) => {
    const operator = links[index - 1]?.operator ?? '';
    if (index === 0) return text;
    if (!withBlanks) return line + operator + text;
    return operator === ';' ? `${line}; ${text}` : `${line} ${operator} ${text}`;
  }, '');
}
