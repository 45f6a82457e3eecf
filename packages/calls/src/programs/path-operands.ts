import { GIT_ROWS, PATH_ROWS, type PathProgram, TEXT_ONLY } from './path-table.ts';
import { programName } from './program-name.ts';
import { SHELLS } from './shells.ts';
import { innerCommands, WRAPPERS } from './wrappers.ts';

/** A file that a command names in its words. */
export type PathOperand = {
  /** `unknown`: it isn't known what the program does with it. */
  readonly access: 'read' | 'write' | 'unknown';
  /** Which word names it. */
  readonly word: number;
  /** The text before the path in that word: `of=`, `-o`, `@`. */
  readonly before: number;
  /** Where the path ends in it; absent if it is the rest of the word. */
  readonly end?: number;
  /** The directory that the command works in: `tar -C dir`. */
  readonly base?: string;
};

/**
 * The files that a command opens according to its words: for an unknown program, any of them may be one; for one whose words are
 * only text, none is. Words are given after quote removal.
 */
export function pathOperands(words: readonly string[]): readonly PathOperand[] {
  const name = programName(words[0] ?? '');
  if (TEXTS.has(name)) return NONE;
  if (name === 'git') return gitOperands(words);
  const program = PROGRAMS.get(name) ?? (SHELLS.test(name) ? PROGRAMS.get('sh') : undefined);
  return program === undefined ? maybeFiles(words) : operandsOf(program, words, 1);
}

/** Each word itself, the part after `=`, `@` or `-o` in it, and the pieces of `src=a,dst=b` and `a:b`. */
function maybeFiles(words: readonly string[]): readonly PathOperand[] {
  const found: PathOperand[] = [];
  for (let word = 1; word < words.length; word++) {
    const text = words[word] as string;
    if (!text.startsWith('-')) found.push({ access: 'unknown', word, before: 0 });
    else if (/^-\w[./~]/.test(text)) found.push({ access: 'unknown', word, before: 2 });
    if (!/[=@,:]/.test(text) || text.includes('://') || text.length > MAX_PIECED) continue;
    for (const { 0: piece, index } of text.matchAll(PIECES)) {
      if (index > 0 || text.startsWith('-') === false)
        found.push({ access: 'unknown', word, before: index, end: index + piece.length });
    }
  }
  return found;
}

const MAX_PIECED = 1024;
const PIECES = /[^=@,:]+/g;

/** The program never writes any of its operands. */
export function neverWrites(name: string): boolean {
  if (TEXTS.has(name)) return true;
  const { operands, writes, inPlace, takesCode } = PROGRAMS.get(name) ?? {};
  return operands === 'read' && writes === undefined && inPlace === undefined && !takesCode;
}

/** It writes, moves or deletes its operands. */
export function writesOperands(name: string): boolean {
  return WRITING.has(PROGRAMS.get(name)?.operands ?? 'none');
}

const WRITING: ReadonlySet<PathProgram['operands']> = new Set(['write', 'copy', 'move', 'in-out', 'archive'] as const);

/** The table has the command, and says that it writes none of its files and runs nothing. */
export function readsOnly(words: readonly string[]): boolean {
  const name = programName(words[0] ?? '');
  const program = name === 'git' ? GIT.get(words[gitSubcommand(words).at] ?? '') : PROGRAMS.get(name);
  if (!TEXTS.has(name) && (program?.operands !== 'read' || program.takesCode)) return false;
  const runsNone = name === 'git' ? innerCommands(words, words).length === 0 : !WRAPPERS.has(name);
  return runsNone && pathOperands(words).every(({ access }) => access === 'read');
}

const NONE: readonly PathOperand[] = [];

const TEXTS: ReadonlySet<string> = new Set(TEXT_ONLY);
const PROGRAMS = byName(PATH_ROWS);
const GIT = byName(GIT_ROWS);

function byName(rows: typeof PATH_ROWS): ReadonlyMap<string, PathProgram> {
  return new Map(rows.flatMap(([names, program]) => names.split(' ').map((name) => [name, program] as const)));
}

