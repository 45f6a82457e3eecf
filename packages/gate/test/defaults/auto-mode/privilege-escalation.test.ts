import { describe, expect, test } from 'vitest';
import { PRIVILEGE_ESCALATION } from '../../../src/defaults/auto-mode/privilege-escalation.ts';
import { knows } from './tried.ts';

const escalates = knows(PRIVILEGE_ESCALATION);

describe('privilege-escalation', () => {
  test.each([
    'sudo ls',
    'sudo -n true',
    'su',
    'su - root -c id',
    'doas reboot',
    'pkexec id',
    'run0 id',
    '/usr/bin/sudo ls',
    's""udo ls',
    "$'sudo' ls",
    'FOO=1 sudo ls',
    'ls && sudo ls',
    'echo "$(sudo cat x)"',
    'env FOO="a b" sudo ls',
    'timeout -k 5 10 sudo ls',
    'nohup sudo ls &',
    'nice env nohup setsid stdbuf -oL timeout 5 sudo ls',
    `${'true; '.repeat(5000)}env sudo ls`,
    'xargs -n1 sudo rm',
    "bash -c 'sudo ls'",
    `bash -lc "env sh -c 'sudo ls'"`,
    'find . -exec sudo rm {} ;',
    "find . -exec sudo rm {} ';'",
    'chmod u+s ./x',
    'chmod 4755 x',
    'setcap cap_net_raw+ep x',
    'docker run -v /:/host alpine',
    'docker run --privileged alpine',
    'usermod -aG docker me',
    'sg docker "docker ps"',
    'newgrp docker',
    'setpriv --reuid 0 id',
    'nsenter -t 1 -m sh',
    'env s$@udo ls',
    'X=sudo; $X ls',
    'X="sudo -n"; $X ls',
    '${X:-sudo} ls',
    '$(which sudo) ls',
    '"$(dirname x)/sudo" ls',
    "$SHELL -c 'sudo ls'",
  ])('knows `%s`', (command) => {
    expect(escalates(command)).toBe(true);
  });

  test.each([
    'echo sudo',
    'grep -rn sudo docs',
    'man sudo',
    'which sudo',
    'git commit -m "no sudo needed"',
    'cat sudo.md',
    './pseudo run',
    'npm run su',
    'xargs grep sudo',
    'chmod 755 x',
    'chmod +x run.sh',
    'chmod 0644 x',
    'docker run -v /srv/x:/x alpine',
    'make install # sudo make install',
    'X=ls; $X sudo',
    '$(which man) sudo',
  ])('spares `%s`', (command) => {
    expect(escalates(command)).toBe(false);
  });
});
