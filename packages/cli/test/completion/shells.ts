import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bashScript } from '../../src/completion/bash.ts';
import { completions } from '../../src/completion/completions.ts';
import { fishScript } from '../../src/completion/fish.ts';
import { zshScript } from '../../src/completion/zsh.ts';

/** A shell that can be asked what it would offer at the end of a line. */
export type Shell = {
  readonly name: string;
  /** How the script gets into it. */
  readonly by: 'source' | 'fpath';
  readonly script: () => string;
  /** Prints one line for each of its arguments: what is offered, between blanks. */
  readonly driver: string;
  readonly flags: readonly string[];
};

/** What bash has split: `=` stands alone. */
const BASH = `
source ./_caliban; source ./_caliban
for line; do
  read -ra COMP_WORDS <<< "\${line//=/ = }"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
  COMPREPLY=()
  _caliban
  echo "\${COMPREPLY[@]}"
done`;

/** Presses the key in a shell that believes to sit at a terminal. */
const zsh = (setUp: string) => `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=''; PS2=''; ${setUp}"
zpty -w z 'offered() {
  compadd() { local -a got; builtin compadd -O got "$@"; print -rn -- "OFFER<$got>"; builtin compadd "$@" }
  zle complete-word
}; zle -N offered; bindkey "^T" offered'
zpty -w z 'done_() { print -r -- "D""ONE"; BUFFER=; zle accept-line }; zle -N done_; bindkey "^]" done_; print RE""ADY'
zpty -r -m z out '*READY*'
for line; do
  zpty -w -n z "$line"$'\\x14\\x1d'
  zpty -r -m z out '*DONE*'
  offer=''
  while [[ $out == *OFFER\\<* ]]; do
    out="\${out#*OFFER<}"
    offer="$offer \${out%%>*}"
  done
  print -r -- $offer
done
zpty -d z`;

const FISH = `
source ./_caliban; source ./_caliban
for line in $argv
    echo (complete -C $line | string replace -r '\\t.*' '')
end`;

export const SHELLS: readonly Shell[] = [
  { name: 'bash', by: 'source', script: () => bashScript(completions()), driver: BASH, flags: ['--norc'] },
  {
    name: 'zsh',
    by: 'source',
    script: () => zshScript(completions()),
    driver: zsh('autoload -Uz compinit; compinit -D -u; source ./_caliban; source ./_caliban'),
    flags: ['-f'],
  },
  {
    name: 'zsh',
    by: 'fpath',
    script: () => zshScript(completions()),
    driver: zsh('fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u'),
    flags: ['-f'],
  },
  { name: 'fish', by: 'source', script: () => fishScript(completions()), driver: FISH, flags: ['--no-config'] },
];

export function isInstalled({ name }: Shell): boolean {
  return spawnSync(name, ['--version']).status === 0;
}

/** For each line, the words that are offered, in alphabetical order. */
export function offersOf({ name, script, driver, flags }: Shell, lines: readonly string[]): readonly string[][] {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-completion-'));
  try {
    writeFileSync(join(directory, '_caliban'), script());
    writeFileSync(join(directory, 'driver'), driver);
    writeFileSync(join(directory, 'rules.toml'), '');
    const { stdout, stderr, status } = spawnSync(name, [...flags, 'driver', ...lines], {
      cwd: directory,
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env.PATH, HOME: directory, TERM: 'dumb', LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0 || stderr !== '') throw new Error(`${name} ended with ${status}: ${stderr}`);
    return stdout.split('\n', lines.length).map((line) => [...new Set(line.match(/\S+/g))].sort());
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
