import type { Assignment, Directories, PossibleTexts, Unit, Word } from '../../types/command-line.ts';
import type { AssignmentNode, Command, Word as WordNode } from '../parse/parse-command-line.ts';
import {
  assignmentAsWritten,
  assignmentPlain,
  asWritten,
  isLiteral,
  isReplaced,
  literalName,
  runsOn,
} from '../parse/read-word.ts';
import type { Findings } from './findings.ts';
import { settleUnits } from './settle-directories.ts';

/** The unit of a simple command. `from`: the directory of the shell, as far as the line has been walked. */
export class FoundUnit implements Unit {
  readonly text: string;
  readonly raw: string;
  readonly plain: string;
  readonly name: string | null;
  readonly assignments: readonly Assignment[];
  readonly command: string;
  readonly expandedCommand?: () => PossibleTexts;
  /** The directory when the walk found it. Later parts of the line may change it. */
  found: Directories;
  readonly #node: Command;
  readonly #findings: Findings;
  #words: readonly Word[] | null = null;

  constructor(node: Command, name: WordNode, from: Directories, findings: Findings) {
    const { text } = findings;
    let command = asWritten(name);
    let plain = name.value;
    let { end } = name;
    for (const argument of node.suffix) {
      const blank = argument.pos === end ? '' : ' ';
      if (argument.type === 'Word') {
        command += blank + asWritten(argument);
        plain += blank + argument.value;
      } else if (argument.type === 'Assignment') {
        command += blank + assignmentAsWritten(argument);
        plain += blank + assignmentPlain(argument);
      }
      end = argument.end;
    }
    this.#node = node;
    this.#findings = findings;
    this.found = from;
    this.assignments = prefixAssignments(node);
    this.text =
      this.assignments.length === 0 ? command : `${this.assignments.map((each) => each.text).join(' ')} ${command}`;
    this.raw = text.slice(node.pos, node.end);
    this.plain = plain;
    this.name = runsOn(name, text) ? null : literalName(name);
    this.command = command;
    if (this.name === null || isOpen(node)) this.expandedCommand = () => this.#expanded();
  }

  get node(): Command {
    return this.#node;
  }

  get words(): readonly Word[] {
    this.#words ??= [this.#node.name as WordNode, ...this.#node.suffix].flatMap((item) =>
      item.type === 'Word' || item.type === 'Assignment' ? this.#wordsOf(item) : [],
    );
    return this.#words;
  }

  get directories(): Directories {
    return settleUnits(this.#findings, this);
  }

  /**
   * As it will run, as far as the line itself shows: `git {push,origin}`, `git pu$@sh` and `x=push; git $x` are all `git push`.
   * Only for deny and ask rules, which shell syntax must not bypass. Few lines match one, so it is computed on demand.
   */
  #expanded(): PossibleTexts {
    const { values } = this.#findings;
    if (values === null) return { texts: [], isPartial: false };
    return { texts: [...(values.commands.get(this.#node) ?? [])], isPartial: values.isPartial };
  }

  #wordsOf(item: WordNode | AssignmentNode): readonly Word[] {
    const written = item.type === 'Word' ? asWritten(item) : assignmentAsWritten(item);
    const isQuoted = /[\\'"]/.test(written);
    const literal = literalText(item);
    if (literal !== null) return [{ written, value: literal, possible: [literal], isQuoted }];
    if (item.type === 'Assignment' && item.index !== undefined)
      return [{ written, value: null, possible: [assignmentPlain(item)], isQuoted }];
    const { values } = this.#findings;
    const { texts = [], isExact = false } = values?.words.get(item) ?? {};
    if (!isExact || values?.isPartial === true || texts.length !== 1)
      return [{ written, value: null, possible: texts, isQuoted }];
    const parts = isQuoted ? texts : (texts[0] as string).split(' ').filter((part) => part !== '');
    // A variable's value may be a pattern for file names.
    return parts.map((text) => {
      const value = !isQuoted && PATTERN.test(text) ? null : text;
      return { written, value, possible: [text], isQuoted };
    });
  }
}

/** Bare, literal words. */
export function plainUnit(text: string): Unit {
  const words = text.split(' ').map((written): Word => {
    const value = PATTERN.test(written) ? null : written;
    return { written, value, possible: [written], isQuoted: false };
  });
  const name = words[0]?.written ?? '';
  return { text, raw: text, plain: text, name, assignments: NONE, command: text, words, directories: [[]] };
}

const PATTERN = /[*?]|\[.+\]/;

function literalText(item: WordNode | AssignmentNode): string | null {
  if (item.type === 'Word') return isLiteral(item) ? item.value : null;
  return item.value.type === 'Word' && isLiteral(item.value) && item.index === undefined ? assignmentPlain(item) : null;
}

/** Whether the shell replaces an argument. */
function isOpen({ suffix }: Command): boolean {
  return suffix.some((item) => item.type === 'Word' && isReplaced(item));
}

export function prefixAssignments({ prefix }: Command): readonly Assignment[] {
  if (prefix.length === 0) return NONE;
  return prefix.flatMap((item) => (item.type === 'Assignment' ? [makeAssignment(item)] : []));
}

const NONE: readonly Assignment[] = [];

function makeAssignment(node: AssignmentNode): Assignment {
  return { name: node.name, text: assignmentAsWritten(node), value: literalValue(node.value) };
}

/** A tilde at the start, or after a colon, means a directory. */
function literalValue(value: AssignmentNode['value']): string | null {
  if (value.type !== 'Word' || !isLiteral(value) || /(?:^|:)~/.test(value.text)) return null;
  return value.value;
}
