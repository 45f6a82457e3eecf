import { type AbsolutePath, analyseCommandLine, type CommandLine, type ToolCall } from '@caliban/calls';
import { redirectTargets } from '@caliban/calls/describe';
import {
  commandsIn,
  echoedTexts,
  formattedText,
  foundFiles,
  givenFile,
  type Inner,
  innerCommands,
  namesIn,
  type PathOperand,
  pathOperands,
  printedFiles,
  programName,
  readings,
  readsCode,
  stringsIn,
  takesLanguage,
  type WorkBudget,
} from '@caliban/calls/programs';
import { fileName } from '@caliban/calls/text';
import type { Directories, Redirect, Unit, Word } from '@caliban/calls/types';
import type { Part, Verdict } from '../types/verdict.ts';
import { withBaseName } from './command-spellings.ts';
import { CODE_WORK, WORD_WORK, wordWork } from './inner-budget.ts';
import { type LineNames, meantWords, namesOf, plainGit, plainWord, textOf } from './meant-words.ts';
import { type BoundTools, boundTools, fromKnownPlace, PathRules } from './path-rules.ts';
import { EVERY_ACTION, NO_RULE, type RuleIndex } from './rule-index.ts';
import { strictest, verdictAt } from './strictest.ts';

/** The rules for what a command touches and runs by its words. */
export type InnerJudge = {
  readonly rules: RuleIndex;
  readonly call: ToolCall;
  /** Whether deny and ask rules for commands apply to what a command runs in turn. */
  readonly seesThroughWrappers: boolean;
  /** For all the commands of a line together. */
  readonly budget: WorkBudget;
};

/**
 * The verdict on a command, or a stricter one: a deny or ask on a path applies to the files that its words name, and what it runs
 * in turn is also matched by the deny and ask rules. `line`: the source of its input.
 */
export function withInner(
  judge: InnerJudge,
  unit: () => Unit,
  verdict: Verdict,
  part?: Part,
  line?: CommandLine,
): Verdict {
  if (verdict.action === 'deny') return verdict;
  const bound = boundTools(judge.rules);
  if (bound === null && !judge.seesThroughWrappers) return verdict;
  const { words, directories } = unit();
  const walk = new InnerWalk(judge, bound, part, line);
  walk.command(words, directories, 0);
  if (line !== undefined) walk.fed(words, line, directories);
  const found = walk.verdicts;
  if (verdict.action !== 'allow') return strictest([verdict, ...found]);
  return strictest([verdict, ...found, ...walk.questions]);
}

/** Wrappers around wrappers, and code inside code. */
const MAX_DEPTH = 8;
/** Analysing the shortest code takes as long as this many characters. */
const SHORT_CODE = 16;

class InnerWalk {
  readonly verdicts: Verdict[] = [];
  /** Only for an otherwise allowed call. */
  readonly questions: Verdict[] = [];
  readonly #judge: InnerJudge;
  readonly #bound: BoundTools | null;
  readonly #part: Part | undefined;
  readonly #names: LineNames | undefined;
  #isCut = false;
  readonly #line: CommandLine | undefined;
  readonly #paths: PathRules;

  constructor(judge: InnerJudge, bound: BoundTools | null, part: Part | undefined, line: CommandLine | undefined) {
    this.#names = line === undefined ? undefined : namesOf(line);
    this.#line = line;
    this.#judge = judge;
    this.#paths = new PathRules(judge.rules, judge.call, { part, budget: judge.budget });
    this.#bound = bound;
    this.#part = part;
  }

