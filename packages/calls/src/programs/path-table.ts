/** What a program does with its operands. */
type Use =
  | 'read'
  | 'write'
  | 'both'
  /** The last is written, the others are read. */
  | 'copy'
  /** The same, and the others are removed. */
  | 'move'
  /** The first is read, the second written. */
  | 'in-out'
  /** The first is written, the others are read. */
  | 'archive'
  /** The first is read; what happens with the rest isn't known. */
  | 'first'
  | 'none';

export type PathProgram = {
  readonly operands: Use;
  /** This many operands before them are text: a pattern, a mode. */
  readonly texts?: number;
  /** With one of these options no operand is text. */
  readonly insteadOfText?: readonly string[];
  /**
   * Options whose value is text, is read, is written, or is a directory to work in. Treating text as a file is harmless, treating
   * a file as text isn't: so this lists only options that always take a value, and shift the operands.
   */
  readonly values?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly base?: readonly string[];
  /** With one of these options, files that are read are written too. */
  readonly inPlace?: readonly string[];
  /** With one of these, the last operand isn't a target: `cp -t dir a b`. */
  readonly target?: readonly string[];
  /** Words such as `if=x`. */
  readonly named?: Readonly<Record<string, 'read' | 'write'>>;
  /** Some of its words are code, which may open any file. */
  readonly takesCode?: true;
  /** The value of a read option is a file only after this mark: `-d @x`. */
  readonly mark?: string;
};

type PathRow = readonly [names: string, program: PathProgram];

