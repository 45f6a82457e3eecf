import { absolutePath } from '@caliban/calls';
import { parsePattern, type Rule } from '@caliban/gate';
import { type ConfinementContext, confinedGlobs, confinement, type Disk } from '@caliban/gate/confinement';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryDisk } from '../../../gate/test/confinement/memory-disk.ts';
import { claudeCodeSandbox } from '../../src/hosts/claude-code/sandbox.ts';
import { codexSandbox } from '../../src/hosts/codex/sandbox.ts';
import type { CompiledSandbox, HostSandbox, SandboxScope } from '../../src/hosts/sandbox/host-sandbox.ts';

const FILES = [
  '/home/me/.ssh/id',
  '/home/me/.ssh/known_hosts',
  '/home/me/repo/.env',
  '/home/me/repo/prod/a',
  '/home/me/repo/prod/free/b',
  '/home/me/repo/src/a.pem',
  '/home/me/repo/.caliban/x',
  '/srv/shared/a',
];

const CONTEXT: ConfinementContext = {
  ...{ workspace: absolutePath('/home/me/repo'), home: absolutePath('/home/me'), temporary: [absolutePath('/tmp')] },
  ...{ ownPaths: [absolutePath('/home/me/repo/.caliban')], disk: memoryDisk(FILES) as unknown as Disk },
};

function compiled(sandbox: HostSandbox, written: string, scope: SandboxScope): CompiledSandbox {
  const rules = written
    .split('; ')
    .filter((text) => text !== '')
    .map((text): Rule => {
      const [action = '', ...pattern] = text.split(' ');
      const parsed = parsePattern(pattern.join(' '));
      if (!parsed.ok) throw new Error(parsed.error.message);
      return { action: action as Rule['action'], pattern: parsed.value, source: { layer: 'user' } };
    });
  const { workspace, temporary } = CONTEXT;
  const [profile, globs] = [confinement(rules, CONTEXT), confinedGlobs(rules, CONTEXT)];
  return sandbox.compile({ profile, globs, workspace, temporary, home: absolutePath('/home/me'), scope });
}

const SSH = 'allow Read:~/.ssh/known_hosts; deny Read:~/.ssh/**';

describe('Claude Code', () => {
  const OWN = '~/repo/.caliban';

  test.each<
    [rules: string, scope: SandboxScope, filesystem: Record<string, readonly string[]>, lost: readonly string[]]
  >([
    ['', 'project', { denyWrite: [OWN] }, []],
    [SSH, 'project', { denyRead: ['~/.ssh'], allowRead: ['~/.ssh/known_hosts'], denyWrite: [OWN] }, []],
    [SSH, 'user', { denyRead: ['~/.ssh'], allowRead: ['~/.ssh/known_hosts'] }, ['a project, and']],
    [
      'deny Read:*.pem',
      'project',
      { denyRead: ['~/repo/src/a.pem', '~/repo/**/*.pem'], denyWrite: [OWN] },
      ['appears after'],
    ],
    ['deny Write:*.pem', 'project', { denyWrite: [OWN, '~/repo/src/a.pem'] }, ['appears after', 'no wildcards']],
    ['deny Read:.env', 'user', {}, ['appears after', 'a project, and', 'a project, and']],
    ['deny Write:prod/**', 'project', { denyWrite: [OWN, '~/repo/prod'] }, []],
    [
      'allow Write:prod/free/**; deny Write:prod/**',
      'project',
      { denyWrite: [OWN, '~/repo/prod'] },
      ['nothing inside a read-only directory'],
    ],
    ['allow Write:/srv/shared/**', 'project', { allowWrite: ['/srv/shared'], denyWrite: [OWN] }, []],
    ['deny Write', 'project', { denyWrite: ['~/repo'] }, ['temporary files']],
  ])('`%s`, scope %s', (rules, scope, filesystem, lost) => {
    const { text, lost: said } = compiled(claudeCodeSandbox, `${rules}${rules === '' ? '' : '; '}deny WebFetch`, scope);
    const empty = { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] };
    expect(JSON.parse(text).filesystem).toEqual({ ...empty, ...filesystem });
    expect(said.map(({ why }) => why)).toEqual(lost.map((part) => expect.stringContaining(part)));
  });

  test.each<[rules: string, scope: SandboxScope, network: object, lost: readonly string[]]>([
    ['', 'user', { allowedDomains: [], deniedDomains: [] }, ['asks about each']],
    ['deny WebFetch', 'user', { allowedDomains: [], deniedDomains: ['*'], strictAllowlist: true }, []],
    ['deny WebFetch', 'project', { allowedDomains: [], deniedDomains: ['*'] }, []],
    ['deny WebFetch(domain:a.test)', 'project', { allowedDomains: [], deniedDomains: ['a.test'] }, ['asks about each']],
    [
      'allow WebFetch(domain:a.test); deny WebFetch',
      'user',
      { allowedDomains: ['a.test'], deniedDomains: [], strictAllowlist: true },
      [],
    ],
    [
      'allow WebFetch(domain:a.test); deny WebFetch',
      'project',
      { allowedDomains: ['a.test'], deniedDomains: [] },
      ['--scope user'],
    ],
    [
      'allow WebFetch(domain:a.b.test); deny WebFetch(domain:*.b.test); deny WebFetch',
      'user',
      { allowedDomains: ['a.b.test'], deniedDomains: ['*.b.test'], strictAllowlist: true },
      ['a deny beats'],
    ],
    ['deny WebFetch:https://*.test/*', 'user', { allowedDomains: [], deniedDomains: ['*'] }, ['is not a name that']],
  ])('`%s`, scope %s', (rules, scope, network, lost) => {
    const { text, lost: said } = compiled(claudeCodeSandbox, rules, scope);
    expect(JSON.parse(text).network).toEqual(network);
    expect(said.map(({ why }) => why).filter((why) => !why.startsWith('it is in a project'))).toEqual(
      lost.map((part) => expect.stringContaining(part)),
    );
  });
});

