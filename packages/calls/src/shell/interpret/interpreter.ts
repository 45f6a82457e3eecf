import type { Assignment } from '../../types/command-line.ts';
import type { Shell } from '../../types/tool-call.ts';
import type {
  AndOr,
  ArithmeticExpression,
  AssignmentNode,
  Command,
  CommandNode,
  CompoundList,
  FunctionNode,
  ParsedScript,
  Pipeline,
  Redirection,
  Statement,
  Substitution,
  TestExpression,
  Word,
  WordPart,
} from '../parse/parse-command-line.ts';
import { runBuiltin } from './builtins.ts';
import { CodeCheck } from './code-check.ts';
import { expandWord, type Text } from './expand.ts';
import { State } from './state.ts';
import {
  alternatives,
  exactly,
  isKnown,
  join,
  joinAll,
  piecesOf,
  sizeOf,
  UNKNOWN,
  unionOf,
  unknownOf,
  type Value,
} from './value.ts';

type Node = CommandNode | Pipeline | AndOr | CompoundList;

const SILENT = exactly('');
const MAX_STEPS = 20_000;
const MAX_WORK = 2 * 1024 * 1024;
const MAX_CALL_DEPTH = 4;
/** Adding a text to a set costs as much as building this many characters. */
const TEXT_WORK = 8;

/**
 * Abstract interpreter: runs a line with sets of possible texts as values, each command once for each way to reach it. Collects
 * the expansions of commands, the files that redirections open and the text that arithmetic evaluates.
 */
export class Interpreter {
  readonly commands: Map<Command, Set<string>> = new Map();
  /** The possible values of the words of commands. */
  readonly words: Map<Word | AssignmentNode, Value> = new Map();
  readonly targets: Map<Word, Set<string>> = new Map();
  readonly inputs: Set<string> = new Set();
  readonly problems: Set<string> = new Set();
  /** By their displayed text. */
  readonly assignments: Map<string, Assignment> = new Map();
  isPartial = false;
  fileNames: ReadonlySet<string> = new Set();
  fileContents: ReadonlySet<string> = new Set();
  readonly shell: Shell | undefined;
  readonly functions: Map<string, FunctionNode> = new Map();
  readonly #called = new Set<FunctionNode>();
  readonly #reached = new Set<Command>();
  readonly code: CodeCheck = new CodeCheck(this);
  #steps = MAX_STEPS;
  #work = MAX_WORK;
  #depth = 0;
  #isRepeating = false;

  constructor(shell: Shell | undefined) {
    this.shell = shell;
  }

  /** `all`: every command of the line, in any position. */
  interpret({ commands }: ParsedScript, all: Iterable<Command>): void {
    const state = new State();
    this.#statements(commands, state);
    // They may be called at any time: by a trap, or under another name.
    for (const node of this.functions.values()) if (!this.#called.has(node)) this.#call(node, [UNKNOWN], state);
    // Commands in a pattern or a subscript, whose value isn't needed.
    for (const command of all) if (!this.#reached.has(command)) this.run(command, this.fork(state));
  }

  /** False once too much text was built. */
  spend(characters: number): boolean {
    this.#work -= characters + 8;
    if (this.#work < 0) this.#stop();
    return this.#work >= 0;
  }

  #stop(): void {
    this.isPartial = true;
    this.problems.add('it takes too many steps to tell what its variables hold');
  }

  /** The cost of a copy depends on its size. */
  fork(state: State): State {
    this.spend(state.variables.size);
    return state.fork();
  }

  /** From here on either state is possible. */
  #merge(state: State, branch: State): void {
    if (this.#work >= 0) this.spend(TEXT_WORK * state.merge(branch));
  }

  #joined(one: Value, other: Value): Value {
    if (one === other) return one;
    const isDone = this.spend(TEXT_WORK * (sizeOf(one) + sizeOf(other)));
    return isDone ? join(one, other) : { ...one, isOpen: true, isExact: false };
  }

  /** The output is the first one, or both. */
  #optional(before: Value, printed: Value, both: Value): Value {
    if (printed === SILENT && before === both) return before;
    return { ...this.#joined(this.#joined(before, printed), both), isOpen: before.isOpen || both.isOpen };
  }

  giveUp(): void {
    this.isPartial = true;
  }

  addAssignment(name: string, text: string): void {
    this.assignments.set(text, { name, text, value: null });
  }

  /** The output of a substitution, which runs in a subshell. */
  capture({ script }: Substitution, state: State): Value {
    const output = script === undefined ? UNKNOWN : this.#statements(script.commands, this.fork(state));
    if (output.isCut === true) this.giveUp();
    return output;
  }

  assign(name: string, value: Value, how: { readonly isSure: boolean }, state: State): void {
    if (state.integers.has(name) || this.code.isInteger(name)) this.code.evaluate(value, state);
    const kept = value.texts.length > MAX_TEXTS ? this.#tooMany(name, value, state) : value;
    const target = state.references.get(name);
    if (typeof target === 'string') state.assign(target, kept, { isSure: false });
    const before = how.isSure ? undefined : state.variables.get(name);
    const isDone = before === undefined || this.spend(TEXT_WORK * (sizeOf(before) + sizeOf(kept)));
    if (isDone) state.assign(name, kept, how);
    else state.assign(name, { ...kept, isOpen: true, isExact: false }, { isSure: true });
  }

  /** A value that grows with each iteration of a loop is followed for one iteration. */
  #tooMany(name: string, value: Value, state: State): Value {
    const before = state.variables.get(name);
    if (!this.#isRepeating || before === undefined) this.giveUp();
    return { ...(before ?? value), isOpen: true, isExact: false, pieces: value.pieces };
  }

  #statements(statements: readonly Statement[], state: State): Value {
    let output = SILENT;
    for (const { command, background } of statements) {
      const printed = this.run(command, background === true ? this.fork(state) : state);
      output = this.#followed(output, printed);
    }
    return output;
  }