  command(words: readonly Word[], directories: Directories, depth: number, isGivenMore = false): void {
    const texts = words.map(textOf);
    if (words.length === 0 || !this.#spend(wordWork(texts))) return;
    const program = programName(texts[0] as string);
    const meant = meantWords(words, texts, this.#names);
    if (meant !== undefined && depth < MAX_DEPTH) this.command(meant, directories, depth + 1, isGivenMore);
    const inner = innerCommands(words, texts);
    if (this.#bound !== null) {
      this.#files(words, texts, directories, this.#bound);
      if (isGivenMore) this.#given(words, this.#handed(), directories, this.#bound);
      if (FINDS.has(program)) this.#found(texts, inner, directories, this.#bound);
    }
    if (takesLanguage(program)) for (const text of texts.slice(1)) this.#literals(text, directories);
    if (this.#judge.seesThroughWrappers) {
      this.#otherReadings(words, texts, directories, depth, isGivenMore);
      if (depth > 0) this.#text(texts);
      if (isGivenMore) this.#text([...texts, '{}']);
      const git = plainGit(texts);
      if (git !== null) this.#text(git);
    }
    if (inner.length > 0 && depth === MAX_DEPTH) this.#unread('commands are wrapped too often');
    else
      for (const each of inner) {
        if (each.kind === 'words') this.command(each.words, directories, depth + 1, isGivenMore || each.isGivenMore);
        else this.code(each.code, directories, depth + 1, each.given);
      }
  }

  /** Files that other commands of the line print for this one. */
  #handed(): readonly string[] {
    if (this.#line === undefined) return [];
    const { units, inputs = [] } = this.#line;
    if (!this.#spend(WORD_WORK * units.length)) return [];
    return [...units.flatMap(({ words }) => printedFiles(words.map(textOf))), ...inputs.flatMap(namesIn)];
  }

  /** Files that `find` passes to the commands after `-exec`, or deletes. */
  #found(texts: readonly string[], inner: readonly Inner<Word>[], directories: Directories, bound: BoundTools): void {
    const runs = inner.flatMap((each) => (each.kind === 'words' ? [each.words] : []));
    const commands = texts.includes('-delete') ? [...runs, [plainWord('rm')]] : runs;
    const files = foundFiles(texts);
    for (const command of commands) this.#given(command, files, directories, bound);
  }

  #given(words: readonly Word[], files: readonly string[], directories: Directories, bound: BoundTools): void {
    for (const file of files) {
      if (!this.#spend(WORD_WORK * words.length)) return;
      const given = givenFile(words, file, textOf, plainWord);
      this.#files(given, given.map(textOf), directories, bound);
    }
  }

  /** Code in another language: files that it names are questions, commands that it names are tried. */
  #literals(code: string, directories: Directories): void {
    if (!this.#spend(code.length)) return;
    if (this.#bound !== null)
      for (const text of stringsIn(code)) {
        const tools = this.#bound.both;
        for (const path of this.#paths.places(text, undefined, directories))
          for (const verdict of this.#strictOn(path, tools))
            if (verdict.action === 'deny') this.#question(text, verdict);
      }
    if (this.#judge.seesThroughWrappers) for (const command of commandsIn(code)) this.code(command, directories, 1);
  }

  /** Each variant in which the line fills in the unknown parts. */
  #otherReadings(
    words: readonly Word[],
    texts: readonly string[],
    directories: Directories,
    depth: number,
    isGivenMore: boolean,
  ): void {
    if (words.every(({ value }) => value !== null)) return;
    const known = texts.join(' ');
    for (const reading of readings(words)) {
      if (reading.join(' ') !== known) this.command(reading.map(plainWord), directories, depth, isGivenMore);
    }
  }

  /** `given`: its `$0`, `$1` and so on. */
  code(code: string, directories: Directories, depth: number, given: readonly string[] = []): void {
    if (depth > MAX_DEPTH) this.#unread('commands are wrapped too often');
    if (depth > MAX_DEPTH || !this.#spend(CODE_WORK * (code.length + SHORT_CODE))) return;
    const line = analyseCommandLine(code, this.#judge.call.context.shell);
    const [problem] = line.problems;
    if (this.#judge.seesThroughWrappers && problem !== undefined) this.#unread(problem);
    for (const unit of line.units) {
      const inside = joined(directories, unit.directories);
      this.command(withGiven(unit.words, given), inside, depth === 0 ? 1 : depth);
      if (this.#judge.seesThroughWrappers) for (const text of unit.expandedCommand?.().texts ?? []) this.#text([text]);
      this.fed(unit.words, line, inside, depth + 1);
    }
    if (this.#bound !== null) for (const redirect of line.redirects) this.#redirect(redirect, directories, this.#bound);
  }

  #strictOn(path: AbsolutePath, tools: readonly string[]): readonly Verdict[] {
    const verdicts = this.#paths.verdictsOn(path, tools);
    if (verdicts === null) this.#cut();
    return verdicts ?? [];
  }

  /** A shell that reads its code: from a here-document, or from a command that prints it. */
  fed(words: readonly Word[], line: CommandLine, directories: Directories, depth = 1): void {
    const [first] = words;
    if (first === undefined) return;
    const program = programName(textOf(first));
    const isLanguage = takesLanguage(program);
    const texts = words.map(textOf);
    const sources =
      /^(?:source|\.|(?:ba|da|z|k)?sh)$/.test(program) && texts.some((text) => /^<\(|^\/dev\/(?:stdin|fd)/.test(text));
    const isShell = sources || readsCode(texts);
    if (!isLanguage && !isShell) return;
    const inputs = [...(line.possibleInputs?.().texts ?? []), ...(line.inputs ?? [])];
    if (!this.#spend(WORD_WORK * (inputs.length + line.units.length))) return;
    if (isLanguage) for (const input of inputs) this.#literals(input, directories);
    if (!isShell) return;
    for (const input of inputs) this.code(input, directories, depth);
    for (const { words: printed } of line.units) {
      const [name = '', ...rest] = printed.map(textOf);
      const codes =
        name === 'echo' ? echoedTexts(rest) : name === 'printf' ? [formattedText(rest) ?? rest.join(' ')] : [];
      for (const code of codes) this.code(code, directories, depth);
    }
  }

  #text(texts: readonly string[]): void {
    if (!this.#spend(WORD_WORK)) return;
    const { rules, call } = this.#judge;
    const tool = rules.forTool(call.tool);
    const text = texts.join(' ');
    const any = tool.firstAny(EVERY_ACTION, NO_RULE);
    const forms = [text, ...withBaseName(texts[0] ?? '', [text])];
    const first = forms.reduce((below, form) => tool.firstText(form, call.input, EVERY_ACTION, below), any);
    if (first !== any) this.#add(verdictAt(rules, first, this.#part));
  }

  #add(verdict: Verdict): void {
    if (verdict.action !== 'allow') this.verdicts.push(verdict);
  }

  /** Beyond the budget the rest is unknown. */
  #spend(work: number): boolean {
    const isLeft = this.#judge.budget.spend(work);
    if (!isLeft) this.#cut();
    return isLeft;
  }

  #cut(): void {
    if (!this.#isCut) this.#unread('there is more inside of it than is looked at');
    this.#isCut = true;
  }

  #unread(problem: string): void {
    const because = { kind: 'opaque', problem, ...(this.#part === undefined ? {} : { part: this.#part }) } as const;
    this.questions.push({ action: 'ask', because });
  }

  #files(words: readonly Word[], texts: readonly string[], directories: Directories, bound: BoundTools): void {
    const operands = pathOperands(texts);
    for (const { access, word, before, end, base } of operands) {
      const tools = access === 'unknown' ? bound.both : bound[access];
      if (tools.length === 0) continue;
      for (const text of possibleTexts(words[word] as Word, before, end)) {
        for (const path of this.#paths.places(text, base, directories)) {
          for (const verdict of this.#strictOn(path, tools)) {
            if (access !== 'unknown') this.#add(verdict);
            else if (verdict.action === 'deny') this.#question(text, verdict);
          }
        }
      }
    }
    if (bound.write.length > 0 && COPIES.has(programName(texts[0] as string)))
      this.#copied(words, operands, directories, bound);
  }

  /** `cp a/.env .` writes `./.env`. */
  #copied(words: readonly Word[], operands: readonly PathOperand[], directories: Directories, bound: BoundTools): void {
    const target = operands.findLast(({ access }) => access === 'write');
    if (target === undefined) return;
    for (const into of possibleTexts(words[target.word] as Word, target.before)) {
      for (const { access, word, before } of operands) {
        if (access !== 'read') continue;
        for (const from of possibleTexts(words[word] as Word, before)) {
          if (!this.#spend(WORD_WORK)) return;
          const path = `${into}/${fileName(from)}`;
          for (const place of this.#paths.places(path, target.base, directories))
            for (const verdict of this.#strictOn(place, bound.write)) this.#add(verdict);
        }
      }
    }
  }

  #question(text: string, { because }: Verdict): void {
    const rule = because.kind === 'rule' ? { rule: because.rule } : {};
    const part = this.#part === undefined ? {} : { part: this.#part };
    const problem = `\`${text}\` names a file that a rule denies`;
    this.questions.push({ action: 'ask', because: { kind: 'opaque', problem, ...part, ...rule } });
  }

  #redirect(redirect: Redirect, directories: Directories, bound: BoundTools): void {
    const inside = joined(directories, redirect.directories);
    const tools = bound[redirect.access];
    const texts = [redirect.target, ...(redirect.possibleTargets?.() ?? [])];
    for (const target of texts) {
      const found = redirectTargets({ ...redirect, target, directories: inside }, this.#judge.call.context) ?? [];
      for (const places of found) for (const verdict of this.#paths.verdictsAt(places, tools)) this.#add(verdict);
    }
  }
}

/** `bash -c '"$@"' x rm y` and `bash -c '$0 y' rm`: the words that replace those parameters. */
function withGiven(words: readonly Word[], given: readonly string[]): readonly Word[] {
  if (given.length === 0 || !words.some(({ written }) => GIVEN.test(written))) return words;
  return words.flatMap((word) => {
    const which = GIVEN.exec(word.written)?.[1];
    if (which === undefined) return [word];
    const filled = /\d/.test(which) ? given.slice(Number(which)).slice(0, 1) : given.slice(1);
    // The program that runs the shell may pass it more.
    return filled.length === 0 ? [word] : filled.map(plainWord);
  });
}

const GIVEN = /^"?\$\{?([@*\d])\}?"?$/;
const FINDS: ReadonlySet<string> = new Set(['find', 'gfind']);

const COPIES: ReadonlySet<string> = new Set(['cp', 'mv', 'ln', 'install', 'rsync', 'scp', 'gcp', 'gmv']);
/** All possible texts of the word, after the part before the path in it. */
function possibleTexts(word: Word, before: number, end?: number): readonly string[] {
  if (word.value !== null && !/\$|^file:/.test(word.value)) return [word.value.slice(before, end)];
  const texts =
    word.value === null
      ? [...word.possible, ...(word.possible.length === 0 ? [word.written.replaceAll('"', '')] : [])]
      : [word.value];
  return texts
    .flatMap((text) => (word.value === null && !word.isQuoted ? text.split(' ') : [text]))
    .map((text) => fromKnownPlace(text.slice(before, end).replace(/^file:\/\//, '')));
}

function joined(outer: Directories, inner: Directories): Directories {
  if (outer === null || inner === null) return null;
  return outer.flatMap((chain) => inner.map((steps) => [...chain, ...steps]));
}
