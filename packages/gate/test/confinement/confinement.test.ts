import { absolutePath } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { confinedAt } from '../../src/confinement/confined-at.ts';
import { confinement, createPlanner } from '../../src/confinement/confinement.ts';
import type { AddedDirectory, Confinement } from '../../src/confinement/confinement-types.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Action, Layer, Rule } from '../../src/types/rule.ts';
import { memoryDisk } from './memory-disk.ts';

const DISK = [
  ...['/usr/bin/git', '/etc/passwd', '/etc/shadow', '/tmp/', '/srv/data/a', '/root/.ssh/id_rsa'],
  ...[
    '.ssh/id_ed25519',
    '.ssh/id_ed25519.pub',
    '.ssh/known_hosts',
    '.ssh/keys/a',
    '.npmrc',
    '.config/caliban/permissions.toml',
    'notes/a.md',
  ].map((path) => `/home/ann/${path}`),
  ...[
    'README.md',
    '.env',
    'src/a.ts',
    'src/.env',
    'src/deep/.env',
    'src/deep/b.pem',
    'prod/db.toml',
    'prod/pub/x',
    '.caliban/permissions.toml',
    '.git/config',
  ].map((path) => `/home/ann/repo/${path}`),
];

describe('what is readable', () => {
  test.each<[rules: string, denyRead: string, reallowRead: string]>([
    ['', '', ''],
    ['deny Read:~/.ssh/**', '~/.ssh', ''],
    ['ask Read:~/.ssh/**', '~/.ssh', ''],
    ['allow Read:~/.ssh/known_hosts; deny Read:~/.ssh/**', '~/.ssh', '~/.ssh/known_hosts'],
    ['deny Read:~/.ssh/**; allow Read:~/.ssh/known_hosts', '~/.ssh', ''],
    ['allow Read:~/.ssh/*.pub; deny Read:~/.ssh/**', '~/.ssh', '~/.ssh/id_ed25519.pub'],
    ['allow Read:~/.ssh/**; deny Read:~/.ssh/**', '', ''],
    ['allow Read; deny Read:~/.ssh/**', '', ''],
    ['deny Read:.env', './.env ./src/.env ./src/deep/.env', ''],
    ['deny Read:src/*', './src/.env ./src/a.ts', ''],
    ['deny Read:src/**', './src', ''],
    ['deny Read:./.env', './.env', ''],
    ['deny Read:prod/', './prod', ''],
    ['deny Read:**/*.pem', './src/deep/b.pem', ''],
    ['deny Read:nowhere/**', '', ''],
    ['deny Read(./prod)', './prod', ''],
    ['deny Read:{.env,*.pem}', './.env ./src/.env ./src/deep/.env ./src/deep/b.pem', ''],
    ['deny Read:/etc/shadow', '/etc/shadow', ''],
    ['deny Read:/home/*/.ssh/**', '~/.ssh', ''],
    ['allow Read:./**; deny Read:~/**', '~', './'],
    ['allow Read:./**; deny Read:/**', '/home /root /srv', './'],
    ['allow Read:./**; deny Read', '/home /root /srv', './'],
    ['allow Read:./**; deny *', '/home /root /srv', './'],
    ['ask Read', '', ''],
    ['deny Grep:~/.ssh/**', '', ''],
    ['deny Bash:cat *', '', ''],
    [
      'deny @secrets',
      '/etc/shadow ~/.npmrc ~/.ssh ./.env ./src/.env ./src/deep/.env ./src/deep/b.pem /root/.ssh',
      '~/.ssh/id_ed25519.pub ~/.ssh/known_hosts',
    ],
    ['allow @read-only; deny Read:~/**', '~/.npmrc ~/.ssh ./.env ./src/.env ./src/deep/.env ./src/deep/b.pem', ''],
  ])('`%s` hides `%s` but `%s`', (rules, denyRead, reallowRead) => {
    const { denyRead: hidden, reallowRead: shown } = confined(rules);
    expect({ hidden: short(hidden), shown: short(shown) }).toEqual({
      hidden: words(denyRead),
      shown: words(reallowRead),
    });
  });
});