  #followed(before: Value, after: Value): Value {
    if (before === SILENT) return after;
    if (after === SILENT) return before;
    this.spend(TEXT_WORK * (sizeOf(before) + sizeOf(after)));
    const pieces = unionOf(before.pieces, after.pieces);
    const isTooMuch = before.texts.length * after.texts.length > MAX_PRINTED;
    const isCut = isTooMuch || before.isCut === true || after.isCut === true;
    if (isTooMuch || !isKnown(before) || !isKnown(after)) return { ...unknownOf(pieces), isCut };
    const texts = before.texts.flatMap((text) => after.texts.map((next) => text + next));
    return { texts, isOpen: before.isOpen || after.isOpen, isExact: before.isExact && after.isExact, pieces };
  }

  /** Returns what it prints. */
  run(node: Node, state: State): Value {
    if (--this.#steps < 0 || this.#work < 0) {
      this.#stop();
      return UNKNOWN;
    }
    switch (node.type) {
      case 'Command':
        return this.#command(node, state);
      case 'AndOr':
        return this.#andOr(node, state);
      case 'Pipeline':
        return this.#pipeline(node, state);
      case 'CompoundList':
        return this.#statements(node.commands, state);
      case 'BraceGroup':
        return this.#statements(node.body.commands, state);
      case 'Subshell':
        return this.#statements(node.body.commands, this.fork(state));
      case 'Coproc':
        return this.run(node.body, this.fork(state));
      case 'Redirected':
        return this.#redirected(node.redirects, state, () => this.run(node.command, state));
      case 'If':
        return this.#branches([node, ...node.elif], node.else, state);
      case 'Case':
        expandWord(node.word, state, this);
        return this.#either(
          node.items.map(({ body }) => body),
          state,
        );
      case 'For':
      case 'Select':
        if (node.type === 'Select') this.assign('REPLY', unknownOf(state.input.pieces), { isSure: false }, state);
        this.#choose(node.name.value, node.wordlist, state);
        return this.#loop([node.body], state);
      case 'While':
        return this.#loop([node.clause, node.body], state);
      case 'ArithmeticFor':
        for (const each of [node.initialize, node.test, node.update]) this.evaluateArithmetic(each, state);
        return this.#loop([node.body], state);
      case 'Function':
        this.functions.set(node.name.value, node);
        return SILENT;
      case 'TestCommand':
        this.#test(node.expression, state);
        return SILENT;
      case 'ArithmeticCommand':
        this.evaluateArithmetic(node.expression, state);
        return SILENT;
    }
  }

  #andOr({ commands }: AndOr, state: State): Value {
    const [first, ...others] = commands;
    let output = first === undefined ? SILENT : this.run(first, state);
    for (const command of others) output = this.#maybe((branch) => this.run(command, branch), state, output);
    return output;
  }

  /** It may or may not run. */
  #maybe(work: (branch: State) => Value, state: State, before: Value): Value {
    const branch = this.fork(state);
    const printed = work(branch);
    this.#merge(state, branch);
    return this.#optional(before, printed, this.#followed(before, printed));
  }

  #pipeline({ commands }: Pipeline, state: State): Value {
    if (commands.length === 1) return this.run(commands[0] as Node, state);
    let printed = state.input;
    for (const [index, command] of commands.entries()) {
      const branch = this.fork(state);
      branch.input = printed;
      printed = this.run(command, branch);
      if (index === commands.length - 1 && this.shell === 'zsh') this.#merge(state, branch);
    }
    return printed;
  }

  #branches(
    clauses: readonly { clause: CompoundList; then: CompoundList }[],
    otherwise: CompoundList | undefined,
    state: State,
  ): Value {
    let output = SILENT;
    const ends: State[] = [];
    for (const { clause, then } of clauses) {
      output = this.#followed(output, this.run(clause, state));
      const branch = this.fork(state);
      output = this.#optional(output, SILENT, this.#followed(output, this.run(then, branch)));
      ends.push(branch);
    }
    if (otherwise !== undefined)
      output = this.#optional(output, SILENT, this.#followed(output, this.run(otherwise, state)));
    for (const end of ends) this.#merge(state, end);
    return output;
  }

  #either(lists: readonly CompoundList[], state: State): Value {
    const ends = lists.map(() => this.fork(state));
    const printed = lists.map((list, index) => this.run(list, ends[index] as State));
    for (const end of ends) this.#merge(state, end);
    return joinAll([SILENT, ...printed]);
  }

  /** Twice, so that the state after an iteration is also tried as the state before one. */
  #loop(lists: readonly CompoundList[], state: State): Value {
    let output = SILENT;
    const wasRepeating = this.#isRepeating;
    for (let turn = 0; turn < 2; turn++) {
      this.#isRepeating = wasRepeating || turn > 0;
      const branch = this.fork(state);
      for (const list of lists) {
        output = this.#optional(output, SILENT, this.#followed(output, this.run(list, branch)));
        this.#merge(state, branch);
      }
    }
    this.#isRepeating = wasRepeating;
    return output === SILENT ? SILENT : { ...output, isOpen: true, isExact: false };
  }

  #choose(name: string, words: readonly Word[] | undefined, state: State): void {
    if (words === undefined) {
      this.assign(name, unknownOf(state.valueOf('@').pieces), { isSure: false }, state);
      return;
    }
    if (state.references.has(name)) this.problems.add(`\`${name}\` stands for one variable after the other`);
    const values = words.map((word) => split(word, expandWord(word, state, this), this));
    // An empty list leaves it unchanged.
    this.assign(
      name,
      joinAll([exactly(), ...values]),
      { isSure: words.some((word) => word.parts === undefined) },
      state,
    );
  }

  #call(node: FunctionNode, given: readonly Value[], state: State): Value {
    this.#called.add(node);
    if (this.#depth === MAX_CALL_DEPTH) return UNKNOWN;
    const branch = this.fork(state);
    branch.arguments = given;
    this.#depth++;
    const output = this.run(node.body, branch);
    this.#depth--;
    branch.arguments = state.arguments;
    this.#merge(state, branch);
    return { ...output, isExact: false };
  }

  #command(command: Command, state: State): Value {
    const { name, prefix, suffix } = command;
    this.#reached.add(command);
    const redirects = [...prefix, ...suffix].filter(isRedirection);
    return this.#redirected(redirects, state, () => {
      if (name !== undefined) return this.#runCommand(command, name, state);
      const isSure = prefix.every(cannotFail);
      for (const item of prefix)
        if (item.type === 'Assignment') this.assignItem(item, this.#valueOf(item, state), isSure, state);
      return SILENT;
    });
  }

  #runCommand(command: Command, name: Word, state: State): Value {
    const { prefix, suffix } = command;
    const program = expandWord(name, state, this);
    for (const item of prefix) if (item.type === 'Assignment') this.#assignBefore(item, name.value, state);
    const items = suffix.filter((item) => item.type === 'Word' || item.type === 'Assignment');
    const values = items.map((item) =>
      item.type === 'Word' ? expandWord(item, state, this) : this.#assignedText(item, state),
    );
    // A command of literal words is exactly that.
    if (isOpen(name) || items.some(isOpen)) {
      this.#recordWords([name, ...items], [program, ...values]);
      this.#record(command, program, items, values);
    }
    const called = program.isExact && program.texts.length === 1 ? (program.texts[0] as string) : null;
    const known = called === null ? undefined : this.functions.get(called);
    const output =
      known === undefined
        ? runBuiltin({ name: called, items, words: items.map(asWord), values }, state, this)
        : this.#call(known, values, state);
    state.variables.set('_', values.at(-1) ?? program);
    return output;
  }

  #recordWords(items: readonly (Word | AssignmentNode)[], values: readonly Value[]): void {
    for (const [index, item] of items.entries()) {
      const before = this.words.get(item);
      const value = values[index] as Value;
      this.words.set(item, before === undefined ? value : this.#joined(before, value));
    }
  }

  #record(command: Command, program: Value, items: readonly (Word | AssignmentNode)[], values: readonly Value[]): void {
    if (!isKnown(program)) return;
    const texts = this.commands.get(command) ?? new Set<string>();
    this.commands.set(command, texts);
    const last = values.findLastIndex(isKnown);
    let ways = alternatives(program).map((text) => text.trim());
    let end = (command.name as Word).end;
    for (const [index, value] of values.entries()) {
      const item = items[index] as Word;
      const glue = item.pos === end ? '' : ' ';
      end = item.end;
      const choices = index > last ? [item.value ?? item.text] : alternatives(value).map((text) => text.trim());
      if (!this.spend(ways.length * choices.length)) break;
      ways = ways.flatMap((way) => choices.map((text) => (text === '' ? way : way === '' ? text : way + glue + text)));
    }
    for (const way of ways) if (this.spend(64 + way.length)) texts.add(way);
  }

  #assignedText(item: AssignmentNode, state: State): Value {
    const value = this.#valueOf(item, state);
    const target = item.text.slice(0, item.value.pos - item.pos);
    return { ...value, texts: alternatives(value).map((text) => target + text) };
  }

  #assignBefore(item: AssignmentNode, command: string, state: State): void {
    const value = this.#valueOf(item, state);
    if (state.integers.has(item.name) || this.code.isInteger(item.name)) this.code.evaluate(value, state);
    if (SPECIAL_BUILTINS.has(command)) this.assign(item.name, value, { isSure: false }, state);
  }

  /** `x=…`, `x+=…`, `x[1]=…`, `x=(…)` */
  assignItem(item: AssignmentNode, value: Value, isSure: boolean, state: State): void {
    const { name, text, index } = item;
    const isList = item.value.type !== 'Word';
    if (index !== undefined) this.evaluate(index, state);
    const isElement = isList || index !== undefined;
    const isAppended = text.startsWith(`${name}+=`) || index !== undefined;
    const before = isAppended ? state.variables.get(name) : undefined;
    const whole = before === undefined ? value : this.#appended(before, value, isElement ? ' ' : '');
    // The earlier elements of the list are still there, and so are the new ones.
    const kept = before !== undefined && isElement ? join(join(whole, value), before) : whole;
    this.assign(name, kept, { isSure: isSure && index === undefined }, state);
    if (isElement) state.arrays.add(name);
  }

  #appended(before: Value, value: Value, between: string): Value {
    const pieces = unionOf(before.pieces, value.pieces);
    const length = before.texts.reduce((sum, text) => sum + text.length, 64) * Math.max(1, value.texts.length);
    if (!this.spend(length)) return unknownOf(pieces);
    const texts = alternatives(before).flatMap((text) =>
      alternatives(value).map((next) => (text === '' ? next : text + between + next)),
    );
    return { texts: [...new Set(texts)], isOpen: false, isExact: before.isExact && value.isExact, pieces };
  }

  #valueOf({ value }: AssignmentNode, state: State): Value {
    if (value.type === 'Word') return /^~[^/]|:~/.test(value.text) ? UNKNOWN : expandWord(value, state, this, false);
    const elements = value.elements.map((word) => {
      const [, key] = /^\[([^\]]*)/.exec(word.text) ?? [];
      const index = word.parts === undefined ? { text: key ?? '', parts: undefined } : word;
      if (key !== undefined) this.code.evaluate(expandWord(index, state, this, false), state);
      const each = expandWord(word, state, this);
      return { ...each, texts: each.texts.map((text) => text.replace(/^\[[^\]]*\]=/, '')) };
    });
    const each = elements.map((element, index) => split(value.elements[index] as Word, element, this));
    const texts = new Set(each.flatMap((element) => element.texts));
    const all = this.#listed(elements);
    return {
      texts: [...new Set([...all.texts, ...texts])],
      isOpen: all.isOpen || each.some(({ isOpen }) => isOpen),
      isExact: all.isExact && each.every(({ isExact }) => isExact),
      pieces: piecesOf([all, ...each]),
    };
  }

  /** All elements of a list as one text. */
  #listed(elements: readonly Value[]): Value {
    if (!elements.every(({ texts }) => texts.length === 1))
      return elements.reduce((list, each) => this.#appended(list, each, ' '), exactly(''));
    const text = elements.map(({ texts }) => texts[0]).join(' ');
    const isExact = elements.every((each) => each.isExact);
    return { texts: [text], isOpen: elements.some(({ isOpen }) => isOpen), isExact, pieces: piecesOf(elements) };
  }

  /** The input of a redirection is available until the command ends. */
  #redirected(redirects: readonly Redirection[], state: State, work: () => Value): Value {
    if (redirects.length === 0) return work();
    const before = state.input;
    state.input = this.#redirect(redirects, state);
    const output = work();
    state.input = before;
    return this.#kept(redirects, output);
  }

  #redirect(redirects: readonly Redirection[], state: State): Value {
    let input = state.input;
    for (const redirect of redirects) {
      if (redirect.type === 'HereString' && redirect.target !== undefined) input = this.#feed(redirect.target, state);
      else if (redirect.type === 'HereDoc')
        input = redirect.delimiter?.quoted === true ? exactly(redirect.body.text) : this.#feed(redirect.body, state);
      else if (redirect.type === 'Redirect' && redirect.target !== undefined) {
        const value = expandWord(redirect.target, state, this);
        const texts = this.targets.get(redirect.target) ?? new Set<string>();
        for (const text of value.texts) if (this.spend(4096)) texts.add(text);
        this.targets.set(redirect.target, texts);
        if (redirect.operator.startsWith('<')) input = unknownOf(this.fileContents);
        else this.fileNames = unionOf(this.fileNames, value.pieces);
        if (redirect.operator === '>&') this.code.checkSecondExpansion(value);
      }
    }
    return input;
  }

  #feed(text: Text, state: State): Value {
    const lines = text.parts === undefined ? [text] : linesOf(text);
    const values = lines.map((line) => expandWord(line, state, this, false));
    for (const { texts } of values) for (const each of texts) if (this.spend(each.length)) this.inputs.add(each);
    if (values.length === 1) return values[0] as Value;
    return unknownOf(piecesOf(values));
  }

  /** Output that goes into a file isn't printed elsewhere. */
  #kept(redirects: readonly Redirection[], output: Value): Value {
    const isKept = redirects.some(
      (each) =>
        each.type === 'Redirect' &&
        /^(?:&?>|>[>|&])/.test(each.operator) &&
        !/^(?:[0-9-]|\/dev\/(?:null|stderr))/.test(each.target?.text ?? '') &&
        each.descriptor === undefined,
    );
    if (!isKept) return output;
    this.fileContents = unionOf(this.fileContents, output.pieces);
    return SILENT;
  }

  /** Evaluates a word as arithmetic. */
  evaluate(word: Text, state: State): void {
    if (/^[@*]$/.test(word.text)) return;
    this.code.evaluate(expandWord(word, state, this, false), state);
  }

  evaluateArithmetic(node: ArithmeticExpression | undefined, state: State): void {
    switch (node?.type) {
      case 'ArithmeticBinary':
        this.evaluateArithmetic(node.left, state);
        this.evaluateArithmetic(node.right, state);
        if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) this.#countInto(node.left, state);
        return;
      case 'ArithmeticUnary':
        this.evaluateArithmetic(node.operand, state);
        return;
      case 'ArithmeticTernary':
        for (const each of [node.test, node.consequent, node.alternate]) this.evaluateArithmetic(each, state);
        return;
      case 'ArithmeticGroup':
        this.evaluateArithmetic(node.expression, state);
        return;
      case 'ArithmeticWord':
        this.evaluate({ text: node.value, parts: node.parts }, state);
        return;
      case 'ArithmeticCommandExpansion':
        this.code.evaluate(this.capture(node, state), state);
        return;
    }
  }

  #countInto(target: ArithmeticExpression, state: State): void {
    if (target.type === 'ArithmeticWord' && /^\w+$/.test(target.value))
      state.assign(target.value, unknownOf(new Set()), { isSure: true });
  }

  #test(node: TestExpression, state: State): void {
    switch (node.type) {
      case 'TestUnary':
        if (node.operator === '-v' || node.operator === '-R') {
          this.evaluate(node.operand, state);
          return;
        }
        expandWord(node.operand, state, this);
        return;
      case 'TestBinary':
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) {
          this.evaluate(node.left, state);
          this.evaluate(node.right, state);
          return;
        }
        if (node.operator === '=~')
          this.assign('BASH_REMATCH', unknownOf(expandWord(node.left, state, this).pieces), { isSure: false }, state);
        expandWord(node.right, state, this);
        return;
      case 'TestLogical':
        for (const operand of node.operands) this.#test(operand, state);
        return;
      case 'TestNot':
        this.#test(node.operand, state);
        return;
      case 'TestGroup':
        this.#test(node.expression, state);
        return;
    }
  }
}

