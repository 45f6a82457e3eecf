import { EVALUATED_AGAIN } from '../../programs/code-as-text.ts';
import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { quoted } from '../../text/quoted.ts';
import type { Interpreter } from './interpreter.ts';
import type { State } from './state.ts';
import { HOLE, PRINTED, type Value } from './value.ts';

/** Arithmetic can run commands in the text that it evaluates: `x='a[$(rm y)]'; echo $((x))`. */
export class CodeCheck {
  readonly #shell: Interpreter;
  readonly #noted = new Set<string>();

  constructor(shell: Interpreter) {
    this.#shell = shell;
  }

  /** `RANDOM=x` evaluates the value of `x`. */
  isInteger(name: string): boolean {
    return evaluatesItsValue(name, this.#shell.shell);
  }

  evaluate(value: Value, state: State): void {
    const found = { hasBracket: false, hasDollar: false, assigns: false, makesNames: false };
    const seen = new Set<string>();
    const pending = [value];
    for (const each of pending) {
      for (const text of each.isExact ? each.texts : each.pieces) {
        if (seen.has(text)) continue;
        seen.add(text);
        found.hasBracket ||= BRACKET.test(text);
        found.hasDollar ||= DOLLAR.test(text);
        this.#noteAssignments(text, found);
        // A name is replaced by the value of its variable, which is evaluated in turn.
        for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) pending.push(...known(name, state));
        if (MADE_UP_NAME.test(text)) pending.push(...state.variables.values());
      }
    }
    if (found.hasBracket && found.hasDollar) this.#shell.problems.add(EVALUATED_AGAIN);
    if (found.assigns && found.makesNames)
      this.#shell.problems.add('arithmetic may assign to a variable whose name is put together');
  }

  /** Bash removes the quotes of the word after `>&`, and then expands it once more. */
  checkSecondExpansion({ isExact, texts, pieces }: Value): void {
    if ([...(isExact ? texts : pieces)].some((text) => DOLLAR.test(text) || /[<>]\(/.test(text)))
      this.#shell.problems.add('bash expands the target of `>&` twice');
  }

  #noteAssignments(text: string, found: { assigns: boolean; makesNames: boolean }): void {
    const isPrinted = text.startsWith(PRINTED);
    const elements = !isPrinted && ELEMENT_GIVEN.test(text) ? text.matchAll(ELEMENT) : [];
    for (const { 1: before, 2: after, index } of [
      ...text.matchAll(isPrinted ? PRINTED_ASSIGNMENT : ASSIGNMENT),
      ...elements,
    ]) {
      const name = before ?? (after as string);
      if (this.#noted.has(name)) continue;
      this.#noted.add(name);
      this.#shell.addAssignment(name, SHOWN.exec(text.slice(index))?.[0] ?? name);
    }
    if (isPrinted) return;
    if (UNNAMED.test(text) || (OPERATOR.test(text) && UNNAMED_ELEMENT.test(text)))
      this.#shell.problems.add(`it is unclear what ${quoted(text.replaceAll(HOLE, '…'))} assigns to`);
    found.assigns ||= OPERATOR.test(text);
    found.makesNames ||= MADE_UP_NAME.test(text);
  }
}

function known(name: string, state: State): readonly Value[] {
  const value = state.variables.get(name);
  return value === undefined ? [] : [value];
}

const EQUALS = `(?:[-+*/%&|^]|<<|>>)?=(?!=)`;
const STEP = String.raw`(?:\+\+|--)`;
const NAME = String.raw`(?<!\w)([A-Za-z_]\w*)`;
const ASSIGNMENT = new RegExp(`${NAME}\\s*(?:${EQUALS}|${STEP})|${STEP}\\s*${NAME}`, 'g');
const PRINTED_ASSIGNMENT = new RegExp(`(?<![-\\w])([A-Za-z_]\\w*)${EQUALS}`, 'g');
const ELEMENT = new RegExp(`${NAME}\\s*\\[`, 'g');
const ELEMENT_GIVEN = new RegExp(`\\]\\s*(?:${EQUALS}|${STEP})`);
const UNNAMED_ELEMENT = new RegExp(`${HOLE}\\s*\\[`);
const OPERATOR = new RegExp(`(?:^|[^=!<>])${EQUALS}|${STEP}`);
const UNNAMED = new RegExp(`(?:^|${HOLE})\\s*(?:${EQUALS}|${STEP}(?:$|${HOLE}))|${HOLE}\\s*${STEP}|${STEP}\\s*${HOLE}`);
const SHOWN = new RegExp(`^[^,;\\])${HOLE}]{0,40}`);
const MADE_UP_NAME = new RegExp(`\\w${HOLE}|${HOLE}[\\w${HOLE}]`);

/** From `Z` to `a` bash iterates over the characters between them, including a bracket and a backtick. */
const RANGE = String.raw`\{[A-Z]\.\.[a-z]|\{[a-z]\.\.[A-Z]`;
const CUT = String.raw`\\(?:[xuU][0-9a-fA-F]*|[0-7]{0,3})${HOLE}`;
const BRACKET = new RegExp(String.raw`\[|\\(?:x5[Bb]|0?133|[uU]0*5[Bb])|${RANGE}|${CUT}`);
export const DOLLAR: RegExp = new RegExp(
  String.raw`[$\x60]|\\(?:x(?:24|60)|0{0,2}44|0?140|[uU]0*(?:24|60))|${RANGE}|${CUT}`,
);
