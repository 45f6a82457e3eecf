import type { CompletedFlag, Completion } from './completions.ts';

/** May be sourced any number of times: it first removes the earlier completions. */
export function fishScript(completions: readonly Completion[]): string {
  return [
    '# caliban completion for fish: caliban completion fish | source',
    'complete -c caliban -e',
    'complete -c caliban -f',
    WHERE,
    ...completions.flatMap((one) => [
      ...one.words.map((word) => line(one.path, `-a ${word}${aboutOf(one, word, completions)}`)),
      ...one.flags.map((flag) => line(one.path, flagPart(flag))),
    ]),
    '',
  ].join('\n');
}

/** The command is the first word after assignments; a later word of the same name is something else. */
const WHERE = `function __caliban_at
    set -l typed (commandline -opc)
    while string match -qr '^\\w+=' -- "$typed[1]"
        set -e typed[1]
    end
    set -l path "$typed[2]"
    string match -q -- '-*' "$path"; and set path ''
    test "$path" = perms; and test (count $typed) -ge 3; and set path "perms $typed[3]"
    test "$path" = "$argv"
end`;

function line(path: string, rest: string): string {
  return `complete -c caliban -n '${`__caliban_at ${path}`.trimEnd()}' ${rest}`;
}

function aboutOf({ path }: Completion, word: string, all: readonly Completion[]): string {
  const about = all.find((one) => one.path === (path === '' ? word : `${path} ${word}`))?.about;
  return about === undefined ? '' : ` -d ${quoted(about)}`;
}

function flagPart({ name, about, value }: CompletedFlag): string {
  const flag = `-l ${name} -d ${quoted(about)}`;
  switch (value) {
    case 'none':
      return flag;
    case 'file':
      return `${flag} -r -F`;
    case 'text':
      return `${flag} -x`;
  }
  return `${flag} -x -a ${quoted(value.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
