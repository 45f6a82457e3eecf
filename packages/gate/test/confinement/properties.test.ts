import { type AbsolutePath, absolutePath, describeCall } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { confinedAt } from '../../src/confinement/confined-at.ts';
import { confinement } from '../../src/confinement/confinement.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judgeAddedDirectories } from '../../src/filter/added-directories.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Action, Rule } from '../../src/types/rule.ts';
import { memoryDisk } from './memory-disk.ts';

const WORKSPACE = absolutePath('/home/u/w');
const HOME = absolutePath('/home/u');
const TEMPORARY = absolutePath('/tmp');
/** Directories beside the workspace: none, one elsewhere, one in the home directory. */
const added = fc.constantFrom([], [absolutePath('/srv')], [absolutePath('/home/u/b'), absolutePath('/srv')]);

const NAMES = ['a', 'b', 'c.key', '.env', '.ssh', 'id_rsa'];
const DIRECTORIES = ['/home/u/w', '/home/u', '/tmp', '/home', '/srv', '/home/u/b'];

const name = fc.constantFrom(...NAMES);
const file = fc
  .tuple(fc.constantFrom(...DIRECTORIES), fc.array(name, { minLength: 1, maxLength: 3 }))
  .map(([directory, names]) => `${directory}/${names.join('/')}`);
const segment = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 2, arbitrary: fc.constantFrom('*', '**', '*.key', '.*', '?', '{a,b}') },
);
const glob = fc
  .tuple(
    fc.constantFrom('', './', '~/', '/home/u/', '/srv/', '/home/*/', '/tmp/'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/**'),
  )
  .map(([start, segments, end]) => start + segments.join('/') + end);
const pattern = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom('Read', 'Write', 'Edit', 'Read|Write'), glob)
      .map(([tool, spec]) => `${tool}:${spec}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('@secrets', '@read-only', 'Read:@secrets', 'Bash:x *', 'Grep:a') },
);
const ruleList = fc.array(fc.tuple(fc.constantFrom<Action>('allow', 'deny', 'ask'), pattern), { maxLength: 6 });
const files = fc.uniqueArray(file, { minLength: 1, maxLength: 12 });
const links = fc.array(fc.tuple(file, fc.oneof(file, fc.constantFrom(...DIRECTORIES))), { maxLength: 2 });

const RUNS = { numRuns: runs(200) };

describe('what confinement leaves open agrees with what the rules say of Read and Write', () => {
  test('without links, the same, unless a note says how it differs', () => {
    fc.assert(
      fc.property(ruleList, files, added, (written, paths, beside) => {
        const { judged, confined, notes } = compare(written, paths, beside);
        for (const path of judged.keys()) {
          const [wanted, got] = [judged.get(path), confined.get(path)];
          for (const access of ['read', 'write'] as const) {
            if (wanted?.[access] === got?.[access]) continue;
            const effect = wanted?.[access] === true ? 'tighter' : 'looser';
            // Nothing can be written where nothing may be seen.
            if (access === 'write' && effect === 'tighter' && wanted?.read === false) continue;
            expect({ path, access, effect, notes }).toEqual({
              path,
              access,
              effect,
              notes: expect.arrayContaining([effect]),
            });
          }
        }
      }),
      RUNS,
    );
  });

  test('with links, never looser without a note', () => {
    fc.assert(
      fc.property(ruleList, files, links, added, (written, paths, linked, beside) => {
        const all = [...paths, ...linked.map(([from, to]) => `${from} -> ${to}`)];
        const { judged, confined, notes } = compare(written, all, beside);
        for (const [path, wanted] of judged) {
          const got = confined.get(path);
          const looser = (!wanted.read && got?.read === true) || (!wanted.write && got?.write === true);
          if (looser)
            expect({ path, wanted, got, notes }).toEqual({
              path,
              wanted,
              got,
              notes: expect.arrayContaining(['looser']),
            });
        }
      }),
      RUNS,
    );
  });
});

type Access = { readonly read: boolean; readonly write: boolean };

function compare(
  written: readonly (readonly [Action, string])[],
  paths: readonly string[],
  beside: readonly AbsolutePath[],
) {
  const usable = paths.filter((path) => {
    const own = path.split(' -> ')[0] as string;
    return !paths.some((other) => other.startsWith(`${own}/`) || (other !== path && other.split(' -> ')[0] === own));
  });
  const disk = memoryDisk([...usable.filter((path) => !isInsideLink(path, usable)), '/tmp/', '/home/u/w/', '/srv/']);
  const rules = written.flatMap(([action, text]): Rule[] => {
    const parsed = parsePattern(text);
    return parsed.ok ? [{ pattern: parsed.value, action, source: { layer: 'user' } }] : [];
  });
  const plan = confinement([...rules, ...DEFAULT_RULES], {
    ...{ workspace: WORKSPACE, home: HOME, temporary: [TEMPORARY], ownPaths: [], disk },
    added: () => beside.map((path) => ({ path, ownPaths: [] })),
  });
  const context = { workspace: WORKSPACE, addedDirectories: beside, home: HOME, realPath: disk.realPath };
  const book = createRuleBook(rules);
  const judgeThere = judgeAddedDirectories((call) => judge(book, call));
  const verdict = (tool: string, path: AbsolutePath) => {
    const { action, because } = judgeThere(describeCall({ tool, input: { path }, context }));
    return because.kind === 'no-rule' ? 'none' : action;
  };
  const judged = new Map<AbsolutePath, Access>();
  const confined = new Map<AbsolutePath, Access>();
  for (const path of disk.files) {
    const isOpen = [WORKSPACE, TEMPORARY, ...beside].some((root) => pathBelow(path, root) !== null);
    const [read, write, edit] = [verdict('Read', path), verdict('Write', path), verdict('Edit', path)];
    const isEditable = edit === 'none' || edit === 'allow';
    judged.set(path, {
      read: read === 'none' || read === 'allow',
      write: (write === 'allow' || (write === 'none' && isOpen)) && isEditable,
    });
    const { readable, writable } = confinedAt(plan, path);
    confined.set(path, { read: readable, write: writable });
  }
  const said = rules.map(({ action, pattern: one }) => `${action} ${formatPattern(one)}`);
  return { judged, confined, said, notes: plan.inexpressible.map(({ effect }) => effect) };
}

function isInsideLink(path: string, all: readonly string[]): boolean {
  return all.some((other) => other.includes(' -> ') && path.startsWith(`${other.split(' -> ')[0]}/`));
}
