import { type Attack, attack, attacks } from '../helpers/attack.ts';

const GIT = ['allow Bash:git *'];

/** H1: what a person would not see, a rule does not allow either. */
export const HUMAN: readonly Attack[] = [
  ...attacks('H1', 'not-allow', GIT, [
    'git status \u202e txt.exe',
    'git status \u2066x\u2069',
    'git status\u001b[2K',
    'git status\u0000',
    'git status\rrm x',
    'git status \u0007',
    '\u200bgit status',
    'git\u00a0status',
  ]),
  attack('H1', 'allow', GIT, 'git commit -m "größer, 漢字, 👍"'),
];
