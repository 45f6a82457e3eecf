import { describe, expect, test } from 'vitest';
import { openEndedProgram } from '../../src/inspect/open-ended.ts';

function open(glob: string): string | null {
  const program = openEndedProgram(glob);
  return program === null ? null : [program.name, program.subcommand].filter((word) => word !== undefined).join(' ');
}

describe('globs that let a program run anything', () => {
  test.each([
    ['bash *', 'bash'],
    ['bash -c *', 'bash'],
    ["bash -lc 'git *'", 'bash'],
    ['bash -euo pipefail -c *', 'bash'],
    ['/bin/sh *', 'sh'],
    ['zsh *', 'zsh'],
    ['python* *', 'python'],
    ['python3.12 *', 'python'],
    ['python3 -c *', 'python3'],
    ['python3 -m *', 'python3'],
    ['node *', 'node'],
    ['node -e *', 'node'],
    ['node --import tsx *', 'node'],
    ['perl -ne *', 'perl'],
    ['ruby *', 'ruby'],
    ['php -r *', 'php'],
    ['awk *', 'awk'],
    ['sed -n *', 'sed'],
    ['eval *', 'eval'],
    ['source *', 'source'],
    ['. *', '.'],
    ['sudo *', 'sudo'],
    ['sudo -u root *', 'sudo'],
    ['sudo bash *', 'sudo'],
    ['env *', 'env'],
    ['env A=1 *', 'env'],
    ['env A=1 python3 *', 'env'],
    ['xargs *', 'xargs'],
    ['xargs -n 1 *', 'xargs'],
    ['timeout *', 'timeout'],
    ['timeout 5 *', 'timeout'],
    ['timeout -k 5 10 *', 'timeout'],
    ['nohup *', 'nohup'],
    ['nice -n 10 *', 'nice'],
    ['command *', 'command'],
    ['exec *', 'exec'],
    ['find *', 'find'],
    ['find . -name *', 'find'],
    ['npx *', 'npx'],
    ['npx -y *', 'npx'],
    ['npm *', 'npm exec'],
    ['npm exec *', 'npm exec'],
    ['pnpm dlx *', 'pnpm dlx'],
    ['ssh *', 'ssh'],
    ['ssh host *', 'ssh'],
    ['docker *', 'docker run'],
    ['docker run *', 'docker run'],
    ['docker exec web *', 'docker exec'],
    ['go run *', 'go run'],
    ['uv run *', 'uv run'],
    ['b*', 'bash'],
    ['no?e x', 'node'],
  ])('`%s`: %s', (glob, program) => {
    expect(open(glob)).toBe(program);
  });

  test.each([
    ['git *'],
    ['git*'],
    ['npm run *'],
    ['npm test'],
    ['bash scripts/build.sh *'],
    ['python manage.py *'],
    ['python3 -m pytest *'],
    ['node scripts/build.mjs *'],
    ['node --enable-source-maps scripts/build.mjs *'],
    ['deno run main.ts *'],
    ["awk '{print}' *"],
    ['timeout 5 git *'],
    ['env A=1 git *'],
    ['sudo systemctl status *'],
    ['sudo -u www git *'],
    ['npx prettier *'],
    ['docker ps *'],
    ['docker compose logs *'],
    ['go test *'],
    ['bash -c "make"'],
    ['sudo rm \\*'],
    ['rm *'],
  ])('`%s` is pinned down', (glob) => {
    expect(open(glob)).toBe(null);
  });
});
