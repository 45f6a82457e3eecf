import type { AndOr, Command, CommandNode, CompoundList, Pipeline } from './parse-command-line.ts';

export type Node = CommandNode | Pipeline | AndOr | CompoundList;

/** Every simple command that may run as part of it, except those in substitutions. */
export function commandsIn(node: Node): readonly Command[] {
  const commands: Command[] = [];
  addCommands(node, commands);
  return commands;
}

function addCommands(node: Node, commands: Command[]): void {
  if (node.type === 'Command') commands.push(node);
  else for (const part of partsOf(node)) addCommands(part, commands);
}

function partsOf(node: Exclude<Node, Command>): readonly Node[] {
  switch (node.type) {
    case 'AndOr':
    case 'Pipeline':
      return node.commands;
    case 'CompoundList':
      return node.commands.map(({ command }) => command);
    case 'BraceGroup':
    case 'Subshell':
    case 'Function':
    case 'Coproc':
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
      return [node.body];
    case 'Redirected':
      return [node.command];
    case 'While':
      return [node.clause, node.body];
    case 'If':
      return [
        node.clause,
        node.then,
        ...node.elif.flatMap(({ clause, then }) => [clause, then]),
        ...(node.else === undefined ? [] : [node.else]),
      ];
    case 'Case':
      return node.items.map(({ body }) => body);
    default:
      return [];
  }
}
