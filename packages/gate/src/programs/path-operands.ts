import { programName } from './program-name.ts';
import { SHELLS } from './shells.ts';

/** A file that a command names in its words. */
export type PathOperand = {
  readonly access: 'read' | 'write';
  /** Which word names it. */
  readonly word: number;
  /** What stands around the path in that word: `of=`, `-o`, `@`. */
  readonly before: number;
  /** Where the path ends in it; absent where it is the rest of the word. */
  readonly end?: number;
  /** The directory that the command is told to work in: `tar -C dir`. */
  readonly base?: string;
};

/**
 * The files that a command opens by its words, as far as the table knows the program; null for a program it does not know, and none
 * for one whose words are only text. Words are given after quote removal.
 */
export function pathOperands(words: readonly string[]): readonly PathOperand[] | null {
  const name = programName(words[0] ?? '');
  if (TEXT_ONLY.has(name)) return NONE;
  if (name === 'git') return gitOperands(words);
  const program = PROGRAMS.get(name) ?? (SHELLS.test(name) ? PROGRAMS.get('sh') : undefined);
  return program === undefined ? null : operandsOf(program, words, 1);
}

const NONE: readonly PathOperand[] = [];

/** What becomes of the operands that are no options. */
type Use =
  | 'read'
  | 'write'
  | 'both'
  /** The last is written, the others are read. */
  | 'copy'
  /** The same, and the others are gone. */
  | 'move'
  /** The first is read, the second written. */
  | 'in-out'
  /** The first is written, the others are read. */
  | 'archive'
  /** The first is read; the rest is for the program. */
  | 'first'
  | 'none';

type PathProgram = {
  readonly operands: Use;
  /** So many operands before them are text: a pattern, a mode. */
  readonly texts?: number;
  /** With one of these options no operand is text. */
  readonly insteadOfText?: readonly string[];
  /** Options whose value is text, is read, is written, or is a directory to work in. */
  readonly values?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly base?: readonly string[];
  /** With one of these options, what is read is written too. */
  readonly inPlace?: readonly string[];
  /** With one of these, the last operand is no target: `cp -t dir a b`. */
  readonly target?: readonly string[];
  /** Words such as `if=x`. */
  readonly named?: Readonly<Record<string, 'read' | 'write'>>;
  /** The value of a read option is a file only behind this mark: `-d @x`. */
  readonly mark?: string;
};

