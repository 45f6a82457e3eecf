import { type Attack, attacks } from '../helpers/attack.ts';

const NO_ETC = ['deny Write:/etc/**', 'allow Bash'];
const INTO_OUT = ['allow Bash:cd *', 'allow Bash:ls *', 'allow Bash:echo *', 'allow Write:out/**'];

/** What a line has the shell remember: functions, values, where it stands. */
export const SHELL_MEMORY: readonly Attack[] = [
  // A function moves the shell whenever it is called.
  ...attacks('fresh', 'not-allow', NO_ETC, [
    'f() { cd /etc; }; cd /tmp && f && echo x > passwd',
    'f() { cd /etc; }; cd /tmp || exit; f; echo x > passwd',
    'g() { cd /tmp && f && echo x > passwd; }; f() { cd /etc; }; g',
    'f() { [ -z "$1" ] || { cd /tmp && f && echo x > passwd; }; cd /etc; }; f 1',
    'f() { g() { cd /etc; }; }; cd /tmp && f && g && echo x > passwd',
    "mapfile -C 'cd /etc #' -c 1 x <<< a; echo x > passwd",
  ]),
  ...attacks(
    'fresh',
    'not-allow',
    ['deny Read:~/.ssh/**', 'allow Bash'],
    ['f() { cd ~/.ssh; }; cd /tmp && f && cat < id_rsa'],
  ),
  ...attacks('fresh', 'not-allow', INTO_OUT, ['ls() { cd /etc; }; cd /repo && ls x && echo x > out/f']),
  ...attacks('fresh', 'allow', NO_ETC, [
    'f() { (cd /etc && ls); }; cd /tmp && f && echo x > passwd',
    'f() ( cd /etc && ls ); f; echo x > passwd',
    'f() { x=$(cd /etc && pwd); cd /etc | cat; cd /etc & }; f; echo x > passwd',
    'f() { cd /tmp && echo x > passwd; }; f',
    'mapfile -t x <<< a; echo x > passwd',
  ]),
  ...attacks('fresh', 'allow', INTO_OUT, ['ls() { (cd /etc); }; cd /repo && ls x && echo x > out/f']),
];
