import { programName } from '../programs/program-name.ts';
import { readings, unquoted } from '../programs/readings.ts';
import { WorkBudget } from '../programs/work-budget.ts';
import { innerCommands, readsCode } from '../programs/wrappers.ts';
import { analyseCommandLine } from '../shell/analyse-command-line.ts';
import { plainUnit } from '../shell/walk/make-unit.ts';
import { afterSteps } from '../text/path.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { CommandLine, Directories, Unit } from '../types/command-line.ts';
import type { CallContext, ToolCall } from '../types/tool-call.ts';
import { expandHome } from './expand-home.ts';
import { lookedUpWords } from './open-names.ts';

/** A program that a call runs. Good enough to recognise a danger, never to prove that there is none. */
export type RunCommand = {
  /** Without its directory; as written if its name isn't known, and empty if something couldn't be fully read. */
  readonly program: string;
  /** Its arguments, as far as the line shows; as written, without quotes, if the shell inserts something unknown. */
  readonly args: readonly string[];
  /** The words, including those of wrappers around it, that contain something unknown. */
  readonly open: ReadonlySet<string>;
  /** The words that the shell expands, and their possible values, including file names. */
  readonly expanded: ReadonlySet<string>;
  /** Where it may run. */
  readonly places: RunPlaces;
  /** The part of the call's line it belongs to. */
  readonly unit: number;
};

/** The possible current directories of a shell. */
export type RunPlaces = readonly AbsolutePath[];

/** A placeholder for something that wasn't read. */
export function isUnread({ program, args }: RunCommand): boolean {
  return program === '' && args.length === 0;
}

/** The simple commands of a call; a plain command is its only one. */
export function unitsOf({ subject }: ToolCall): readonly Unit[] {
  if (subject.kind === 'plain-command') return [plainUnit(subject.text)];
  return subject.kind === 'command-line' ? subject.line.units : [];
}

/** Every program the call runs as far as it can be read: also after `env`, `xargs` and the like, and inside `sh -c '…'`. */
export function runCommands(call: ToolCall): readonly RunCommand[] {
  const known = KNOWN.get(call);
  if (known !== undefined) return known;
  const commands = new CommandsRun(call).found;
  KNOWN.set(call, commands);
  return commands;
}

/** Each class uses the same call. */
const KNOWN = new WeakMap<ToolCall, readonly RunCommand[]>();

/** Wrappers around wrappers, code inside code. */
const MAX_DEPTH = 20;

/** The total amount of code inside words that is read. */
const MAX_CODE = 256 * 1024;

const MAX_WORDS = 2000;

/** How many possible paths are resolved, from each possible directory. */
const MAX_LOOKUPS = 2000;

/** For all commands of a call, in tenths of a microsecond: about a tenth of a second, including the dangers each is tested for. */
const MAX_WORK = 1_000_000;
const COMMAND_WORK = 100;
const WORD_WORK = 50;

/** A line with more possible directories is only examined in the first of them. */
const MAX_PLACES = 8;

/** A line with more steps isn't fully read. */
const MAX_STEPS = 64;

class CommandsRun {
  readonly found: RunCommand[] = [];
  readonly #context: CallContext;
  readonly #budget = new WorkBudget(MAX_WORK);
  #codeLeft = MAX_CODE;
  #isCut = false;

  constructor(call: ToolCall) {
    const { subject, context } = call;
    this.#context = context;
    const { workspace, cwd = workspace } = context;
    if (subject.kind === 'plain-command') {
      const [unit] = unitsOf(call) as [Unit];
      this.#addUnit(unit, { places: [cwd], depth: 0, unit: 0, source: subject.text });
    }
    if (subject.kind === 'command-line') this.#addLine(subject.line, { places: [cwd], depth: 0, source: '' });
    this.#boundPlaces();
  }

