import { type LoadedRules, loadRules, type PermissionSettings } from '@caliban/storage';
import { describe, expect, test } from 'vitest';
import { resolveSettings, type Settings, type StartFlags, type StartProblem } from '../../src/policy/settings.ts';

const MANAGED = { layer: 'managed', file: '/m/permissions.toml', line: 2 } as const;
const USER = { layer: 'user', file: '/u/permissions.toml', line: 3 } as const;

const LOCATIONS = {
  workspace: '/repo',
  layers: [],
  stateDirectory: '/state/caliban',
  cacheDirectory: '/cache',
  home: '/h',
  env: {},
};

describe('the mode: flag, environment, file, default', () => {
  test.each<[Start, Settings['mode']]>([
    [{}, { value: 'default', from: 'built-in' }],
    [{ files: { defaultMode: { ...USER, value: 'plan' } } }, { value: 'plan', from: '/u/permissions.toml:3' }],
    [
      { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'auto' }, files: { defaultMode: { ...USER, value: 'plan' } } },
      { value: 'auto', from: 'CALIBAN_DEFAULT_PERMISSION_MODE' },
    ],
    [{ env: { CALIBAN_DEFAULT_PERMISSION_MODE: '' } }, { value: 'default', from: 'built-in' }],
    [
      { flags: { permissionMode: 'acceptEdits' }, env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'nonsense' } },
      { value: 'acceptEdits', from: '--permission-mode' },
    ],
    [{ flags: { noPermissions: true } }, { value: 'disabled', from: '--no-permissions' }],
    [
      { flags: { permissionMode: 'bypassPermissions', unlockBypass: true } },
      { value: 'bypassPermissions', from: '--permission-mode' },
    ],
    [{ flags: { permissionMode: 'dontAsk' } }, { value: 'dontAsk', from: '--permission-mode' }],
  ])('%j → %j', async (start, mode) => {
    expect(await resolved(start)).toMatchObject({ ok: true, value: { mode } });
  });
});

describe('what is refused', () => {
  const enforce = { enforce: { ...MANAGED, value: true } };
  const because = 'is refused: enforce is set in /m/permissions.toml:2; start without it';

  test.each<[Start, StartProblem]>([
    [{ flags: { noPermissions: true }, files: enforce }, configuration(`--no-permissions ${because}`)],
    [{ flags: { autoAllow: true }, files: enforce }, configuration(`--auto-allow ${because}`)],
    [{ env: { CALIBAN_AUTO_ALLOW: '1' }, files: enforce }, configuration(`CALIBAN_AUTO_ALLOW ${because}`)],
    [
      { flags: { unlockBypass: true }, files: enforce },
      configuration(`--allow-dangerously-skip-permissions ${because}`),
    ],
    [
      { flags: { permissionMode: 'bypassPermissions' }, files: enforce },
      configuration(`bypassPermissions (--permission-mode) ${because}`),
    ],
    [
      { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'bypassPermissions' }, files: enforce },
      configuration(`bypassPermissions (CALIBAN_DEFAULT_PERMISSION_MODE) ${because}`),
    ],
    [
      { files: { ...enforce, defaultMode: { ...USER, value: 'bypassPermissions' } } },
      configuration(
        'bypassPermissions (/u/permissions.toml:3) is refused: enforce is set in /m/permissions.toml:2; write another default_mode in /u/permissions.toml:3, or start with --permission-mode default',
      ),
    ],
    [{ flags: { permissionMode: 'dontAsk' }, files: enforce }, configuration(`dontAsk (--permission-mode) ${because}`)],
    // Every door at once is told at once.
    [
      { flags: { noPermissions: true, unlockBypass: true }, env: { CALIBAN_AUTO_ALLOW: 'true' }, files: enforce },
      configuration(
        `--no-permissions ${because}`,
        `CALIBAN_AUTO_ALLOW ${because}`,
        `--allow-dangerously-skip-permissions ${because}`,
      ),
    ],
    // Bypass needs its latch, enforce or not.
    [
      { flags: { permissionMode: 'bypassPermissions' } },
      configuration(
        'bypassPermissions (--permission-mode) needs --allow-dangerously-skip-permissions; add it, or start in another mode',
      ),
    ],
    [
      { flags: { noPermissions: true, hasRules: true, autoAllow: true } },
      {
        kind: 'usage',
        messages: [
          '--no-permissions means no rules at all; leave out --allow, --deny and --ask',
          '--no-permissions asks no one; leave out --auto-allow',
        ],
      },
    ],
    [
      { flags: { noPermissions: true }, env: { CALIBAN_AUTO_ALLOW: '1' } },
      { kind: 'usage', messages: ['--no-permissions asks no one; unset CALIBAN_AUTO_ALLOW'] },
    ],
    [
      { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'yolo' } },
      configuration(
        'CALIBAN_DEFAULT_PERMISSION_MODE says `yolo`, which is not a mode; the modes are default, acceptEdits, plan, auto, dontAsk, bypassPermissions',
      ),
    ],
    [{ env: { CALIBAN_AUTO_ALLOW: 'maybe' } }, configuration('CALIBAN_AUTO_ALLOW is `maybe`; write 1 or 0')],
  ])('%j', async (start, problem) => {
    expect(await resolved(start)).toEqual({ ok: false, error: problem });
  });

  test.each<[Start]>([
    [{ files: { enforce: { ...MANAGED, value: false } }, flags: { noPermissions: true } }],
    [{ files: enforce, flags: { permissionMode: 'auto' } }],
    [
      {
        files: { ...enforce, defaultMode: { ...USER, value: 'dontAsk' as const } },
        flags: { permissionMode: 'default' },
      },
    ],
    [{ files: enforce, flags: { permissionMode: 'acceptEdits', disableAutoMode: true } }],
    [{ env: { CALIBAN_AUTO_ALLOW: '0' }, files: enforce }],
    [{ env: { CALIBAN_AUTO_ALLOW: '0' }, flags: { noPermissions: true } }],
  ])('but not %j', async (start) => {
    expect(await resolved(start)).toMatchObject({ ok: true });
  });
});