/** One row for each family of programs. */
export const PATH_ROWS: readonly PathRow[] = [
  [
    'cat tac nl more most bat batcat rev od xxd hexdump hd strings base64 base32 basenc gbase64 zcat bzcat xzcat zstdcat gzcat zless zmore ' +
      'head tail cut paste fold fmt expand unexpand column pr look tsort ptx objdump nm readelf size ldd pbcopy xclip xsel wl-copy',
    { operands: 'read' },
  ],
  ['date gdate', { operands: 'read', values: list('-d --date -s --set'), reads: list('-f --file -r --reference') }],
  ['man', { operands: 'read' }],
  ['less', { operands: 'read', writes: list('-o -O --log-file --LOG-FILE') }],
  [
    'wc cksum sum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum b3sum xxhsum',
    { operands: 'read', reads: list('--files0-from') },
  ],
  [
    'sort gsort',
    {
      operands: 'read',
      writes: list('-o --output'),
      reads: list('--files0-from --random-source'),
    },
  ],
  ['uniq', { operands: 'in-out', values: list('-f -s -w --skip-fields --skip-chars --check-chars') }],
  [
    'comm join diff colordiff sdiff diff3 cmp wdiff delta icdiff difft',
    { operands: 'read', writes: list('-o --output') },
  ],
  [
    'grep egrep fgrep ggrep zgrep bzgrep xzgrep rgrep',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-e --regexp -f --file'),
      values: list('-e --regexp -A -B -C -m --max-count --include --exclude --exclude-dir --label -d -D'),
      reads: list('-f --file'),
    },
  ],
  [
    'rg',
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
    'ag ack ugrep',
    {
      operands: 'read',
      texts: 1,
      insteadOfText: list('-e --regexp -f --file'),
      values: list('-e --regexp -A -B -C -m'),
      reads: list('-f --file'),
    },
  ],
  [
    'sed gsed',
    {
      takesCode: true,
      operands: 'read',
      texts: 1,
      insteadOfText: list('-e --expression -f --file'),
      values: list('-e --expression'),
      reads: list('-f --file'),
      inPlace: list('-i --in-place'),
    },
  ],
  [
    'awk gawk mawk nawk',
    {
      takesCode: true,
      operands: 'read',
      texts: 1,
      insteadOfText: list('-f --file'),
      values: list('-F --field-separator -v --assign -e --source'),
      reads: list('-f --file -i --include'),
    },
  ],
  ['perl ruby', { takesCode: true, operands: 'read', values: list('-e -E -I -M -m -r'), inPlace: list('-i') }],
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
  ['rm unlink rmdir shred srm trash trash-put gio rimraf mkdir mkfifo', { operands: 'write' }],
  // The mode is treated as a file: `+x`, `u+x` and `-b` can't be distinguished from one in every program.
  ['chmod chown chgrp setfacl chattr', { operands: 'write', reads: list('--reference') }],
  ['dos2unix unix2dos prettier gofmt black', { operands: 'both' }],
  ['ed red', { operands: 'both', values: list('-p') }],
  [
    'ex vi vim nvim view nano pico emacs emacsclient micro hx kak joe code subl',
    { operands: 'both', values: list('-c --cmd --eval') },
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
      values: list('--suffix'),
    },
  ],
  [
    'mv gmv',
    {
      operands: 'move',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('--suffix'),
    },
  ],
  [
    'ln gln link',
    {
      operands: 'copy',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('--suffix'),
    },
  ],
  [
    'install ginstall',
    {
      operands: 'copy',
      target: list('-t --target-directory'),
      writes: list('-t --target-directory'),
      values: list('-m --mode -o --owner -g --group --suffix'),
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
  ['gzip gunzip pigz bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress uncompress', { operands: 'both' }],
  ['ar ranlib', { operands: 'both' }],
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
      values: list('-r --recipient -u --local-user --passphrase'),
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
    'python python2 python3 pypy pypy3 php lua Rscript julia tclsh',
    { operands: 'first', values: list('-c -W -X -e -r') },
  ],
  [
    'node nodejs',
    {
      operands: 'first',
      values: list('-e -p --eval --print -r --require --import --loader'),
      reads: list('--env-file --env-file-if-exists'),
    },
  ],
  ['iconv recode', { operands: 'read', values: list('-f -t --from-code --to-code'), writes: list('-o --output') }],
  ['split csplit', { operands: 'first', values: list('-b -l -n -a -f -C') }],
  ['pandoc', { operands: 'read', values: list('-f -t --from --to -M -V'), writes: list('-o --output') }],
  ['sqlite3', { operands: 'first' }],
  ['find gfind', { operands: 'none', writes: list('-fprint -fprintf -fprint0 -fls'), reads: list('-files0-from') }],
  ['tree', { operands: 'none', writes: list('-o') }],
  ['file', { operands: 'none', reads: list('-f --files-from -m') }],
  ['xargs gxargs', { operands: 'none', reads: list('-a --arg-file') }],
  ['mail mailx mutt', { operands: 'none', reads: list('-a -A -q') }],
  ['nc ncat netcat telnet', { operands: 'none' }],
];

/** Their words are text or names; they open none of the files they name. */
export const TEXT_ONLY: readonly string[] = list(
  'echo printf true false : test [ [[ ls ll dir cd pushd popd pwd basename dirname realpath readlink stat du df which type hash ' +
    'export alias unalias declare local set unset shift return exit sleep kill expr seq yes say whoami id uname ssh',
);

/** The same for each subcommand of `git` that takes paths. */
export const GIT_ROWS: readonly PathRow[] = [
  [
    'diff difftool blame annotate cat-file hash-object show log add stage archive grep apply am',
    {
      operands: 'read',
      values: list('-U -S -G -L --since --until --author --grep --format --message'),
      writes: list('-o --output'),
    },
  ],
  [
    'checkout restore rm clean reset update-index',
    { operands: 'write', values: list('-s --source -b -B --orphan -e --exclude') },
  ],
  ['mv', { operands: 'move' }],
  ['stash', { operands: 'both', values: list('-m --message') }],
  ['bundle', { operands: 'write', texts: 1 }],
  ['config', { operands: 'none', reads: list('-f --file') }],
];

function list(names: string): readonly string[] {
  return names.split(' ');
}