/** One row for each family of programs. */
const ROWS: readonly (readonly [names: string, program: PathProgram])[] = [
  [
    'cat tac nl less more most bat batcat rev od xxd hexdump hd strings base64 base32 basenc gbase64 zcat bzcat xzcat zstdcat gzcat zless zmore',
    { operands: 'read', values: list('-w --wrap -n -N -A -j -t -s -l -c -g') },
  ],
  ['head tail', { operands: 'read', values: list('-n -c --lines --bytes -s --pid') }],
  [
    'wc cksum sum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum b3sum xxhsum',
    { operands: 'read', values: list('-a --algorithm'), reads: list('--files0-from') },
  ],
  [
    'cut paste fold fmt expand unexpand column pr look tsort ptx',
    { operands: 'read', values: list('-d -f -c -b -w -s -t -n --delimiter --fields -o') },
  ],
  [
    'sort gsort',
    {
      operands: 'read',
      values: list('-k --key -t --field-separator -S -T --parallel'),
      writes: list('-o --output'),
      reads: list('--files0-from --random-source'),
    },
  ],
  ['uniq', { operands: 'in-out', values: list('-f -s -w --skip-fields --skip-chars --check-chars') }],
  [
    'comm join diff colordiff sdiff diff3 cmp wdiff delta icdiff difft',
    { operands: 'read', values: list('-U -C -W -I -x --exclude -t -e -i'), writes: list('-o --output') },
  ],
  [
    'grep egrep fgrep ggrep zgrep bzgrep xzgrep rgrep',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-e --regexp -f --file'),
      values: list('-e --regexp -A -B -C -m --max-count --include --exclude --exclude-dir --color --label -d -D'),
      reads: list('-f --file'),
    },
  ],
  [
    'rg ag ack ugrep',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-e --regexp -f --file --files'),
      values: list(
        '-e --regexp -A -B -C -m -g --glob -t --type -T --type-not --max-depth -r --replace -j -M -E --sort --iglob',
      ),
      reads: list('-f --file'),
    },
  ],
  [
    'sed gsed',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-e --expression -f --file'),
      values: list('-e --expression -l --line-length'),
      reads: list('-f --file'),
      inPlace: list('-i --in-place'),
    },
  ],
  [
    'awk gawk mawk nawk',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-f --file'),
      values: list('-F --field-separator -v --assign -e --source'),
      reads: list('-f --file -i --include'),
    },
  ],
  ['perl ruby', { operands: 'read', texts: 0, values: list('-e -E -I -M -m -r'), inPlace: list('-i') }],
  [
    'jq gojq yq xq tomlq dasel mlr',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-f --from-file'),
      reads: list('-f --from-file --slurpfile --rawfile'),
      values: list('--arg --argjson --indent -o'),
      inPlace: list('-i --inplace --in-place'),
    },
  ],
  ['tee sponge', { operands: 'write' }],
  ['touch', { operands: 'write', values: list('-d --date -t'), reads: list('-r --reference') }],
  ['truncate', { operands: 'write', values: list('-s --size'), reads: list('-r --reference') }],
  ['fallocate', { operands: 'write', values: list('-l -o --length --offset') }],
  [
    'rm unlink rmdir shred srm trash trash-put gio rimraf mkdir mkfifo',
    { operands: 'write', values: list('-n -s -m --mode --iterations --size') },
  ],
  [
    'chmod chown chgrp setfacl chattr',
    { operands: 'write', texts: 1, insteadOfText: list('--reference'), reads: list('--reference') },
  ],
  ['dos2unix unix2dos prettier gofmt black', { operands: 'both' }],
  ['ed red', { operands: 'both', values: list('-p') }],
  [
    'ex vi vim nvim view nano pico emacs emacsclient micro hx kak joe code subl',
    { operands: 'both', values: list('-c --cmd -p --eval -t'), reads: list('-S -u -s') },
  ],
  [
    'patch',
    {
      operands: 'both',
      reads: list('-i --input'),
      writes: list('-o --output -r'),
      base: list('-d --directory'),
      values: list('-p --strip -F'),
    },
  ],
  [
    'cp gcp ditto',
    {
      operands: 'copy',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('-S --suffix'),
    },
  ],
  [
    'mv gmv',
    {
      operands: 'move',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('-S --suffix'),
    },
  ],
  [
    'ln gln link',
    {
      operands: 'copy',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('-S --suffix'),
    },
  ],
  [
    'install ginstall',
    {
      operands: 'copy',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('-m --mode -o --owner -g --group -S --suffix'),
    },
  ],
  [
    'rsync',
    {
      operands: 'copy',
      values: list(
        '-e --rsh --exclude --include --filter -f --rsync-path --chmod --chown --bwlimit --timeout --port --max-size --min-size --info',
      ),
      reads: list('--files-from --exclude-from --include-from --password-file'),
      writes: list('--log-file --backup-dir -T --temp-dir'),
    },
  ],
  ['scp', { operands: 'copy', values: list('-P -o -c -l -S -J'), reads: list('-i -F') }],
  ['dd gdd', { operands: 'none', named: { if: 'read', of: 'write' } }],
  ['zip', { operands: 'archive', values: list('-x -i -P -b -n -t') }],
  ['unzip', { operands: 'first', writes: list('-d'), values: list('-x -P') }],
  ['7z 7za 7zz rar', { operands: 'read', texts: 1 }],
  [
    'gzip gunzip pigz bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress uncompress',
    { operands: 'both', values: list('-S --suffix'), writes: list('-o') },
  ],
  ['ar ranlib', { operands: 'archive', texts: 1 }],
  ['cpio', { operands: 'none', reads: list('-I -F --file'), writes: list('-O') }],
  [
    'tar gtar bsdtar',
    {
      operands: 'read',
      values: list(
        '--exclude --transform -I --use-compress-program --strip-components -H --format --owner --group --mode -b',
      ),
      reads: list('-T --files-from -X --exclude-from -f --file'),
      base: list('-C --directory --cd'),
    },
  ],
  [
    'curl',
    {
      operands: 'none',
      mark: '@',
      values: list(
        '-X --request -u --user -A --user-agent -e --referer -m --max-time -w --write-out -x --proxy --url -r --range --retry',
      ),
      reads: list(
        '-T --upload-file -K --config -d --data --data-binary --data-raw --data-ascii --data-urlencode -F --form -H --header -b --cookie -E --cert --key --cacert --netrc-file --json',
      ),
      writes: list('-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --output-dir'),
    },
  ],
  [
    'wget',
    {
      operands: 'none',
      values: list('-U --user-agent --header -t -T --user --password --method --body-data --post-data'),
      reads: list('-i --input-file --post-file --body-file --load-cookies --certificate --private-key'),
      writes: list('-O --output-document -o --output-file -a --append-output -P --directory-prefix --save-cookies'),
    },
  ],
  [
    'openssl',
    {
      operands: 'none',
      reads: list('-in -inkey -key -CAfile -CA -CAkey -certfile -kfile -config'),
      writes: list('-out -keyout -writerand'),
    },
  ],
  [
    'gpg gpg2',
    {
      operands: 'read',
      values: list('-r --recipient -u --local-user --passphrase --batch'),
      writes: list('-o --output'),
      reads: list('--passphrase-file'),
    },
  ],
  [
    'age rage',
    {
      operands: 'read',
      reads: list('-i --identity -R --recipients-file'),
      values: list('-r --recipient'),
      writes: list('-o --output'),
    },
  ],
  ['ssh-keygen', { operands: 'none', reads: list('-f') }],
  ['ssh-add', { operands: 'read', values: list('-t') }],
  ['source .', { operands: 'first' }],
  ['sh', { operands: 'first', values: list('-c -o -O +o +O'), reads: list('--rcfile --init-file') }],
  [
    'python python2 python3 pypy pypy3 node nodejs deno bun tsx php lua Rscript julia tclsh',
    { operands: 'first', values: list('-c -m -W -X -e -p --eval --print -r --require --import --loader') },
  ],
  ['iconv recode', { operands: 'read', values: list('-f -t --from-code --to-code'), writes: list('-o --output') }],
  ['split csplit', { operands: 'first', values: list('-b -l -n -a -f -C') }],
  ['pandoc', { operands: 'read', values: list('-f -t --from --to -s -M -V'), writes: list('-o --output') }],
  ['sqlite3', { operands: 'first' }],
  ['pbcopy xclip xsel wl-copy', { operands: 'read', values: list('-selection -sel -t') }],
  ['objdump nm readelf size ldd', { operands: 'read', values: list('-j -M') }],
  ['find gfind', { operands: 'none', writes: list('-fprint -fprintf -fprint0 -fls'), reads: list('-files0-from') }],
  ['xargs gxargs', { operands: 'none', reads: list('-a --arg-file') }],
  ['mail mailx mutt', { operands: 'none', reads: list('-a -A -q') }],
  ['nc ncat netcat telnet', { operands: 'none' }],
];

