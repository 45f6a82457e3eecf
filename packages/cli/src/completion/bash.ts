import { caseLines } from './case-lines.ts';
import type { Completion } from './completions.ts';

/** May be sourced any number of times. */
export function bashScript(completions: readonly Completion[]): string {
  return `# caliban completion for bash: source <(caliban completion bash)
_caliban() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path='' flags='' words='' values=''
  (( COMP_CWORD > 1 )) && path="\${COMP_WORDS[1]}"
  [[ $path == perms ]] && (( COMP_CWORD > 2 )) && path="perms \${COMP_WORDS[2]}"
  [[ $path == -* ]] && path=''
  # To bash, \`--flag=value\` is three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]] && (( COMP_CWORD > 2 )); then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
${caseLines(completions)}
  # An empty answer leaves it to the shell, which offers files.
  COMPREPLY=()
  if [[ $values == FILES || $values == TEXT ]]; then
    return
  elif [[ -n $values ]]; then
    COMPREPLY=( $(compgen -W "$values" -- "$cur") )
  elif [[ $cur == -* ]]; then
    COMPREPLY=( $(compgen -W "$flags" -- "$cur") )
  else
    COMPREPLY=( $(compgen -W "$words" -- "$cur") )
  fi
}
complete -o default -F _caliban caliban
`;
}
