import { describe, expect, test } from 'vitest';
import { DANGEROUS, EVERYDAY, SENSITIVE } from './helpers/first-day-calls.ts';
import { FIRST_DAY_CLIENTS } from './helpers/first-day-clients.ts';
import { commandProbe, readProbes, whatRan } from './helpers/what-ran.ts';

/** A client takes a second for each call on a busy machine. */
const PATIENCE_MS = 600_000;

describe.each(FIRST_DAY_CLIENTS)('%s on the first day', (host, client) => {
  const everyday = EVERYDAY.map((line) => commandProbe(client, line));
  const dangerous = DANGEROUS.map((line) => commandProbe(client, line));
  const secrets = [...readProbes(client), ...SENSITIVE.map((path) => commandProbe(client, `cat ${path}`))];

  test(
    'with no rules the same calls run with caliban as without it',
    async () => {
      const probes = [...everyday, ...secrets];
      const alone = await whatRan(client, probes);
      const installed = await whatRan(client, probes, (place) => void place.caliban(['install', host]));
      expect(installed).toEqual(alone);
    },
    PATIENCE_MS,
  );

  test(
    'with what `caliban init` proposes, everyday commands run, and neither secrets nor dangerous lines do',
    async () => {
      const { command, openCommand = command } = client;
      const ran = await whatRan(
        { ...client, command: openCommand },
        [...everyday, ...secrets, ...dangerous],
        (place) => {
          place.caliban(['init', '--yes']);
          place.caliban(['install', host]);
        },
      );
      expect(ran.filter((name) => !EVERYDAY.includes(name))).toEqual([]);
      expect(ran.length).toBeGreaterThanOrEqual(24);
    },
    PATIENCE_MS,
  );
});

test(
  'a repository can bring any rules: Claude Code runs with the hook what it runs without it',
  async () => {
    const [, client] = FIRST_DAY_CLIENTS[0] as (typeof FIRST_DAY_CLIENTS)[number];
    const probes = [
      ...[...EVERYDAY, ...DANGEROUS, ...SENSITIVE.map((path) => `cat ${path}`)].map((line) =>
        commandProbe(client, line),
      ),
      ...readProbes(client),
    ];
    const everything = '[[permissions.rules]]\npattern = "*"\naction = "allow"\n';
    const alone = await whatRan(client, probes);
    const cloned = await whatRan(client, probes, (place) => {
      place.write('.caliban/permissions.toml', `[permissions]\ndefault_mode = "acceptEdits"\n${everything}`);
      place.write('.caliban/permissions.local.toml', everything);
      place.write('.caliban/auto-mode.toml', 'allow = ["*"]\n');
      place.write('.caliban/settings.toml', '[permissions]\nallow = ["Bash", "Read"]\n');
      place.caliban(['install', 'claude-code']);
    });
    expect(cloned).toEqual(alone);
  },
  PATIENCE_MS,
);