/** Their words are text or names; no file that they name is opened. */
const TEXT_ONLY: ReadonlySet<string> = new Set(
  list(
    'echo printf true false : test [ [[ ls ll dir cd pushd popd pwd basename dirname realpath readlink stat file du df tree which type hash man ' +
      'export alias unalias declare local set unset shift return exit sleep date kill expr seq yes say whoami id uname ssh',
  ),
);

function list(names: string): readonly string[] {
  return names.split(' ');
}

const PROGRAMS: ReadonlyMap<string, PathProgram> = new Map(
  ROWS.flatMap(([names, program]) => list(names).map((name) => [name, program] as const)),
);

/** The names that the table knows, one row each. */
export const PATH_PROGRAMS: readonly string[] = ROWS.map(([names]) => names);

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

  constructor(program: PathProgram) {
    this.#program = program;
    this.#textsLeft = program.texts ?? 0;
  }

  read(words: readonly string[], from: number): void {
    this.#words = words;
    const { named } = this.#program;
    const isTar = TARS.has(programName(words[0] ?? ''));
    this.#archiveIsWritten = isTar && words.slice(1).some((word, at) => isTarWriter(word, at));
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

  /** The place of the last word that belongs to the option. */
  #option(word: string, at: number): number {
    const { inPlace = [], insteadOfText = [], target = [] } = this.#program;
    const equals = word.indexOf('=');
    const isLong = word.startsWith('--') || this.#takes(word);
    if (isLong) {
      const name = equals === -1 ? word : word.slice(0, equals);
      if (inPlace.includes(name)) this.#isInPlace = true;
      if (insteadOfText.includes(name)) this.#textsLeft = 0;
      if (target.includes(name)) this.#hasTarget = true;
      if (!this.#takes(name)) return at;
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
        // `-i.bak`: the rest is a suffix, unless more options are meant (`perl -pie`).
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
    const { values = [], reads = [], writes = [], base = [] } = this.#program;
    return [values, reads, writes, base].some((names) => names.includes(name));
  }

  #value(name: string, at: number, before: number): void {
    const { reads = [], writes = [], base = [], mark } = this.#program;
    const word = this.#words[at];
    if (word === undefined) return;
    const text = word.slice(before);
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
    if (AWKS.has(programName(this.#words[0] ?? ''))) this.#addAwkTargets();
    return this.#found;
  }

  #accessOf(place: number, last: number): readonly PathOperand['access'][] {
    const isTarget = place === last && last > 0 && !this.#hasTarget;
    switch (this.#program.operands) {
      case 'read':
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
        return place === 0 ? READ : [];
      case 'none':
        return [];
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
  }
}

const READ: readonly PathOperand['access'][] = ['read'];
const WRITE: readonly PathOperand['access'][] = ['write'];
const BOTH: readonly PathOperand['access'][] = ['read', 'write'];

const TARS: ReadonlySet<string> = new Set(['tar', 'gtar', 'bsdtar']);
const AWKS: ReadonlySet<string> = new Set(['awk', 'gawk', 'mawk', 'nawk']);
const PLAIN_FILES: ReadonlySet<string> = new Set(
  list('-T --upload-file -K --config -b --cookie -E --cert --key --cacert --netrc-file'),
);

function isTarWriter(word: string, at: number): boolean {
  if (/^--(?:create|append|update|concatenate|catenate)$/.test(word)) return true;
  return (at === 0 ? /^-?[A-Za-z]*[cruA]/ : /^-[A-Za-z]*[cruA]/).test(word) && !word.startsWith('--');
}

/** Each subcommand of `git` that takes paths. */
const GIT: ReadonlyMap<string, PathProgram> = new Map(
  (
    [
      [
        'diff difftool blame annotate cat-file hash-object show log add stage stash archive grep apply am',
        {
          operands: 'read',
          values: list('-e -f -U -n -S -G -L --since --until --author --grep --format -m --message'),
          writes: list('-o --output'),
        },
      ],
      [
        'checkout restore rm clean reset update-index',
        { operands: 'write', values: list('-s --source -b -B --orphan -e --exclude') },
      ],
      ['mv', { operands: 'move' }],
      ['config', { operands: 'none', reads: list('-f --file') }],
    ] as readonly (readonly [string, PathProgram])[]
  ).flatMap(([names, program]) => list(names).map((name) => [name, program] as const)),
);

const GIT_VALUES: ReadonlySet<string> = new Set(
  list('-c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix'),
);

/** Where the subcommand stands, behind the options for all of them; and the directory they name. */
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
    return colon > 0 && colon < text.length - 1 ? [operand, { ...operand, before: colon + 1 }] : [operand];
  });
  return base === undefined ? found : found.map((operand) => ({ ...operand, base }));
}