function operandsOf(program: PathProgram, words: readonly string[], from: number): readonly PathOperand[] {
  const reading = new Reading(program);
  reading.read(words, from);
  return reading.found();
}

/** Goes over the words once, as the program does. */
class Reading {
  readonly #program: PathProgram;
  readonly #operands: number[] = [];
  readonly #found: PathOperand[] = [];
  #words: readonly string[] = [];
  #base: string | undefined;
  #textsLeft: number;
  #isInPlace = false;
  #hasTarget = false;
  /** `tar cf x`: the letters before the operands are options. */
  #archiveIsWritten = false;
  /** The operands of `tar x` are files in the archive, which it writes. */
  #extracts = false;

  constructor(program: PathProgram) {
    this.#program = program;
    this.#textsLeft = program.texts ?? 0;
  }

  read(words: readonly string[], from: number): void {
    this.#words = words;
    const { named } = this.#program;
    const isTar = TARS.has(programName(words[0] ?? ''));
    this.#archiveIsWritten = isTar && words.slice(1).some((word, at) => isTarWriter(word, at));
    this.#extracts = isTar && !this.#archiveIsWritten && words.slice(1).some((word, at) => isTarReader(word, at));
    let onlyOperands = false;
    for (let at = from; at < words.length; at++) {
      const word = words[at] as string;
      const key = named === undefined ? null : word.slice(0, word.indexOf('='));
      const access = key === null ? undefined : named?.[key];
      if (access !== undefined) this.#add(access, at, (key as string).length + 1);
      else if (onlyOperands || word === '-' || !/^[-+]/.test(word)) {
        // The first word of `tar` may be its options, without a dash.
        if (isTar && at === 1 && /^[A-Za-z]+$/.test(word) && /[cxturA]/.test(word)) {
          if (word.includes('f')) this.#addArchive(++at);
        } else this.#operands.push(at);
      } else if (word === '--') onlyOperands = true;
      else at = this.#option(word, at);
    }
  }

