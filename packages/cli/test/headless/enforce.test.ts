import { describe, expect, test } from 'vitest';
import { script, write } from './helpers/scripts.ts';
import { type RunOptions, Workplace } from './helpers/workplace.ts';

const ENFORCED = '# lockdown\n[permissions]\nenforce = true\n';
const MODE = (mode: string) => `${ENFORCED}default_mode = "${mode}"\n`;

type Door = readonly [name: string, flags: readonly string[], options: RunOptions];

const DOORS: readonly Door[] = [
  ['--no-permissions', ['--no-permissions'], {}],
  ['--auto-allow', ['--auto-allow'], {}],
  ['CALIBAN_AUTO_ALLOW', [], { env: { CALIBAN_AUTO_ALLOW: '1' } }],
  ['--allow-dangerously-skip-permissions', ['--allow-dangerously-skip-permissions'], {}],
  ['bypassPermissions (--dangerously-skip-permissions)', ['--dangerously-skip-permissions'], {}],
  ['dontAsk (--permission-mode)', ['--permission-mode', 'dontAsk'], {}],
  ['bypassPermissions (--permission-mode)', ['--permission-mode', 'bypassPermissions'], {}],
  ['dontAsk (CALIBAN_DEFAULT_PERMISSION_MODE)', [], { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'dontAsk' } }],
  [
    'bypassPermissions (CALIBAN_DEFAULT_PERMISSION_MODE)',
    [],
    { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'bypassPermissions' } },
  ],
];

function placeWith(files: Readonly<Record<string, string>>): Workplace {
  return new Workplace({ '/script.json': script(write('b.txt')), ...files });
}

function play(place: Workplace, [, flags, options]: Door) {
  return place.run(['-p', 'go', '--model', `scripted:${place.path('/script.json')}`, ...flags], options);
}

describe('“permissions.enforce lockdown knob”', () => {
  test.each(DOORS)('%s is refused with exit 78, and the line that says so is named', async (name, flags, options) => {
    const place = placeWith({ '/managed/permissions.toml': ENFORCED });
    const { code, stdout, stderr } = await play(place, [name, flags, options]);
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain(`${name} is refused: enforce is set in ${place.path('/managed/permissions.toml')}:3`);
    expect(place.has('b.txt')).toBe(false);
  });

  test.each(['dontAsk', 'bypassPermissions'])('default_mode = "%s" in the user file is refused too', async (mode) => {
    const place = placeWith({ '~/.config/caliban/permissions.toml': MODE(mode) });
    const { code, stderr } = await play(place, ['', [], {}]);
    expect(code).toBe(78);
    expect(stderr).toContain(`${place.path('~/.config/caliban/permissions.toml')}:4`);
  });

  test.each(['~/.config/caliban/permissions.toml', '.caliban/permissions.toml'])(
    'it applies from %s, whatever others say',
    async (file) => {
      const place = placeWith({ [file]: ENFORCED });
      const others = ['.caliban/permissions.local.toml', '.caliban/permissions.toml'].filter((other) => other !== file);
      for (const other of others) place.write(other, '[permissions]\nenforce = false\n');
      const { code, stderr } = await play(place, ['', ['--auto-allow'], {}]);
      expect(code).toBe(78);
      expect(stderr).toContain(`${place.path(file)}:3`);
    },
  );

  test('“a deny of that layer cannot be lifted”', async () => {
    const deny = `${ENFORCED}[[permissions.rules]]\npattern = "Write"\naction = "deny"\n`;
    const place = placeWith({ '~/.config/caliban/permissions.toml': deny });
    expect((await play(place, ['', ['--allow', 'Write'], {}])).code).toBe(0);
    expect(place.log()).toMatchObject([{ outcome: 'deny', rule: { pattern: 'Write', layer: 'user' } }]);
    expect(place.has('b.txt')).toBe(false);
  });
});
