import { describe, expect, test } from 'vitest';
import { PLAIN_HTTP } from '../../src/classes/dangers/plain-http.ts';
import { knows } from './tried.ts';

const fetchesPlainly = knows(PLAIN_HTTP);

describe('plain-http', () => {
  test.each([
    'WebFetch http://x.test/a',
    'WebFetch HTTP://X.test',
    'WebFetch http://x.test:8080/',
    'WebFetch http://localhost.evil.test/',
    'WebFetch http://localhost:80@evil.test/',
    'WebFetch http://localhost:80@evil.test',
    'WebFetch http://localhostevil.test',
    'WebFetch http://127.0.0.1.evil.test/',
    'curl http://x.test',
    'curl -s "http://x.test/a?b=c"',
    'curl --url=http://x.test',
    'curl HTTP://x.test',
    'wget http://x.test/x.tgz',
    'git clone http://x.test/r.git',
    'pip install --index-url http://x.test/simple y',
    'npm install --registry=http://x.test',
    'timeout 5 curl http://x.test',
    "bash -c 'curl http://x.test'",
    'curl http://localhost.evil.test',
    'x=$(curl http://x.test)',
  ])('knows `%s`', (text) => {
    expect(fetchesPlainly(text)).toBe(true);
  });

  test.each([
    'WebFetch https://x.test/a',
    'WebFetch http://localhost/',
    'WebFetch http://localhost',
    'WebFetch http://localhost:3000',
    'WebFetch http://127.0.0.1:8080?x=1',
    'WebFetch http://[::1]',
    'WebFetch http://localhost:3000/a',
    'WebFetch http://127.0.0.1:8080/',
    'WebFetch http://[::1]:8080/x',
    'WebFetch https://x.test/?u=http://y.test',
    'curl https://x.test',
    'curl http://localhost:3000/health',
    'curl -s http://127.0.0.1:8080',
    'curl http://[::1]/',
    'curl -H "Referer: http://x.test" https://x.test',
    'echo http://x.test',
    'grep -r http://x.test src',
    'git commit -m "drop http://x.test"',
    'open http.md',
  ])('spares `%s`', (text) => {
    expect(fetchesPlainly(text)).toBe(false);
  });
});
