import type { Assignment, Redirect, SettledTexts, Unit } from '../../types/command-line.ts';
import type { Shell } from '../../types/tool-call.ts';
import { Interpreter } from '../interpret/interpreter.ts';
import { TooIntricate } from '../parse/analysis-limit-error.ts';
import { MOST_PROBLEMS, TIME_LIMIT_MS } from '../parse/limits.ts';
import type { Command, Substitution } from '../parse/parse-command-line.ts';
import type { Chain } from '../spell/chains.ts';
import type { Directories } from './directories.ts';

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
  readonly interpreter: Interpreter;
  readonly chains: Chain[] = [];
  /** What commands become, by their nodes; of those that the shell puts something else into. */
  readonly settled: Map<Command, () => SettledTexts> = new Map();
  readonly inputs: string[] = [];
  readonly problems: string[] = [];
  overLimit = false;
  /** Substitutions met in words; whoever walks the command walks them next. */
  substitutions: Substitution[] = [];
  /** How many substitutions stand around what is walked. */
  depth = 0;
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
  readonly #deadline = Date.now() + TIME_LIMIT_MS;
  #steps = 0;

  constructor(source: string, shell: Shell | undefined) {
    this.text = source;
    this.interpreter = new Interpreter(shell);
    this.shell = shell;
    this.keepsLastOfPipe = shell === 'zsh';
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

  addProblem(problem: string): void {
    if (this.problems.length < MOST_PROBLEMS && !this.problems.includes(problem)) this.problems.push(problem);
  }

  /** The types say it cannot happen; a newer grammar may know more than they do. */
  addUnknownNode(_node: never): void {
    this.addProblem('a construct that is not known here');
  }
}