  /** The index of the last word that belongs to the option. */
  #option(word: string, at: number): number {
    const { inPlace = [], insteadOfText = [], target = [] } = this.#program;
    const equals = word.indexOf('=');
    const isLong = word.startsWith('--') || this.#takes(word);
    if (isLong) {
      const name = this.#wholeName(equals === -1 ? word : word.slice(0, equals));
      if (inPlace.includes(name)) this.#isInPlace = true;
      if (insteadOfText.includes(name)) this.#textsLeft = 0;
      if (target.includes(name)) this.#hasTarget = true;
      if (!this.#takes(name)) return at;
      if (TWO_VALUES.has(name) && equals === -1) {
        this.#value(name, at + 2, 0);
        return at + 2;
      }
      if (equals !== -1 && word.startsWith('--')) this.#value(name, at, equals + 1);
      else this.#value(name, at + 1, 0);
      return equals !== -1 && word.startsWith('--') ? at : at + 1;
    }
    for (let place = 1; place < word.length; place++) {
      const name = `-${word[place]}`;
      if (insteadOfText.includes(name)) this.#textsLeft = 0;
      if (target.includes(name)) this.#hasTarget = true;
      if (inPlace.includes(name)) {
        this.#isInPlace = true;
        // `-i.bak`: the rest is a suffix, unless it is more options (`perl -pie`).
        if (!/^[a-z]*e$/.test(word.slice(place + 1))) return at;
      }
      if (!this.#takes(name)) continue;
      const isNext = place === word.length - 1;
      this.#value(name, isNext ? at + 1 : at, isNext ? 0 : place + 1);
      return isNext ? at + 1 : at;
    }
    return at;
  }

  #takes(name: string): boolean {
    return optionsOf(this.#program).has(name);
  }

  /** `--outp` is `--output`, if no other option has this prefix. */
  #wholeName(name: string): string {
    if (!name.startsWith('--') || this.#takes(name)) return name;
    const {
      values = [],
      reads = [],
      writes = [],
      base = [],
      inPlace = [],
      insteadOfText = [],
      target = [],
    } = this.#program;
    const known = [values, reads, writes, base, inPlace, insteadOfText, target].flat();
    return known.find((option) => option.startsWith(name)) ?? name;
  }

  #value(name: string, at: number, before: number): void {
    const { reads = [], writes = [], base = [], mark } = this.#program;
    const word = this.#words[at];
    if (word === undefined) return;
    const text = word.slice(before);
    const program = programName(this.#words[0] ?? '');
    if (AWKS.has(program) && name === '-i' && text === 'inplace') this.#isInPlace = true;
    if (program === 'sed' || program === 'gsed') this.#addSedFiles(at, before);
    if (AWKS.has(program) && (name === '-v' || name === '--assign'))
      this.#add('unknown', at, before + text.indexOf('=') + 1);
    if (base.includes(name)) this.#base = text;
    if (writes.includes(name)) this.#add('write', at, before);
    if (!reads.includes(name)) return;
    if (TARS.has(programName(this.#words[0] ?? '')) && (name === '-f' || name === '--file'))
      this.#addArchive(at, before);
    else if (mark === undefined || PLAIN_FILES.has(name)) this.#add('read', at, before);
    else {
      // `-d @x`, `-F file=@x`, `-F file=<x`, `--data-urlencode name@x`
      const found = /[@<]/.exec(text);
      if (found !== null) this.#add('read', at, before + found.index + 1);
    }
  }

  #addArchive(at: number, before = 0): void {
    if (at < this.#words.length) this.#add(this.#archiveIsWritten ? 'write' : 'read', at, before);
  }

  #add(access: PathOperand['access'], word: number, before = 0): void {
    if ((this.#words[word] ?? '').length <= before) return;
    const base = this.#base;
    this.#found.push(base === undefined ? { access, word, before } : { access, word, before, base });
  }

  found(): readonly PathOperand[] {
    const files = this.#operands.slice(this.#textsLeft);
    const last = files.length - 1;
    for (const [place, at] of files.entries()) {
      for (const access of this.#accessOf(place, last)) this.#add(access, at);
    }
    const program = programName(this.#words[0] ?? '');
    if (AWKS.has(program)) this.#addAwkTargets();
    if ((program === 'sed' || program === 'gsed') && this.#textsLeft > 0 && this.#operands[0] !== undefined)
      this.#addSedFiles(this.#operands[0], 0);
    return this.#found;
  }

  #accessOf(place: number, last: number): readonly PathOperand['access'][] {
    const isTarget = place === last && last > 0 && !this.#hasTarget;
    switch (this.#program.operands) {
      case 'read':
        if (this.#extracts) return WRITE;
        return this.#isInPlace ? BOTH : READ;
      case 'write':
        return WRITE;
      case 'both':
        return BOTH;
      case 'copy':
        return isTarget ? WRITE : READ;
      case 'move':
        return isTarget ? WRITE : BOTH;
      case 'in-out':
        return place === 0 ? READ : WRITE;
      case 'archive':
        return place === 0 ? WRITE : READ;
      case 'first':
        return place === 0 ? READ : UNKNOWN;
      case 'none':
        return [];
    }
  }

  /** `sed 's/a/b/w .env'`: the script itself names files. */
  #addSedFiles(word: number, from: number): void {
    const script = this.#words[word] as string;
    for (const { 1: command = '', 2: path = '', index, 0: whole } of script.slice(from).matchAll(SED_FILES)) {
      const before = from + index + whole.length - path.length;
      const access = command.toLowerCase() === 'w' ? 'write' : 'read';
      this.#found.push({ access, word, before, end: before + path.length });
    }
  }

  /** `awk '{print > ".env"}'`: the program itself names files. */
  #addAwkTargets(): void {
    const at = this.#operands[0];
    if (at === undefined || (this.#program.texts ?? 0) !== 1 || this.#textsLeft === 0) return;
    const code = this.#words[at] as string;
    for (const { 0: whole, 1: operator = '', 2: path = '', index } of code.matchAll(/(>>?|<)\s*"([^"]*)"/g)) {
      const before = index + whole.length - 1 - path.length;
      this.#found.push({ access: operator === '<' ? 'read' : 'write', word: at, before, end: before + path.length });
    }
    for (const operand of this.#operands.slice(1)) {
      const equals = /^[A-Za-z_]\w*=/.exec(this.#words[operand] as string);
      if (equals !== null) this.#add('unknown', operand, equals[0].length);
    }
  }
}

/** The options that take a value. */
function optionsOf(program: PathProgram): ReadonlySet<string> {
  const known = OPTIONS.get(program);
  if (known !== undefined) return known;
  const { values = [], reads = [], writes = [], base = [] } = program;
  const options = new Set([...values, ...reads, ...writes, ...base]);
  OPTIONS.set(program, options);
  return options;
}

const OPTIONS = new WeakMap<PathProgram, ReadonlySet<string>>();

const READ: readonly PathOperand['access'][] = ['read'];
const WRITE: readonly PathOperand['access'][] = ['write'];
const UNKNOWN: readonly PathOperand['access'][] = ['unknown'];
const BOTH: readonly PathOperand['access'][] = ['read', 'write'];

const TARS: ReadonlySet<string> = new Set(['tar', 'gtar', 'bsdtar']);
const AWKS: ReadonlySet<string> = new Set(['awk', 'gawk', 'mawk', 'nawk']);
/** `jq --rawfile name file`. */
const TWO_VALUES: ReadonlySet<string> = new Set(['--arg', '--argjson', '--slurpfile', '--rawfile']);
const PLAIN_FILES: ReadonlySet<string> = new Set(
  '-T --upload-file -K --config -b --cookie -E --cert --key --cacert --netrc-file'.split(' '),
);

/** `w file` and `r file` as commands, or `w file` as a flag of `s`; the file is the rest of the line. */
const SED_FILES = /(?:^|[;{}\n$\d]|[/|#,][gpIiMm\d]*)[ \t]*([wWrR])[ \t]+([^\s;}]+)[ \t]*(?=\n|$)/g;

function isTarReader(word: string, at: number): boolean {
  if (/^--(?:extract|get)$/.test(word)) return true;
  return (at === 0 ? /^-?[A-Za-z]*x/ : /^-[A-Za-z]*x/).test(word) && !word.startsWith('--');
}

function isTarWriter(word: string, at: number): boolean {
  if (/^--(?:create|append|update|concatenate|catenate)$/.test(word)) return true;
  return (at === 0 ? /^-?[A-Za-z]*[cruA]/ : /^-[A-Za-z]*[cruA]/).test(word) && !word.startsWith('--');
}

const GIT_VALUES: ReadonlySet<string> = new Set(
  '-c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix'.split(' '),
);

/** The index of the subcommand, after the global options; and the directory they name. */
export function gitSubcommand(words: readonly string[]): { readonly at: number; readonly base?: string } {
  let base: string | undefined;
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '-C') base = words[++at];
    else if (GIT_VALUES.has(word)) at++;
    else if (!word.startsWith('-')) break;
  }
  return base === undefined ? { at } : { at, base };
}

function gitOperands(words: readonly string[]): readonly PathOperand[] {
  const { at, base } = gitSubcommand(words);
  const program = GIT.get(words[at] ?? '');
  if (program === undefined) return NONE;
  const found = operandsOf(program, words, at + 1).flatMap((operand) => {
    const text = words[operand.word] as string;
    // `HEAD:path`
    const colon = operand.access === 'read' ? text.indexOf(':') : -1;
    return colon >= 0 && colon < text.length - 1 ? [operand, { ...operand, before: colon + 1 }] : [operand];
  });
  return base === undefined ? found : found.map((operand) => ({ ...operand, base }));
}