describe('what is writable', () => {
  test.each<[rules: string, writable: string, denyWrite: string]>([
    ['', './ /tmp', ''],
    ['deny Write:prod/**', './ /tmp', './prod'],
    ['ask Write:prod/**', './ /tmp', './prod'],
    ['deny Edit:prod/**', './ /tmp', './prod'],
    ['allow Write:prod/pub/**; deny Write:prod/**', './ ./prod/pub /tmp', './prod'],
    ['allow Write:~/notes/**', '~/notes ./ /tmp', ''],
    ['allow Write:~/notes/**; deny Edit:~/notes/**', './ /tmp', ''],
    ['allow Write', '/etc /home ./ /root /srv /tmp /usr', ''],
    ['allow Write:/home/ann/**', '~ ./ /tmp', ''],
    ['deny Write:README.md', './ /tmp', './README.md'],
    ['deny Write:new.lock', './ /tmp', './new.lock'],
    ['deny Write:.github/workflows/**', './ /tmp', './.github'],
    ['deny Write:**/*.lock', './ /tmp', ''],
    ['deny Write:./**', '/tmp', ''],
    ['deny Write', '/tmp', ''],
    ['ask Write', './ /tmp', ''],
    ['deny Write:/tmp/**', './', ''],
    ['deny @secrets', './ /tmp', './.env ./src/.env ./src/deep/.env ./src/deep/b.pem'],
  ])('`%s` leaves `%s` writable but `%s`', (rules, writable, denyWrite) => {
    const { writable: open, denyWrite: closed } = confined(rules);
    const own = (path: string) => !path.includes('caliban');
    expect({ open: short(open), closed: short(closed).filter(own) }).toEqual({
      open: words(writable),
      closed: words(denyWrite),
    });
  });

  test("caliban's own files stay read-only, whatever rules say", () => {
    const { denyWrite } = confined('allow Write; allow Edit');
    expect(short(denyWrite)).toEqual(['~/.config/caliban', './.caliban']);
  });
});

describe('directories beside the workspace', () => {
  const BESIDE = ['a', '.env', 'prod/x', '.caliban/permissions.toml'].flatMap((name) => [
    `/srv/lib/${name}`,
    `/home/ann/repo/${name}`,
  ]);

  test.each<[rules: string, denyRead: string, writable: string, denyWrite: string]>([
    ['', '', './ /srv/lib /tmp', './.caliban /srv/lib/.caliban'],
    ['deny Read:.env', './.env /srv/lib/.env', './ /srv/lib /tmp', './.caliban /srv/lib/.caliban'],
    ['allow Read:.env; deny Read:/srv/**', '/srv', './ /srv/lib /tmp', './.caliban /srv/lib/.caliban'],
    ['allow Read:a; deny Read:./**', './ /srv/lib', './ /srv/lib /tmp', './.caliban /srv/lib/.caliban'],
    ['deny Read:./prod/**', './prod /srv/lib/prod', './ /srv/lib /tmp', './.caliban /srv/lib/.caliban'],
    ['deny Write:prod/**', '', './ /srv/lib /tmp', './.caliban ./prod /srv/lib/.caliban /srv/lib/prod'],
    ['ask Edit:./new.txt', '', './ /srv/lib /tmp', './.caliban ./new.txt /srv/lib/.caliban /srv/lib/new.txt'],
    ['deny Write:/srv/**', '', './ /tmp', './.caliban'],
    ['allow Write:./a; deny Write:./**', '', './a /srv/lib/a /tmp', ''],
    ['allow Read:./**; deny Read:/home/**', '/home', './ /srv/lib /tmp', './.caliban /srv/lib/.caliban'],
  ])('`%s` hides `%s`, leaves `%s` writable but `%s`', (rules, denyRead, writable, denyWrite) => {
    const own = [absolutePath('/srv/lib/.caliban')];
    const plan = confinement([...parsed(rules), ...DEFAULT_RULES], {
      ...{ workspace: absolutePath('/home/ann/repo'), home: absolutePath('/home/ann') },
      ...{ temporary: [absolutePath('/tmp')], ownPaths: [absolutePath('/home/ann/repo/.caliban')] },
      added: () => [{ path: absolutePath('/srv/lib'), ownPaths: own }],
      disk: memoryDisk([...BESIDE, '/tmp/']),
    });
    expect([plan.denyRead, plan.writable, plan.denyWrite].map(short)).toEqual([
      words(denyRead),
      words(writable),
      words(denyWrite),
    ]);
  });

  test('one that is added later is writable from the next program on', () => {
    const added: AddedDirectory[] = [];
    const plan = createPlanner({ ...context(DISK), added: () => added });
    const writable = () => short(plan(DEFAULT_RULES).writable);
    const before = writable();
    added.push({ path: absolutePath('/srv/data'), ownPaths: [] });
    expect([before, writable()]).toEqual([
      ['./', '/tmp'],
      ['./', '/srv/data', '/tmp'],
    ]);
  });
});

