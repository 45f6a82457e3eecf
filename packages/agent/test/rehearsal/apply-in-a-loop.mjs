// A program to be killed: rehearses a command, applies it and takes it back, again and again. Arguments: a scratch directory, and which
// command to begin with.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appliedCommands, createRehearsals, finishJournals, undoCommand } from '@caliban/agent/rehearsal';
import { realDisk } from '@caliban/agent/sandbox';
import { findShell } from '@caliban/agent/tools';
import { absolutePath, describeCall } from '@caliban/calls';

const [place] = process.argv.slice(2);
const workspace = join(place, 'home/repo');
const directory = join(place, 'home/.local/state/caliban/rehearsals');
const shell = findShell();
const rehearsals = createRehearsals({
  context: {
    workspace: absolutePath(workspace),
    home: absolutePath(join(place, 'home')),
    temporary: [],
    ownPaths: [absolutePath(dirname(directory))],
    disk: realDisk((path) => path),
  },
  rules: () => [],
  ...{ directory, shell, env: { PATH: process.env.PATH }, maxOutputChars: 1000 },
});

await finishJournals(directory);
for (;;) {
  for (const { id } of appliedCommands(directory)) {
    process.stdout.write('u');
    await undoCommand(directory, id);
  }
  const call = describeCall({
    tool: 'Bash',
    input: {
      command: 'rm -r d; mkdir d; for i in 1 2 3 4 5 6 7 8; do echo new > d/$i; done; rm a; mkdir a; echo x > a/b',
    },
    context: { workspace: absolutePath(workspace), shell: shell.dialect },
    origin: {},
  });
  process.stdout.write('r');
  const said = await rehearsals.rehearse(
    { call, verdict: { action: 'ask', because: { kind: 'no-rule' } } },
    new AbortController().signal,
  );
  if (said.kind === 'impossible') process.stdout.write(`\n${said.why}\n`);
  process.stdout.write('a');
  await rehearsals.take(call)?.apply();
  if (existsSync(join(place, 'stop'))) process.exit(0);
}