const MAX_PRINTED = 1024;
const MAX_TEXTS = 1024;

/** In a plain `sh`, assignments before them persist. */
const SPECIAL_BUILTINS: ReadonlySet<string> = new Set([
  ...[':', '.', 'eval', 'exec', 'export', 'readonly', 'set', 'shift', 'times', 'trap', 'unset'],
]);

/**
 * Without quotes a value is split into several words. Quoted blanks don't split, so if only some are quoted every run of words
 * may be one.
 */
function split(word: Word, value: Value, shell: Interpreter): Value {
  if (word.parts === undefined) return value;
  if (word.parts.length === 1 && word.parts[0]?.type === 'DoubleQuoted' && !/[@*]/.test(word.text)) return value;
  const isPartlyQuoted = /["'\\]|^\[/.test(word.text);
  const words = value.texts.flatMap((text) => (isPartlyQuoted ? runsOf(text.split(' '), shell) : text.split(' ')));
  return { ...value, texts: [...new Set(words)] };
}

/** `a b c`: also `a b` and `b c`. For very many words only each and all. */
function runsOf(words: readonly string[], shell: Interpreter): readonly string[] {
  if (!shell.spend(words.length ** 3)) return [words.join(' '), ...words];
  return words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1).join(' ')));
}

function isOpen(item: Word | AssignmentNode): boolean {
  return item.type !== 'Word' || item.parts !== undefined || item.text !== item.value || item.text.includes('{');
}

function asWord(item: Word | AssignmentNode): Word {
  return item.type === 'Word'
    ? item
    : ({ ...item, type: 'Word', value: item.text, parts: undefined } as unknown as Word);
}

function isRedirection(item: Command['suffix'][number]): item is Redirection {
  return item.type === 'Redirect' || item.type === 'HereString' || item.type === 'HereDoc';
}

/** If a redirection or arithmetic fails, nothing of the statement is assigned. */
function cannotFail(item: Command['prefix'][number]): boolean {
  if (item.type !== 'Assignment') return false;
  return !/\$\(\(|\$\{|\[/.test(item.text);
}

function linesOf({ parts = [] }: Text): readonly Text[] {
  const lines: WordPart[][] = [[]];
  for (const part of parts) {
    const pieces = part.type === 'Literal' ? part.text.split(/(?<!\\)\n/) : [part];
    for (const [place, piece] of pieces.entries()) {
      if (place > 0) lines.push([]);
      lines.at(-1)?.push(typeof piece === 'string' ? ({ ...part, text: piece, value: piece } as WordPart) : piece);
    }
  }
  return lines
    .filter((line) => line.length > 0)
    .map((line) => ({ text: line.map(({ text }) => text).join(''), parts: line }));
}