test("caliban's own keys stay hidden, whatever rules say", () => {
  const ownKeys = [absolutePath('/home/ann/.local/state/caliban/serve'), absolutePath('/home/ann/none')];
  const disk = [...DISK, '/home/ann/.local/state/caliban/serve/server.json'];
  const plan = confinement(parsed('allow Read'), { ...context(disk), ownKeys });
  expect(short(plan.denyRead)).toEqual(['~/.local/state/caliban/serve']);
});

describe('links', () => {
  test.each<[what: string, disk: string, rules: string, hidden: string]>([
    ['a hidden directory that is a link', '/data/keys/id; ~/.ssh -> /data/keys', 'deny Read:~/.ssh/**', '/data/keys'],
    ['a hidden file that is a link', '/data/env; ./.env -> /data/env', 'deny Read:.env', '/data/env'],
    ['a link into what is hidden', '~/.ssh/id; ./keys -> ../.ssh', 'deny Read:~/.ssh/**', '~/.ssh'],
    ['a glob through a link', '/data/a.pem; /data/b; ./d -> /data', 'deny Read:**/*.pem', '/data/a.pem'],
    ['links in a circle', './a/x.pem; ./a/b -> ..', 'deny Read:**/*.pem', './a/x.pem'],
    ['a link to the root', './all -> /', 'deny Read:all/**', ''],
    ['a path that is written through a link', '/run/s/a; /var/run -> /run', 'deny Read:/var/run/s/**', '/run/s'],
    [
      'an allow by the name of a link only',
      '/data/a; ./pub -> /data',
      'allow Read:pub/**; deny Read:/data/**',
      '/data',
    ],
    ['a link that leads nowhere', './gone -> /nowhere', 'deny Read:gone', ''],
  ])('%s', (_, disk, rules, hidden) => {
    expect(short(confined(rules, disk.split('; ').map(expand)).denyRead)).toEqual(words(hidden));
  });

  test('home and workspace have two names each', () => {
    const disk = memoryDisk(['/disk/ann/.ssh/id', '/disk/ann/repo/pub/a', '/home -> /disk', '/tmp/']);
    const { denyRead, reallowRead, writable } = confinement(parsed('allow Read:pub/**; deny Read:~/**'), {
      ...{ workspace: absolutePath('/home/ann/repo'), home: absolutePath('/home/ann') },
      ...{ temporary: [absolutePath('/tmp')], ownPaths: [], disk },
    });
    expect([denyRead, reallowRead, writable].map((paths) => paths.map(({ path }) => path))).toEqual([
      ['/disk/ann'],
      ['/disk/ann/repo/pub'],
      ['/disk/ann/repo', '/tmp'],
    ]);
  });
});

describe('what no list can say', () => {
  test.each<[rules: string, said: readonly string[]]>([
    ['deny Read:~/.ssh/**', []],
    [
      'deny Read:*.pem',
      [
        '*.pem looser: a file that matches its wildcards and appears after the command started is not protected from that command',
      ],
    ],
    [
      'ask Write',
      [
        'Write looser: it asks about every call of a tool and names no path, so it says nothing about the files of a command',
      ],
    ],
    ['deny Read:offset=1', ['offset=1 looser: it looks at fields of a tool, which a command does not have']],
    [
      'deny @persistence',
      ['@persistence looser: @persistence is about what a call does, which is more than the paths it reaches'],
    ],
    [
      'deny Read:./src',
      [
        './src looser: `/home/ann/repo/src` is a directory, and `Read:./src` says nothing about what is in it; write `Read:./src/**`',
      ],
    ],
    ['allow Write:~/new/**', ["~/new/** tighter: `/home/ann/new` does not exist, so it can't be made writable"]],
    [
      'deny Write:.github/x/**',
      ['.github/x/** tighter: nothing can be created at `/home/ann/repo/.github`, which does not exist yet'],
    ],
    ['deny WebFetch:*evil*', ['*evil* looser: `*evil*` names no scheme, so no host can be told from it']],
    [
      'allow WebFetch:https://a.test/x; deny WebFetch',
      ['https://a.test/x tighter: it allows a part of a host; a command reaches a whole host or none of it'],
    ],
  ])('`%s`', (rules, said) => {
    const notes = confined(rules).inexpressible.map(
      ({ rule, effect, reason }) =>
        `${rule === null ? '' : rule.pattern.specText || formatPattern(rule.pattern)} ${effect}: ${reason}`,
    );
    expect(notes.filter((note) => !note.includes('**` above'))).toEqual(said);
  });

  test('many files in one directory are masked by it', () => {
    const files = Array.from({ length: 300 }, (_, at) => expand(`./logs/${at}.key`));
    const { denyRead, inexpressible } = confined('deny Read:*.key', [...files, expand('./src/a.key')]);
    expect(short(denyRead)).toEqual(['./logs', './src/a.key']);
    expect(inexpressible.filter(({ effect }) => effect === 'tighter').map(({ reason }) => reason)).toEqual([
      '`/home/ann/repo/logs` is masked as a whole, because 300 files in it are',
    ]);
  });

  test('more files than can be masked make the profile unusable', () => {
    const files = Array.from({ length: 300 }, (_, at) => expand(`./d${at}/a.key`));
    expect(confined('deny Read:*.key', files).inexpressible.some(({ isFatal }) => isFatal)).toBe(true);
  });
});

