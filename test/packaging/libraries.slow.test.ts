import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CleanPlace, MINUTE, ROOT } from './helpers/clean-place.ts';

const LIBRARIES = ['calls', 'gate', 'storage', 'agent', 'adapters', 'tui'];
const WITH_EXAMPLE = ['calls', 'gate', 'storage', 'agent', 'adapters'];

const place = new CleanPlace();
const project = place.directory('project');

beforeAll(async () => {
  await place.pack(...LIBRARIES);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  await place.npmInstall(project, ...LIBRARIES.map((name) => place.tarball(name)));
}, 3 * MINUTE);
afterAll(() => place.remove(), MINUTE);

test.each(LIBRARIES)('%s: what runs, its types and its papers are packed, nothing else', async (name) => {
  const files = await place.contents(name);
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']));
  const others = files.filter((file) => !/^dist\/.*(\.js|\.d\.ts)$/.test(file));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
});

test.each([...LIBRARIES, 'cli'])('the licence of %s is the one of the repository', (name) => {
  expect(readFileSync(`${ROOT}packages/${name}/LICENSE`, 'utf8')).toBe(readFileSync(`${ROOT}LICENSE`, 'utf8'));
});

test('the examples of their READMEs compile against the types they ship', { timeout: 4 * MINUTE }, async () => {
  for (const name of WITH_EXAMPLE) writeFileSync(join(project, `${name}.ts`), `${exampleOf(name)}\nexport {};\n`);
  writeFileSync(join(project, 'tui.ts'), TUI_EXAMPLE);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compiled = await place.run(process.execPath, [tsc, '-p', '.'], { cwd: project });
  expect(compiled).toEqual({ stdout: '', stderr: '', exit: 0 });
});

test.each([
  ['calls', "[ 'recursive-deletion', 'dangerous' ]\n[ 'cat a', 'sh' ]\n"],
  ['gate', ''],
  ['storage', ''],
  ['agent', '1 message so far\n'],
  ['adapters', '"permissionDecision":"ask"'],
  ['tui', 'false\n'],
])('the example of %s runs', async (name, output) => {
  const ran = await place.run(process.execPath, [`out/${name}.js`], { cwd: project });
  expect(ran).toEqual({ stdout: expect.stringContaining(output), stderr: '', exit: 0 });
});

function exampleOf(name: string): string {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(`${ROOT}packages/${name}/README.md`, 'utf8')) ?? [];
  if (code === undefined) throw new Error(`packages/${name}/README.md shows no example`);
  return code;
}

const TUI_EXAMPLE = "import { canDraw } from '@caliban/tui';\nconsole.log(canDraw(process, {}));\n";

/** Strict, and the libraries' own types are checked too. */
const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2023', module: 'NodeNext', strict: true, exactOptionalPropertyTypes: true, outDir: 'out' },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], lib: ['ES2023'] },
  },
  include: ['*.ts'],
};