test('audit settings come with who said so', async () => {
  const files = { auditLog: { ...MANAGED, value: 'required' as const }, auditKeep: { ...USER, value: 3 } };
  expect(await resolved({ files })).toMatchObject({
    value: {
      audit: {
        log: { value: 'required', from: '/m/permissions.toml:2' },
        file: '/state/caliban/permission-decisions.jsonl',
        maxBytes: { value: 104_857_600, from: 'built-in' },
        keep: { value: 3, from: '/u/permissions.toml:3' },
      },
    },
  });
});

test('a file that does not load stops everything, --no-permissions too', async () => {
  const loaded: LoadedRules = {
    policy: { ok: false, error: [{ file: '/u/permissions.toml', line: 1, column: 2, message: 'broken' }] },
    warnings: [],
    tests: [],
    files: [],
  };
  const flags = { ...NO_FLAGS, noPermissions: true };
  expect(resolveSettings({ flags, env: {}, loaded, locations: LOCATIONS })).toEqual({
    ok: false,
    error: configuration('/u/permissions.toml:1:2: broken'),
  });
});

type Start = {
  readonly flags?: Partial<StartFlags>;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: PermissionSettings;
};

const NO_FLAGS: StartFlags = {
  permissionMode: undefined,
  noPermissions: false,
  autoAllow: false,
  disableAutoMode: false,
  unlockBypass: false,
  startInBypass: false,
  hasRules: false,
};

async function resolved({ flags = {}, env = {}, files = {} }: Start) {
  const loaded = await loadRules(LOCATIONS);
  if (!loaded.policy.ok) throw new Error('there are no files to fail');
  const policy = { ok: true as const, value: { ...loaded.policy.value, settings: files } };
  return resolveSettings({
    flags: { ...NO_FLAGS, ...flags },
    env,
    loaded: { ...loaded, policy },
    locations: LOCATIONS,
  });
}

function configuration(...messages: string[]): StartProblem {
  return { kind: 'configuration', messages };
}