describe('hosts', () => {
  test.each<[rules: string, network: string, hosts: string]>([
    ['', 'all', ''],
    ['ask WebFetch', 'all', ''],
    ['allow WebFetch(domain:a.test)', 'all', ''],
    ['deny WebFetch', 'none', ''],
    ['deny *', 'none', ''],
    ['allow WebFetch(domain:a.test); deny WebFetch', 'by-host', '+a.test +a.test:* -'],
    ['deny WebFetch(domain:*.evil.test)', 'by-host', '-*.evil.test -*.evil.test:* +'],
    ['allow WebFetch:https://api.test/*; deny *', 'by-host', '+api.test -'],
  ])('`%s` → %s %s', (rules, network, hosts) => {
    const plan = confined(rules);
    const said = plan.hosts.map(({ host, outcome }) => (outcome === 'open' ? '+' : '-') + host);
    const rest = plan.network === 'by-host' ? [plan.otherHosts === 'open' ? '+' : '-'] : [];
    expect([plan.network, ...said, ...rest]).toEqual([network, ...words(hosts)]);
  });
});

test('what a locked layer denies, no other layer lifts', () => {
  const rules = [
    ...parsed('allow Read:~/.ssh/**; allow Write:prod/**', 'runtime'),
    ...parsed('deny Read:~/.ssh/**; deny Write:prod/**', 'managed'),
  ];
  const { denyRead, denyWrite } = confinement(rules, { ...context(DISK), enforcedLayers: ['managed'] });
  expect([short(denyRead), short(denyWrite)]).toEqual([
    ['~/.ssh'],
    ['~/.config/caliban', './.caliban', './prod'].filter((path) => path !== '~/.config/caliban'),
  ]);
});

test('the deepest entry decides, and says which rule it is from', () => {
  const plan = confined('allow Read:~/.ssh/known_hosts; deny Read:~/.ssh/**');
  const at = (path: string) => {
    const { readable, writable, read } = confinedAt(plan, absolutePath(expand(path)));
    return [readable, writable, read?.rule == null ? null : formatPattern(read.rule.pattern)];
  };
  expect([at('~/.ssh/id'), at('~/.ssh/known_hosts'), at('./a'), at('/etc/x'), at('./.caliban/x')]).toEqual([
    [false, false, 'Read:~/.ssh/**'],
    [true, false, 'Read:~/.ssh/known_hosts'],
    [true, true, null],
    [true, false, null],
    [true, false, null],
  ]);
});

function confined(rules: string, disk: readonly string[] = DISK): Confinement {
  return confinement([...parsed(rules), ...DEFAULT_RULES], context(disk));
}

function context(disk: readonly string[]) {
  return {
    workspace: absolutePath('/home/ann/repo'),
    home: absolutePath('/home/ann'),
    temporary: [absolutePath('/tmp')],
    ownPaths: [absolutePath('/home/ann/.config/caliban'), absolutePath('/home/ann/repo/.caliban')],
    disk: memoryDisk([...disk, '/tmp/', '/home/ann/repo/']),
  };
}

function parsed(rules: string, layer: Layer = 'user'): readonly Rule[] {
  return rules
    .split('; ')
    .filter((text) => text !== '')
    .map((text) => {
      const space = text.indexOf(' ');
      const pattern = parsePattern(text.slice(space + 1));
      if (!pattern.ok) throw new Error(pattern.error.message);
      return { pattern: pattern.value, action: text.slice(0, space) as Action, source: { layer } };
    });
}

function expand(path: string): string {
  return path.replaceAll(/(^|> )\.\//g, '$1/home/ann/repo/').replaceAll(/(^|> )~/g, '$1/home/ann');
}

function short(paths: Confinement['denyRead']): readonly string[] {
  return paths.map(({ path }) =>
    path.replace(/^\/home\/ann\/repo(?=\/|$)\/?/, './').replace(/^\/home\/ann(?=\/|$)/, '~'),
  );
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
