import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { QUICK_FLAGS } from '../../packages/cli/dist/hook/quick-flags.js';
import { forgetPacked, HOOK_INPUTS, runSample, sampleHome } from './samples.mjs';

/**
 * Every file becomes one that loads it, and those that most processes read get what V8 makes of them put beside them, so that it is
 * made once and not at every start. Another version of Node throws it away and compiles as ever.
 */
export async function withBytecode(bundle) {
  const names = readdirSync(bundle)
    .filter((file) => file.endsWith('.cjs'))
    .map((file) => file.slice(0, -'.cjs'.length));
  for (const name of names) asFunction(bundle, name);
  writeFileSync(`${bundle}import.cjs`, 'module.exports=(file)=>import(file);');
  writeLoaders(bundle, names);
  const home = await sampleHome();
  try {
    const recording = ['-r', fileURLToPath(new URL('record-bytecode.cjs', import.meta.url))];
    for (const { flags = [], args, input, as, first = false } of BYTECODE_SAMPLES) {
      if (first) forgetPacked(home);
      runSample([...flags, ...recording, `${bundle}caliban.cjs`, ...args], { home, input, env: { RECORDED_AS: as } });
      // The next begins with the bytecode of those before and adds to it.
      writeLoaders(bundle, names);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Such text cannot import, so another file does. */
function asFunction(bundle, name) {
  const text = readFileSync(`${bundle}${name}.cjs`, 'utf8')
    .replace(/^#!.*/, '')
    .replaceAll(/\bimport\(/g, 'require("./import.cjs")(');
  writeFileSync(`${bundle}${name}.code`, `(function(exports,require,module,__filename,__dirname){${text}\n})`);
}

/** In the place of each file, what loads it; how long it and its bytecode are stands in there. */
function writeLoaders(bundle, names) {
  const lengthOf = (file) => (existsSync(file) ? statSync(file).size : 0);
  const sizes = names.map((name) => {
    const lengths = ['code', PLAIN, QUICK].map((suffix) => lengthOf(`${bundle}${name}.${suffix}`));
    return ` ./${name}.cjs ${lengths.join(' ')} `;
  });
  const loader = readFileSync(new URL('load-prepared.cjs', import.meta.url), 'utf8')
    .replace("const SIZES = ''", `const SIZES = '${sizes.join('')}'`)
    .replace('QUICK_FLAG', JSON.stringify(QUICK_FLAGS[0]));
  for (const name of names)
    writeFileSync(
      `${bundle}${name}.cjs`,
      loader.replace('START', () => startOf(bundle, name)),
    );
}

/** What is shorter than the way to it stands in the loader itself. */
function startOf(bundle, name) {
  const code = readFileSync(`${bundle}${name}.code`, 'utf8');
  return code.length < SHORT ? `run('./${name}.cjs', module, ${code})` : `load('./${name}.cjs', module)`;
}

const SHORT = 1000;

const [PLAIN, QUICK] = ['bytecode', 'quick-bytecode'];

/** The functions that these use are the ones that are kept compiled. */
const HOOK_SAMPLES = [
  { args: ['hook', 'claude-code'], input: HOOK_INPUTS.plain, first: true },
  { args: ['hook', 'claude-code'], input: HOOK_INPUTS.plain },
  { args: ['hook', 'claude-code'], input: HOOK_INPUTS.compound },
  { args: ['hook', 'codex'], input: HOOK_INPUTS.plain },
];
const BYTECODE_SAMPLES = [
  ...HOOK_SAMPLES.map((sample) => ({ ...sample, as: PLAIN })),
  { args: ['perms', 'test', 'Bash', 'git push origin main'], input: '', as: PLAIN },
  ...HOOK_SAMPLES.map((sample) => ({ ...sample, as: QUICK, flags: QUICK_FLAGS })),
];
