import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanPlace, Outcome } from './clean-place.ts';

/** Of each file that a process loaded: whether there was bytecode, and whether V8 took it. */
type Used = Readonly<Record<string, 'used' | 'rejected' | 'none'>>;

type Start = { readonly cwd: string; readonly input: string };

/** Starts a program and tells what of its bytecode was used. The bytecode is of its own, because the preload is a flag too. */
export function usedBytecode(place: CleanPlace) {
  const preload = join(place.home, 'note-used.cjs');
  writeFileSync(preload, NOTE_USED);
  return async (
    [node, ...flags]: readonly string[],
    args: readonly string[],
    start: Start,
  ): Promise<Outcome & { readonly used: Used }> => {
    const outcome = await place.run(node as string, [...flags, '-r', preload, ...args], start);
    return { ...outcome, used: JSON.parse(readFileSync(join(place.home, 'used.json'), 'utf8')) as Used };
  };
}

const NOTE_USED = `
const vm = require('node:vm');
const { Script } = vm;
const used = {};
vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    const name = require('node:path').basename(options.filename, '.code');
    used[name] = options.cachedData === undefined ? 'none' : this.cachedDataRejected ? 'rejected' : 'used';
  }
};
const note = () => require('node:fs').writeFileSync(__dirname + '/used.json', JSON.stringify(used));
const { reallyExit } = process;
process.reallyExit = (code) => { note(); reallyExit.call(process, code); };
process.on('exit', note);
`;
