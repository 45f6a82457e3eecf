// The program as it is shipped, in packages/cli/dist/bundle: what tsc compiled, put together so that a process starts fast.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { prepareFiles } from './bundle/prepare-files.mjs';
import { asciiOnly, loadingLate, requiring } from './bundle/rewrite.mjs';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));
const CLI = `${PACKAGES}cli/dist/`;
const BUNDLE = `${CLI}bundle/`;
const PAGE = `${PACKAGES}cli/page/static/`;
/** Put together beside the old one, which others may be running. */
const DRAFT = `${CLI}bundle-${process.pid}/`;
const STAMP = '.build';

/** Started for every call of another agent: everything in one file, because the less there is to open, the sooner it answers. */
const HOOK = `${CLI}hook/main.js`;
/** What the first of them after a change of the rules needs beside. */
const FIRST_RUN = `${CLI}hook/policy-from-files.js`;
/** The grammar is a third of our code and takes a tenth of a start to load; a command of plain words needs none of it. */
const SHELL = `${PACKAGES}calls/dist/shell/analyse-command-line.js`;
const LATE_SHELL = '\0late-shell';
/** Libraries of these wait at their top level, which CommonJS cannot; all else is CommonJS, because that starts a quarter sooner. */
const HEAVY = ['/packages/agent/', '/packages/tui/', '/@modelcontextprotocol/'];
/** Development React leaks memory with every frame and is slow. Ink prints a warning on the screen if `DEV` is set. */
const PRODUCTION = { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' };

const build = buildName();
if (!existsSync(BUNDLE + STAMP) || readFileSync(BUNDLE + STAMP, 'utf8') !== build) {
  try {
    await bundleAll();
    rmSync(BUNDLE, { recursive: true, force: true });
    renameSync(DRAFT, BUNDLE);
  } finally {
    rmSync(DRAFT, { recursive: true, force: true });
  }
}

async function bundleAll() {
  mkdirSync(DRAFT, { recursive: true });
  const esm = await heavyCommands();
  await bundle({ shell: SHELL }, { apart: [] });
  await bundle({ hook: HOOK }, { apart: [SHELL, ...esm], together: [HOOK, FIRST_RUN] });
  const together = [`${CLI}program.js`, `${CLI}commands/perms/test.js`];
  await bundle({ caliban: `${CLI}main.js` }, { apart: [SHELL, HOOK, ...esm], together });
  const input = Object.fromEntries(esm.map((file) => [basename(file, '.js'), file]));
  await bundle(input, { format: 'es', apart: esm });
  await bundlePage();
  prepareFiles(DRAFT, build);
  writeFileSync(DRAFT + STAMP, build);
}

/** `apart`: modules with a bundle of their own. `together`: all that is loaded with one of these stands in one file. */
async function bundle(input, { format = 'cjs', apart, together = [] }) {
  const [name] = Object.keys(input);
  if (name === undefined) return;
  const suffix = format === 'cjs' ? 'cjs' : 'mjs';
  const bundled = await rolldown({ ...common(apart), input });
  const { output } = await bundled.generate({
    format,
    entryFileNames: `[name].${suffix}`,
    chunkFileNames: `${name}-[name].${suffix}`,
    codeSplitting: { groups: [...(await groupsOf(together, apart)), ...hostGroups(name)] },
    minify: true,
  });
  for (const { fileName, code } of withoutFacade(output, name)) {
    writeFileSync(DRAFT + fileName, asciiOnly(format === 'cjs' ? loadingLate(requiring('./hook.cjs', code)) : code));
  }
}

/** What `caliban serve` gives to a browser: one script, and files as they are. */
async function bundlePage() {
  const bundled = await rolldown({ input: `${CLI}browser/main.js`, platform: 'browser' });
  await bundled.write({ file: `${DRAFT}page.js`, format: 'es', minify: true });
  for (const name of readdirSync(PAGE)) copyFileSync(PAGE + name, `${DRAFT}${name}`);
}

/** An entry that only loads the file in which everything stands gives way to it. */
function withoutFacade(output, name) {
  const [main, entry] = [`${name}-main.cjs`, `${name}.cjs`];
  if (!output.some(({ fileName }) => fileName === main)) return output;
  return output
    .filter(({ fileName }) => fileName !== entry)
    .map(({ fileName, code }) => ({
      fileName: fileName === main ? entry : fileName,
      code: code.replaceAll(main, entry),
    }));
}

/** The first takes what several of them load. */
async function groupsOf(together, apart) {
  const groups = [];
  for (const [index, input] of together.entries()) {
    const modules = await modulesOf(input, apart);
    groups.push({
      name: basename(input, '.js'),
      priority: together.length - index + 1,
      test: (id) => modules.has(id) || isRuntime(id),
    });
  }
  return groups;
}

/** What is left of other agents' code. A hook loads that of its own agent; the commands that need any of it need most of it. */
function hostGroups(name) {
  const late = `${PACKAGES}adapters/dist/hosts/`;
  const isLate = (id) => id.startsWith(late) && !/\/(?:host|registry|places|host-setup)\.js$/.test(id);
  if (name !== 'hook') return [{ name: 'hosts', test: isLate }];
  const hosts = readdirSync(late).filter((host) => existsSync(`${late}${host}/host.js`));
  return [
    {
      name: 'host-setups',
      priority: 1,
      test: (id) => isLate(id) && /setup|plugin|hooks-are-off/.test(id.slice(late.length)),
    },
    ...hosts.map((host) => ({ name: host, priority: 0, test: (id) => isLate(id) && id.startsWith(`${late}${host}/`) })),
  ];
}

/** The bundler's own helpers must not lie in a file that nobody else wants. */
function isRuntime(id) {
  return id.includes('rolldown/runtime');
}

/** All that is loaded with a module. */
async function modulesOf(input, apart) {
  const bundled = await rolldown({ ...common(apart), input });
  const { output } = await bundled.generate({ format: 'es' });
  return loadedWith(output[0], output);
}

function loadedWith(entry, output) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set([entry]);
  for (const chunk of loaded) for (const name of chunk.imports) if (chunks.has(name)) loaded.add(chunks.get(name));
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

/** The commands that run the agent, draw, or speak to MCP servers. */
async function heavyCommands() {
  const directory = `${CLI}commands/`;
  const files = readdirSync(directory).filter((name) => name.endsWith('.js'));
  const bundled = await rolldown({ ...common([]), input: files.map((name) => directory + name) });
  const { output } = await bundled.generate({ format: 'es' });
  const isHeavy = (id) => HEAVY.some((part) => id.includes(part));
  return output
    .filter((chunk) => chunk.isEntry && [...loadedWith(chunk, output)].some(isHeavy))
    .map(({ facadeModuleId }) => facadeModuleId);
}

function common(apart) {
  return {
    platform: 'node',
    onLog: (level, log, print) => (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT' ? undefined : print(level, log)),
    // A native library finds its files by their place. Ink names the other one and never loads it.
    external: ['@anthropic-ai/sandbox-runtime', 'fs-native-extensions', 'libsql', 'react-devtools-core'],
    plugins: [bundledApart(apart)],
    transform: {
      define: { ...PRODUCTION, CALIBAN_VERSION: JSON.stringify(version()), CALIBAN_BUILD: JSON.stringify(build) },
    },
  };
}

/** Leads imports of what is bundled apart there. All bundles stand side by side. */
function bundledApart(apart) {
  return {
    name: 'bundled-apart',
    async resolveId(specifier, importer, options) {
      if (importer === undefined) return null;
      if (importer === LATE_SHELL) return { id: specifier, external: true };
      const found = await this.resolve(specifier, importer, { ...options, skipSelf: true });
      if (found === null) return null;
      if (!apart.includes(found.id)) return found;
      if (found.id === SHELL) return LATE_SHELL;
      return { id: found.id === HOOK ? './hook.cjs' : `./${basename(found.id, '.js')}.mjs`, external: true };
    },
    load: (id) => (id === LATE_SHELL ? lateShell() : null),
  };
}

/** The grammar by its one function, loaded with the first command that needs it. */
function lateShell() {
  return 'export const analyseCommandLine = (...given) => require("./shell.cjs").analyseCommandLine(...given);';
}

function version() {
  return JSON.parse(readFileSync(`${PACKAGES}cli/package.json`, 'utf8')).version;
}

/** One name for everything that goes in: our compiled packages, what they depend on, and how it is put together. */
function buildName() {
  const hash = createHash('sha256');
  const scripts = ['bundle.mjs', ...readdirSync(new URL('bundle', import.meta.url)).map((name) => `bundle/${name}`)];
  const given = scripts.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  given.push(`${PACKAGES}../package-lock.json`, `${PACKAGES}cli/package.json`);
  given.push(...readdirSync(PAGE).map((name) => PAGE + name));
  for (const file of [...given, ...compiledFiles()]) hash.update(basename(file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function compiledFiles() {
  return readdirSync(PACKAGES)
    .map((name) => `${PACKAGES}${name}/dist/`)
    .filter(existsSync)
    .flatMap((dist) => readdirSync(dist, { recursive: true }).map((file) => dist + file))
    .filter((file) => file.endsWith('.js') && !file.startsWith(`${CLI}bundle`))
    .sort();
}
