import { caseLines } from './case-lines.ts';
import type { Completion } from './completions.ts';

/** May be sourced any number of times, or put into a directory of `fpath` as `_caliban`. */
export function zshScript(completions: readonly Completion[]): string {
  return `#compdef caliban
# caliban completion for zsh: source <(caliban completion zsh)
_caliban() {
  emulate -L zsh
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" path_='' flags='' operands='' values=''
  (( CURRENT > 2 )) && path_="\${words[2]}"
  [[ $path_ == perms ]] && (( CURRENT > 3 )) && path_="perms \${words[3]}"
  [[ $path_ == -* ]] && path_=''
  [[ $cur == --*=* ]] && { prev="\${cur%%=*}"; compset -P '*=' }
${caseLines(completions, { path: 'path_', words: 'operands' })}
  if [[ $values == FILES ]]; then
    _files
  elif [[ $values == TEXT ]]; then
    return 0
  elif [[ -n $values ]]; then
    compadd -- \${=values}
  elif [[ $cur == -* ]]; then
    compadd -- \${=flags}
  else
    compadd -- \${=operands}
  fi
}
if [[ \${funcstack[1]-} == _caliban ]]; then
  # Loaded by the completion itself, which waits for an answer.
  _caliban "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
  compdef _caliban caliban
fi
`;
}
