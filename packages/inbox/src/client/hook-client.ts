import { SENT_VARIABLES } from '../server/hook-request.ts';

/** Longer calls are judged by a hook process, so they aren't sent. */
const MAX_PAYLOAD = 16_384;

/**
 * The hook's client in bash, for `bash -p FILE PROGRAM… hook HOST [--after | --wait SECONDS]`. It sends the call to the server
 * whose files are in the directory `serve` beside it, and prints an answer that begins with the reply token. In every other case
 * it starts the program with exactly the same call on standard input. It also runs in macOS's bash 3.2.
 *
 * It must not change a variable that someone has exported, because the program inherits it: hence the names.
 */
export const HOOK_CLIENT: string = `# The warm hook of caliban, written by \`caliban install --warm\`: asks the server of this user, else starts the hook.
unset NODE_EXTRA_CA_CERTS
trap '' PIPE
caliban_flag= caliban_host=\${!#}
case $caliban_host in
--after) caliban_flag=--after caliban_at=$(($# - 1)) caliban_host=\${!caliban_at} ;;
*[!0-9]*) ;;
*) caliban_flag=--wait caliban_at=$(($# - 2)) caliban_host=\${!caliban_at} ;;
esac

caliban_ask() {
  caliban_file=\${0%/*}/serve/hook
  [[ -O $caliban_file ]] && IFS=' ' read -r caliban_pid caliban_port caliban_token caliban_reply <"$caliban_file" &&
    [[ -n $caliban_reply ]] && kill -0 "$caliban_pid" && cd -P . || return
  caliban_variables=()
  for caliban_name in ${SENT_VARIABLES.join(' ')} "\${!CALIBAN_@}"; do
    [[ -z \${!caliban_name+x} ]] || caliban_variables+=("$caliban_name=\${!caliban_name}")
  done
  {
    printf '%s\\0' 'caliban-hook 1' "$caliban_token" "$caliban_host" "$caliban_flag" "$PWD" "\${caliban_variables[@]}" '' >&3 &&
      compgen -e >&3 && printf '\\0%s\\0' "$caliban_payload" >&3 &&
      IFS=' ' read -r -t 2 caliban_got caliban_code <&3 &&
      [[ $caliban_got == "$caliban_reply" && $caliban_code == [0-9]* ]] &&
      IFS= read -r -d '' -t 1 caliban_out <&3 && IFS= read -r -d '' -t 1 caliban_err <&3
  } 3<>"/dev/tcp/127.0.0.1/$caliban_port"
}

# 1: all of it is there. 0: it is longer, or has a NUL, which no variable holds. Else it did not begin in time. A time limit costs a system
# call for each byte, so only the first has one: an agent that writes its call closes the pipe, or ends, and then the pipe is closed too.
IFS= read -r -d '' -t 2 -n 1 caliban_payload
caliban_read=$?
if [[ $caliban_read == 0 && -n $caliban_payload ]]; then
  IFS= read -r -d '' -n ${MAX_PAYLOAD - 1} caliban_rest
  caliban_read=$?
  caliban_payload+=$caliban_rest
fi
if [[ $caliban_read == 1 && -n $caliban_payload ]] && caliban_ask 2>/dev/null; then
  printf %s "$caliban_err" >&2
  [[ -z $caliban_out ]] || printf %s "$caliban_out" || {
    echo 'caliban did not allow the call: standard output is closed' >&2
    exit 2
  }
  exit "$caliban_code"
fi
{
  printf %s "$caliban_payload"
  if [[ $caliban_read != 1 ]]; then
    [[ $caliban_read != 0 || \${#caliban_payload} == ${MAX_PAYLOAD} ]] || printf '\\0'
    cat
  fi
} 2>/dev/null | "$@" --cold
exit
`;
