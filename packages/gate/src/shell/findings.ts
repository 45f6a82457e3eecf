import type { Assignment, Redirect, SettledTexts, Unit } from '../types/command-line.ts';
import type { Shell } from '../types/tool-call.ts';
import type { Chain } from './chains.ts';
import type { Directories } from './directories.ts';
import { evaluatesItsValue, FilledVariables, namedVariable } from './filled-variables.ts';
import { KnownValues } from './known-values.ts';
import { MOST_PROBLEMS, TIME_LIMIT_MS } from './limits.ts';
import type { Command, Substitution } from './parse-command-line.ts';
import { EVALUATED, outputOf, type Place, TextFlow } from './text-flow.ts';
import { TooIntricate } from './too-intricate.ts';

/** A redirect whose place is not settled before the whole line is known. */
export type FoundRedirect = Omit<Redirect, 'target' | 'directories'> & {
  target: string | null;
  directories: Directories;
};

/** What was found in its body, by the first of it and the first behind it. */
export type FoundFunction = {
  readonly name: string;
  readonly redirects: readonly [first: number, end: number];
  readonly units: readonly [first: number, end: number];
  /** Whoever calls it may stand elsewhere afterwards. */
  readonly moves: boolean;
};

/** What a walk over the tree has found so far. */
export class Findings {
  readonly shell: Shell | undefined;
  /** What positions count in: the source, or the text of a backtick substitution after its escapes are resolved. */
  text: string;
  readonly units: Unit[] = [];
  /** Where each of them runs. */
  readonly unitDirectories: Directories[] = [];
  readonly redirects: FoundRedirect[] = [];
  readonly assignments: Assignment[] = [];
  readonly values: KnownValues = new KnownValues();
  readonly chains: Chain[] = [];
  /** What commands become, by their nodes; of those that the shell puts something else into. */
  readonly settled: Map<Command, () => SettledTexts> = new Map();
  readonly inputs: string[] = [];
  readonly settledInputs: (() => readonly string[])[] = [];
  readonly problems: string[] = [];
  overLimit = false;
  /** Substitutions met in words; whoever walks the command walks them next. */
  substitutions: Substitution[] = [];
  /** How many substitutions stand around what is walked, and the nearest of them. */
  depth = 0;
  substitution: Substitution | null = null;
  /** The nearest function. */
  functionName: string | null = null;
  /** How many constructs stand around it whose output another command of the line may read. */
  pipes = 0;
  /** How many pipes stand around it of which nothing is seen but how much comes through. */
  counted = 0;
  /** How many constructs stand around it whose parts may not run, or run in a shell of their own. */
  branches = 0;
  /** How many of them may run it more than once, or later. */
  repeats = 0;
  /** False once an assignment may not do what it says: there is a function, a trap, a variable that is read only. */
  trustsAssignments = true;
  /** How often the shell may have changed directory; and how often not one of its own that a part of the line runs in. */
  moves = 0;
  ownMoves = 0;
  /** How many shells of their own stand around what is walked. */
  shells = 0;
  readonly functions: FoundFunction[] = [];
  /** False once `cd` may mean something else than going to the named directory. */
  trustsCd = true;
  /** True once `cd -P` may have taken the shell to where a link leads. */
  followsLinks = false;
  /** True once the last command of a pipe runs in the line's own shell: in zsh it always does. */
  keepsLastOfPipe: boolean;
  readonly filled: FilledVariables = new FilledVariables();
  readonly flow: TextFlow = new TextFlow();
  /** `$_` stands somewhere in the line. */
  readonly takesLastWord: boolean;
  /** Variables that stand for others. */
  readonly references: Set<string> = new Set();
  /** Variables that the line makes arrays of. */
  readonly arrays: Set<string> = new Set();
  /** Arithmetic, and the like, evaluates the values of these variables as code. */
  readonly evaluatedNames: Set<string> = new Set();
  /** The same, for a value that is not that of a variable named there. */
  evaluatesValues = false;
  /** Text goes into variables otherwise than by an assignment: through `read`, `printf -v`, the arguments of a function. */
  passesText = false;
  /** The same for what is put together on the way: by a `printf` that another command reads, or a built-in that assigns its operands. */
  passesPieces = false;
  /** A variable takes what a command prints, or its last argument by way of `$_`. */
  capturesOutput = false;
  /** Arithmetic on an element whose brackets hold an expansion: zsh, and bash before 5.2, expand once more what comes of it. */
  expandsSubscript = false;
  /** Somewhere stands text that would be a substitution, were it not quoted. */
  hasInertSubstitution = false;
  /** The same inside the brackets of an element: `a[$(rm x)]`. */
  hasInertSubscript = false;
  /** Somewhere stands quoted text that looks like an element, with or without a substitution in it. */
  hasInertBracket = false;
  /** A quoted `$` or backtick stands where a variable may get it. */
  passesDollar = false;
  readonly #deadline = Date.now() + TIME_LIMIT_MS;
  #steps = 0;

  constructor(source: string, shell: Shell | undefined) {
    this.text = source;
    this.shell = shell;
    this.keepsLastOfPipe = shell === 'zsh';
    this.takesLastWord = /\$\{?_(?!\w)/.test(source);
  }

  /** Whether an assignment that is walked is made, and in the line's own shell, whatever happens. */
  get isSure(): boolean {
    return this.depth === 0 && this.branches === 0 && this.trustsAssignments;
  }

  /** What takes what is printed here; null where nobody does. */
  get output(): Place | null {
    return this.substitution ?? (this.functionName === null ? null : outputOf(this.functionName));
  }

  /** Values that the line gives to variables. */
  noteValues(assign: () => void): void {
    this.values.note(assign, this.repeats > 0);
  }

  move(): void {
    this.moves++;
    if (this.shells === 0) this.ownMoves++;
  }

  /** Called once for each command and word: nothing a line holds may keep the gate busy. */
  countStep(): void {
    if ((++this.#steps & 63) === 0) this.checkTime();
  }

  checkTime(): void {
    if (Date.now() > this.#deadline) throw new TooIntricate('takes too long to take apart');
  }

  /** The line puts something into a variable; `isNumber`: nothing but a number. */
  fill(name: string, isNumber: boolean): void {
    this.filled.fill(name, isNumber);
    if (!evaluatesItsValue(name, this.shell)) return;
    this.evaluatedNames.add(name);
    this.flow.lead(name, EVALUATED);
  }

  /** `operand`: as written. */
  evaluate(operand: string): void {
    const name = namedVariable(operand);
    if (name === null) this.evaluatesValues = true;
    else this.evaluatedNames.add(name);
  }

  addProblem(problem: string): void {
    if (this.problems.length < MOST_PROBLEMS && !this.problems.includes(problem)) this.problems.push(problem);
  }

  /** The types say it cannot happen; a newer grammar may know more than they do. */
  addUnknownNode(_node: never): void {
    this.addProblem('a construct that is not known here');
  }
}
