import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Every file becomes one that loads it, with what V8 makes of it once the user's own Node has made that. */
export function prepareFiles(bundle, build) {
  const names = readdirSync(bundle)
    .filter((file) => file.endsWith('.cjs'))
    .map((file) => file.slice(0, -'.cjs'.length));
  const texts = new Map(names.map((name) => [name, asFunction(readFileSync(`${bundle}${name}.cjs`, 'utf8'))]));
  const sizes = [...texts].map(([name, text]) => ` ./${name}.cjs ${text.length} `);
  const loader = readFileSync(new URL('load-prepared.cjs', import.meta.url), 'utf8')
    .replace("const SIZES = ''", `const SIZES = '${sizes.join('')}'`)
    .replace('`BUILD ', `\`${build} `);
  for (const [name, text] of texts) {
    writeFileSync(`${bundle}${name}.code`, text);
    writeFileSync(
      `${bundle}${name}.cjs`,
      loader.replace('START', () => startOf(name, text)),
    );
  }
  writeFileSync(`${bundle}import.cjs`, 'module.exports=(file)=>import(file);');
  copyFileSync(fileURLToPath(new URL('keep-bytecode.cjs', import.meta.url)), `${bundle}keep-bytecode.cjs`);
}

/** Such text cannot import, so another file does. */
function asFunction(code) {
  const text = code.replace(/^#!.*/, '').replaceAll(/\bimport\(/g, 'require("./import.cjs")(');
  return `(function(exports,require,module,__filename,__dirname){${text}\n})`;
}

/** What is shorter than the way to it stands in the loader itself. */
function startOf(name, text) {
  return text.length < SHORT ? `run('./${name}.cjs', module, ${text})` : `load('./${name}.cjs', module)`;
}

const SHORT = 1000;
