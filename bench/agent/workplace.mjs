import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A workspace with a thousand rules and a script that makes one call a turn. */
export function makeWorkplace(scratch, { turns, rules }) {
  const workspace = join(scratch, 'ws');
  const config = join(scratch, 'config/caliban');
  mkdirSync(join(workspace, '.git'), { recursive: true });
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(config, { recursive: true });
  writeFileSync(join(workspace, 'src/lamp.js'), "export function lamp() {\n  return 'on';\n}\n".repeat(20));
  writeFileSync(join(config, 'permissions.toml'), Array.from({ length: rules }, (_, at) => ruleText(at)).join('\n'));
  const replies = Array.from({ length: turns }, (_, at) => ({ tool_uses: [callOf(at)] }));
  const script = join(scratch, 'script.json');
  writeFileSync(script, JSON.stringify([...replies, { text: 'Done.' }]));
  return {
    workspace,
    script,
    env: { XDG_CONFIG_HOME: join(scratch, 'config'), XDG_STATE_HOME: join(scratch, 'state') },
  };
}

/** None of them matches a call of the script, so that every call has to get past all of them. */
function ruleText(at) {
  const patterns = [
    `Bash:tool${at} run *`,
    `Bash:~deploy --stage=${at} `,
    `Write:packages/part${at}/**`,
    `Read:secrets/${at}/*.pem`,
    `WebFetch:https://host${at}.test/*`,
    `mcp__server${at}__*`,
  ];
  const action = ['allow', 'deny', 'ask'][at % 3];
  return `[[permissions.rules]]\npattern = ${JSON.stringify(patterns[at % patterns.length])}\naction = "${action}"\n`;
}

function callOf(at) {
  switch (at % 10) {
    case 0:
      return { name: 'Bash', input: { command: `test -f src/lamp.js && head -n ${(at % 7) + 1} src/lamp.js | wc -l` } };
    case 1:
    case 2:
      return { name: 'Write', input: { path: `out/${at % 50}.txt`, content: `${at}\n` } };
    case 3:
      return { name: 'Grep', input: { pattern: 'return', path: 'src' } };
    default:
      return { name: 'Read', input: { path: 'src/lamp.js', offset: (at % 20) + 1, limit: 5 } };
  }
}
