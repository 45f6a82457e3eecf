import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Files that are read by most processes get what V8 makes of them put beside them, so that it is made once and not at every start.
 * Another version of Node throws it away and compiles as ever.
 */
export function withBytecode(bundle) {
  for (const name of PREPARED) if (existsSync(`${bundle}${name}.cjs`)) prepare(bundle, name);
  const scratch = mkdtempSync(join(tmpdir(), 'caliban-bundle-'));
  try {
    for (const sample of samples(scratch)) runSample(bundle, scratch, sample);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const PREPARED = ['hook', 'hook-policy-from-files', 'shell', 'caliban-program', 'caliban-test'];

/** The file becomes one that loads its own text together with the bytecode. Such text cannot import, so another file does. */
function prepare(bundle, name) {
  const file = `${bundle}${name}.cjs`;
  const text = readFileSync(file, 'utf8').replaceAll(/\bimport\(/g, 'require("./import.cjs")(');
  writeFileSync(`${bundle}${name}.code`, `(function(exports,require,module,__filename,__dirname){${text}\n})`);
  writeFileSync(`${bundle}import.cjs`, 'module.exports=(file)=>import(file);');
  writeFileSync(file, readFileSync(new URL('load-prepared.cjs', import.meta.url)));
}

/** What a day looks like: the functions that these use are the ones that are kept compiled. The last to use a file has the say. */
function samples(scratch) {
  const call = (command) =>
    JSON.stringify({
      ...{ session_id: 's', transcript_path: '/t', cwd: scratch, permission_mode: 'default' },
      ...{
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command, description: 'd' },
        tool_use_id: 't',
      },
    });
  return [
    { args: ['hook.cjs', 'claude-code'], input: call('git status && make test 2>&1 | tail -5') },
    { args: ['caliban.cjs', 'perms', 'test', 'Bash', 'git push origin main'], input: '' },
    { args: ['hook.cjs', 'claude-code'], input: call('git push origin main') },
  ];
}

function runSample(bundle, scratch, { args: [program, ...args], input }) {
  const directory = join(scratch, '.config/caliban');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'permissions.toml'), RULES);
  const record = fileURLToPath(new URL('record-bytecode.cjs', import.meta.url));
  spawnSync(process.execPath, ['-r', record, bundle + program, ...args], {
    input,
    cwd: scratch,
    env: { PATH: process.env.PATH, HOME: scratch },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

const RULES = `[[permissions.rules]]
pattern = "Bash:git status"
action = "allow"

[[permissions.rules]]
pattern = "Bash:~rm -rf *"
action = "deny"

[[permissions.rules]]
pattern = "Bash:git push *"
action = "ask"

[[permissions.rules]]
pattern = "Edit:src/**"
action = "allow"
`;