  /** A long line that changes directory often is examined only from its first directory, and treated as not fully read. */
  #boundPlaces(): void {
    const moved = this.found.filter(({ places }) => places.length > 1);
    if (moved.reduce((sum, { args, places }) => sum + args.length * places.length, 0) <= MAX_LOOKUPS) return;
    for (const [index, command] of this.found.entries()) {
      this.found[index] = { ...command, places: command.places.slice(0, 1) };
    }
    this.#addUnread(moved[0]?.unit ?? 0);
  }

  #addLine(line: CommandLine, outer: Omit<RunContext, 'unit'> & { readonly unit?: number }): void {
    const { units, inputs = [], overLimit, source } = line;
    const movesTooMuch = units.filter((unit) => namedStep(unit).length > 0).length > MAX_STEPS;
    if (overLimit || movesTooMuch) this.#addUnread(outer.unit ?? 0);
    let anywhere: RunPlaces | undefined;
    const placesOf = (directories: Directories) =>
      directories === null
        ? (anywhere ??= this.#placesAfter(everyStep(units), outer.places))
        : this.#placesAfter(directories, outer.places);
    const around = (index: number): RunContext => ({
      // Each step is computed from the first one again, which is quadratic over all units.
      places: movesTooMuch ? outer.places : placesOf(units[index]?.directories ?? null),
      depth: outer.depth,
      unit: outer.unit ?? index,
      source: `${outer.source}\n${source}`,
    });
    // A shell's input is code like any other.
    const reader =
      outer.depth < MAX_DEPTH
        ? units.findIndex(({ words }) => readsCode(words.map(({ value, written }) => value ?? written)))
        : -1;
    if (reader !== -1) for (const input of inputs) this.#addCode(input, deeper(around(reader)));
    for (const [index, unit] of units.entries()) this.#addUnit(unit, around(index));
  }

  #placesAfter(chains: readonly (readonly string[])[], start: RunPlaces): RunPlaces {
    const { home } = this.#context;
    const places = start.flatMap((base) => chains.slice(-4 * MAX_PLACES).map((steps) => afterSteps(steps, base, home)));
    return [...new Set(places)].slice(0, MAX_PLACES);
  }

  #addUnit(unit: Unit, around: RunContext): void {
    const open = new Set<string>();
    const expanded = new Set<string>();
    for (const { value, written, possible } of unit.words) {
      if (value !== null) continue;
      open.add(unquoted(written));
      for (const text of [unquoted(written), ...possible.flatMap((each) => each.split(' '))]) expanded.add(text);
    }
    for (const words of readings(unit.words)) this.#addCommand(words, { open, expanded }, around);
  }

  #addCommand(words: readonly string[], known: Pick<RunCommand, 'open' | 'expanded'>, around: RunContext): void {
    const { places, depth, unit, source } = around;
    if (!this.#budget.spend(COMMAND_WORK + WORD_WORK * words.length)) {
      if (!this.#isCut) this.#addUnread(unit);
      this.#isCut = true;
      return;
    }
    const [name = '', ...rest] = lookedUpWords(words, source);
    const program = programName(name);
    this.found.push({ program, args: rest, ...known, places, unit });
    if (rest.length > MAX_WORDS) this.#addUnread(unit);
    const named = [program, ...rest];
    for (const inner of innerCommands(named, named)) {
      if (depth === MAX_DEPTH) this.#addUnread(unit);
      else if (inner.kind === 'words') this.#addCommand(inner.words, known, deeper(around));
      else this.#addCode([inner.code, ...inner.given].join(' '), deeper(around));
    }
  }

  #addCode(code: string, around: RunContext): void {
    this.#codeLeft -= code.length;
    if (this.#codeLeft < 0) this.#addUnread(around.unit);
    else this.#addLine(analyseCommandLine(code, this.#context.shell), around);
  }

  #addUnread(unit: number): void {
    this.found.push({ program: '', args: [], open: NONE, expanded: NONE, places: [], unit });
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The context of a command or a piece of code. */
type RunContext = {
  readonly places: RunPlaces;
  readonly depth: number;
  readonly unit: number;
  /** All of the surrounding text, for its variables. */
  readonly source: string;
};

function deeper(around: RunContext): RunContext {
  return { ...around, depth: around.depth + 1 };
}

/** If the grammar lost track of the directory: every directory that the line may be in. */
function everyStep(units: readonly Unit[]): readonly (readonly string[])[] {
  return [[], ...units.flatMap((unit) => [...(unit.directories ?? []), ...namedStep(unit)])];
}

/** The directory a `cd` names, even if it isn't certain to get there. */
function namedStep({ words }: Unit): readonly (readonly string[])[] {
  const texts = words.map(({ value, written }) => expandHome(value ?? unquoted(written)));
  const [name = '', ...args] = /^(?:command|builtin)$/.test(texts[0] ?? '') ? texts.slice(1) : texts;
  if (name !== 'cd' && name !== 'pushd') return [];
  return [[args.find((word) => !word.startsWith('-')) ?? '~']];
}