describe('Codex', () => {
  const ANYWHERE = '":root" = "read"\n":tmpdir" = "write"\n":slash_tmp" = "write"\n';

  test.each<[rules: string, anywhere: string, inWorkspace: string, network: boolean, lost: readonly string[]]>([
    ['', '', '', true, []],
    [SSH, '"~/.ssh" = "none"\n', '', true, ['nothing inside a hidden directory']],
    ['deny Read:*.pem', '', '"src/a.pem" = "none"\n"**/*.pem" = "none"\n', true, ['appears after']],
    ['deny Write:*.pem', '', '"src/a.pem" = "read"\n', true, ['appears after', 'only hide']],
    ['deny Write:prod/**', '', '"prod" = "read"\n', true, []],
    ['allow Write:prod/free/**; deny Write:prod/**', '', '"prod" = "read"\n', true, []],
    ['deny Write:./new.txt', '', '', true, ['keep a name free']],
    ['allow Write:/srv/shared/**; deny WebFetch', '"/srv/shared" = "write"\n', '', false, []],
    ['deny WebFetch(domain:a.test)', '', '', false, ['network proxy']],
  ])('`%s`', (rules, anywhere, inWorkspace, network, lost) => {
    const { text, lost: said } = compiled(codexSandbox, rules, 'project');
    const [head, files = '', workspace = '', net] = text.split('\n\n');
    expect(head).toBe('default_permissions = "caliban"');
    expect(files.replace('glob_scan_max_depth = 16\n', '')).toBe(
      `[permissions.caliban.filesystem]\n${ANYWHERE}${anywhere}`.trimEnd(),
    );
    expect(
      workspace
        .split('\n')
        .slice(2)
        .filter((line) => !line.startsWith('".caliban"') && !line.includes('free'))
        .join('\n'),
    ).toBe(inWorkspace.trimEnd());
    expect(net).toBe(`[permissions.caliban.network]\nenabled = ${network}\n`);
    expect(said.map(({ why }) => why)).toEqual(lost.map((part) => expect.stringContaining(part)));
  });

  test.each([
    ['sandbox_mode = "read-only"\n', /sandbox_mode/],
    ['[sandbox_workspace_write]\nx = 1\n', /sandbox_workspace_write/],
    ['default_permissions = ":workspace"\n', /default_permissions/],
    ['[permissions.caliban.network]\nenabled = true\n', /profile `caliban`/],
  ])('names what is in the way: %j', (text, problem) => {
    const installed = codexSandbox.install(text, compiled(codexSandbox, '', 'user'));
    expect(installed.ok ? '' : installed.error).toMatch(problem);
  });
});

describe('taking it out gives the file back byte for byte', () => {
  const lines = fc.array(fc.constantFrom('model = "x"', '# a note', '', '[tools]', 'a = 1', '[[x.y]]'), {
    maxLength: 6,
  });
  const tomls = fc.tuple(lines, fc.constantFrom('', '\n')).map(([all, end]) => all.join('\n') + end);
  const jsons = fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 2, '\t'), fc.constantFrom('', '\n'))
    .map(([value, indent, end]) => JSON.stringify({ a: value, hooks: {} }, null, indent) + end);
  const rules = fc.constantFrom('', SSH, 'deny Read:*.pem; deny Write:prod/**', 'deny WebFetch');

  test.each([
    ['Claude Code', claudeCodeSandbox, fc.oneof(jsons, fc.constantFrom('{}', '{\n}\n'))],
    ['Codex', codexSandbox, tomls],
  ] as const)('%s', (_, sandbox, texts) => {
    fc.assert(
      fc.property(texts, rules, rules, (text, first, second) => {
        const installed = value(sandbox.install(text, compiled(sandbox, first, 'project')));
        expect(value(sandbox.find(installed))?.text).toBe(compiled(sandbox, first, 'project').text);
        // Again with other rules: in place of the first.
        const again = value(sandbox.install(installed, compiled(sandbox, second, 'project')));
        expect(value(sandbox.find(again))?.text).toBe(compiled(sandbox, second, 'project').text);
        expect(value(sandbox.uninstall(again))).toBe(text === '' ? null : text);
      }),
    );
  });

  test.each([
    ['Claude Code', claudeCodeSandbox],
    ['Codex', codexSandbox],
  ] as const)('%s: a file that was not there is gone again', (_, sandbox) => {
    const installed = value(sandbox.install(null, compiled(sandbox, SSH, 'project')));
    expect(value(sandbox.uninstall(installed))).toBeNull();
    const again = value(sandbox.install(installed, compiled(sandbox, '', 'project')));
    expect(value(sandbox.uninstall(again))).toBeNull();
  });
});

function value<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: string },
): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
