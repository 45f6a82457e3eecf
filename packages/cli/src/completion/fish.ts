import type { CompletedFlag, Completion } from './completions.ts';

/** May be sourced any number of times: it begins by forgetting. */
export function fishScript(completions: readonly Completion[]): string {
  return [
    '# caliban completion for fish: caliban completion fish | source',
    'complete -c caliban -e',
    'complete -c caliban -f',
    ...completions.flatMap((one) => [
      ...one.words.map((word) => line(one.path, `-a ${word}${aboutOf(one, word, completions)}`)),
      ...one.flags.map((flag) => line(one.path, flagPart(flag))),
    ]),
    '',
  ].join('\n');
}

function line(path: string, rest: string): string {
  return `complete -c caliban -n '${condition(path)}' ${rest}`;
}

function condition(path: string): string {
  const [command, verb] = path.split(' ');
  if (command === '' || command === undefined) return '__fish_use_subcommand';
  if (verb !== undefined) return `__fish_seen_subcommand_from ${command}; and __fish_seen_subcommand_from ${verb}`;
  return command === 'perms'
    ? 'test (count (commandline -opc)) -eq 2; and __fish_seen_subcommand_from perms'
    : `__fish_seen_subcommand_from ${command}`;
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
