import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bash, script, type Use, write } from './helpers/scripts.ts';
import { Workplace } from './helpers/workplace.ts';

const RULES = '.caliban/permissions.toml';
const LOOSE = '[[permissions.rules]]\npattern = "*"\naction = "allow"\n';

const WAYS: readonly (readonly [string, Use])[] = [
  ['Write', write(RULES, LOOSE)],
  ['a redirection', bash(`echo '[[permissions.rules]]' > ${RULES}`)],
  ['cp', bash(`cp loose.toml ${RULES}`)],
  ['the program itself', bash("caliban perms add 'Bash' allow")],
  ['a link', bash('echo x > link/permissions.toml')],
];

describe("a tool that writes caliban's own files is always a question", () => {
  test.each(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'])(
    'in %s, whatever rules and flags allow',
    async (mode) => {
      const place = new Workplace({
        'loose.toml': LOOSE,
        '/script.json': script(...WAYS.map(([, use]) => use)),
      });
      symlinkSync(place.path('.caliban'), place.path('link'));
      const model = ['--model', `scripted:${place.path('/script.json')}`];
      const loose = ['--permission-mode', mode, '--allow', '*', '--auto-allow'];
      const { code } = await place.run(['-p', 'go', ...model, ...loose]);
      expect(code).toBe(mode === 'plan' ? 0 : 3);
      expect(place.log().map(({ outcome }) => outcome)).toEqual(WAYS.map(() => 'deny'));
      expect(place.has(RULES)).toBe(false);
    },
  );

  test('latched bypass alone lets it through', async () => {
    const place = new Workplace({ '/script.json': script(write(RULES, LOOSE)) });
    const latched = ['--permission-mode', 'bypassPermissions', '--allow-dangerously-skip-permissions'];
    const { code } = await place.run(['-p', 'go', '--model', `scripted:${place.path('/script.json')}`, ...latched]);
    expect({ code, rules: place.read(RULES) }).toEqual({ code: 0, rules: LOOSE });
  });
});
