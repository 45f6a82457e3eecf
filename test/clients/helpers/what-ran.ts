import { chmodSync } from 'node:fs';
import { calls } from '../../../packages/agent/test/providers/wire-reply.ts';
import type { Agent, Use } from './client.ts';
import { ClientPlace } from './client-place.ts';
import { SENSITIVE, SHIMS, shimMarks } from './first-day-calls.ts';
import { ModelServer } from './model-server.ts';
import { isNewIn } from './obeys-the-rules.ts';

/** A call of the model, and what its result says if it really ran. */
export type Probe = {
  readonly name: string;
  readonly use: (place: ClientPlace) => Use;
  readonly marks: readonly string[];
};

/** A client with the settings it comes with. */
export type FirstDayClient = Agent & {
  readonly files: (origin: string, place: ClientPlace) => Readonly<Record<string, string>>;
  readonly command: (place: ClientPlace) => readonly string[];
  /** Where its own rules refuse, in a run without a terminal, what ours allow: the mode in which they don't. */
  readonly openCommand?: FirstDayClient['command'];
  /** Undefined: it has no tool that reads a file. */
  readonly reads: ((path: string) => Use) | undefined;
};

export function commandProbe({ runs }: Agent, line: string): Probe {
  return { name: line, use: () => runs(line), marks: shimMarks(line) };
}

export function readProbes({ reads }: FirstDayClient): readonly Probe[] {
  if (reads === undefined) return [];
  return SENSITIVE.map((path) => ({
    name: `read ${path}`,
    use: (place) => reads(place.path(path)),
    marks: [secretIn(path)],
  }));
}

/** Puts one call after the other to the client's model, and gives back the names of those that ran. */
export async function whatRan(
  client: FirstDayClient,
  probes: readonly Probe[],
  prepare: (place: ClientPlace) => void = () => {},
): Promise<readonly string[]> {
  const ran: string[] = [];
  for (let from = 0; from < probes.length; ) from += await oneRun(client, probes.slice(from), prepare, ran);
  return ran;
}

/** A client may end the run at a question, so the rest is put to a new one. Returns how many calls are settled. */
async function oneRun(
  client: FirstDayClient,
  probes: readonly Probe[],
  prepare: (place: ClientPlace) => void,
  ran: string[],
): Promise<number> {
  const place = firstDayPlace();
  const model = await ModelServer.start(
    client.protocol,
    probes.map(({ use }, index) => calls([`call_${index}`, ...use(place)])),
  );
  try {
    for (const [path, content] of Object.entries(client.files(model.origin, place))) place.write(path, content);
    prepare(place);
    const finished = await place.run(client.command(place), {
      ...client.env(model.origin),
      SHELL: place.path('/shell/bash'),
      BASH_ENV: place.path('~/.bashrc'),
    });
    if (model.requests.length === 0) throw new Error(`the client made no request: ${finished.stderr}`);
    // What a run was doing when its time was over is put to the next one.
    const settled = Math.min(model.requests.length - (finished.timedOut ? 1 : 0), probes.length);
    if (settled === 0) throw new Error('one call took longer than a run may take');
    for (const [index, { name, marks }] of probes.slice(0, settled).entries())
      if (marks.some((mark) => isNewIn(model.requests, index + 1, mark))) ran.push(name);
    return settled;
  } finally {
    await model.close();
    place.remove();
  }
}

/** A small Node project, a home with secrets in it, and programs that do nothing. */
function firstDayPlace(): ClientPlace {
  const place = new ClientPlace({
    'README.md': '# Project\n',
    'src/index.ts': '// TODO\nexport {};\n',
    'package.json': JSON.stringify({
      name: 'project',
      scripts: { test: 'node --test', build: 'tsc', lint: 'eslint .' },
    }),
    'package-lock.json': '{}\n',
    ...Object.fromEntries(SENSITIVE.map((file) => [file, `${secretIn(file)}\n`])),
  });
  for (const name of SHIMS) writeProgram(place, `/shims/${name}`, `echo "was-called: ${name} $*"`);
  // Only the shell that runs a call finds them: clients use some of these programs themselves.
  const path = `export PATH='${place.path('/shims')}':"$PATH"`;
  writeProgram(place, '/shell/bash', `${path}\nexec /bin/bash "$@"`);
  for (const file of ['~/.bash_profile', '~/.bashrc', '~/.profile']) place.write(file, `${path}\n`);
  return place;
}

function writeProgram(place: ClientPlace, path: string, script: string): void {
  place.write(path, `#!/bin/sh\n${script}\n`);
  chmodSync(place.path(path), 0o755);
}

function secretIn(path: string): string {
  return `secret-of-${path.replaceAll(/\W+/g, '-')}`;
}
