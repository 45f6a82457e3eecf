import { chmodSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt } from '../shared/built.mjs';
import { hookAnswer, hookInput } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';

const { locate } = await importBuilt('storage', 'layers/locations');
const { openPackedPolicy } = await importBuilt('storage', 'packed/packed-policy');
const { lookAtSources, policyJustRead } = await importBuilt('storage', 'packed/policy-just-read');
const { loadRules } = await importBuilt('storage', 'layers/load-rules');

export const scenarios = [
  {
    name: 'two versions of caliban share the cache',
    expectation: 'neither believes the other; both judge right',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', rule('Bash:echo *', 'allow'));
      const options = (build) => ({
        locations: locate({ env: {}, home: world.path('home'), cwd: world.workspace, exists: () => true }),
        build,
        foldPaths: false,
        others: [],
      });
      const keep = async (build) => {
        const outlook = lookAtSources(options(build));
        const { policy } = await loadRules(options(build).locations);
        const packed = policyJustRead(policy.value, options(build), outlook);
        await packed.keep();
      };
      await keep('1.0.0');
      expect(openPackedPolicy(options('1.0.0')) !== null, 'the version that wrote it does not believe it');
      expect(openPackedPolicy(options('2.0.0')) === null, 'another version believes it');
      await keep('2.0.0');
      expect(openPackedPolicy(options('2.0.0')) !== null, 'the version that wrote it last does not believe it');
      expect(openPackedPolicy(options('1.0.0')) === null, 'the version that wrote it first believes it');
    },
  },
  ...Object.entries({
    'cut in the middle': (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
    'cut to nothing': (file) => truncateSync(file, 0),
    'filled with noise': (file) => writeFileSync(file, Buffer.alloc(9_000, 0x5a)),
    'every twentieth byte turned over': (file) => writeFileSync(file, turnedOver(readFileSync(file))),
    'open to others': (file) => chmodSync(file, 0o666),
  }).map(([name, spoil]) => ({
    name: `a pack that is ${name}`,
    expectation: 'is not believed; the answer is right',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', rule('Bash:echo *', 'allow'));
      await judged(world, 'echo hi', 'allow');
      for (const file of packsOf(world)) spoil(file);
      await judged(world, 'echo hi', 'allow');
      await judged(world, 'ls', 'ask');
    },
  })),
  {
    name: 'rules changed between two calls, fifteen times',
    expectation: 'every call is judged by the rules of that instant',
    async run(world) {
      for (let round = 0; round < 15; round++) {
        const action = ['allow', 'deny', 'ask'][round % 3];
        world.write('ws/.caliban/permissions.toml', rule('Bash:echo *', action));
        await judged(world, 'echo hi', action);
      }
    },
  },
];

function rule(pattern, action) {
  return `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`;
}

async function judged(world, command, action) {
  const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, command) });
  expectRun(result, { code: 0, stderr: /^$/ });
  const said = hookAnswer(result)?.permissionDecision;
  expect(said === action, `\`${command}\`: expected ${action}, said ${said}: ${result.stdout}`);
}

function packsOf(world) {
  const cache = world.path('home/.cache/caliban');
  const names = readdirSync(cache).filter((name) => name.endsWith('.pack'));
  expect(names.length > 0, 'nothing was packed');
  return names.map((name) => join(cache, name));
}

function turnedOver(bytes) {
  return bytes.map((byte, at) => (at % 20 === 7 ? byte ^ 0xff : byte));
}
