import type { Assignment, Directories, Redirect } from '../../types/command-line.ts';
import type { Shell } from '../../types/tool-call.ts';
import type { Chain } from '../chains.ts';
import { Interpreter } from '../interpret/interpreter.ts';
import { AnalysisLimitError } from '../parse/analysis-limit-error.ts';
import { MAX_PROBLEMS, TIME_LIMIT_MS } from '../parse/limits.ts';
import type { ParsedScript, Substitution } from '../parse/parse-command-line.ts';
import { Movements } from './directories.ts';
import type { FoundUnit } from './make-unit.ts';

/** A redirect. Its path is final only after the whole line was walked. */
export type FoundRedirect = Omit<Redirect, 'target' | 'directories'> & {
  target: string | null;
  directories: Directories;
};

/** The results of a walk over the tree, and its state. */
export class Findings {
  readonly shell: Shell | undefined;
  /** The text that positions refer to: the source, or that of a backtick substitution with its escapes resolved. */
  text: string;
  readonly units: FoundUnit[] = [];
  readonly redirects: FoundRedirect[] = [];
  readonly assignments: Assignment[] = [];
  readonly chains: Chain[] = [];
  readonly inputs: string[] = [];
  readonly problems: string[] = [];
  overLimit = false;
  /** Substitutions found in words. They are walked right after their command. */
  substitutions: Substitution[] = [];
  /** How many substitutions the walk is inside of. */
  depth = 0;
  readonly movements: Movements;
  /** Something in the line evaluates text, so values must be computed whether or not a rule needs them. */
  evaluates = false;
  /** Arithmetic or a subscript evaluates it, and a value may contain code. */
  counts = false;
  script: ParsedScript | null = null;
  #values: Interpreter | null = null;
  readonly #deadline = Date.now() + TIME_LIMIT_MS;
  #steps = 0;

  constructor(source: string, shell: Shell | undefined) {
    this.text = source;
    this.shell = shell;
    this.movements = new Movements(shell);
  }

  /** The values of the line's variables; null if the line wasn't parsed to its end. */
  get values(): Interpreter | null {
    if (this.overLimit || this.script === null) return null;
    if (this.#values === null) {
      this.#values = new Interpreter(this.shell);
      this.#values.interpret(
        this.script,
        this.units.map(({ node }) => node),
      );
    }
    return this.#values;
  }

  /** Called for each command and word, so that no line can keep the analysis busy. */
  countStep(): void {
    if ((++this.#steps & 63) === 0) this.checkTime();
  }

  checkTime(): void {
    if (Date.now() > this.#deadline) throw new AnalysisLimitError('takes too long to take apart');
  }

  addProblem(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS && !this.problems.includes(problem)) this.problems.push(problem);
  }

  /** Impossible according to the types; a newer grammar may have more node types. */
  addUnknownNode(_node: never): void {
    this.addProblem('a construct that is not known here');
  }
}
