import { describe, expect, test } from 'vitest';
import { proxyFor } from '../../src/web/proxy-for.ts';

const HTTPS = { https_proxy: 'http://s:1' };

describe('which proxy', () => {
  test.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['https://a.test', {}, null],
    ['https://a.test', HTTPS, 'http://s:1'],
    ['http://a.test', HTTPS, null],
    ['http://a.test', { HTTP_PROXY: 'http://h:1' }, 'http://h:1'],
    ['https://a.test', { HTTP_PROXY: 'http://h:1' }, null],
    ['https://a.test', { https_proxy: 'http://small', HTTPS_PROXY: 'http://LARGE' }, 'http://small'],
    ['https://a.test', { https_proxy: '', HTTPS_PROXY: 'http://LARGE' }, null],
    ['https://a.test', { ALL_PROXY: 'http://all:1' }, 'http://all:1'],
    ['https://a.test', { ...HTTPS, ALL_PROXY: 'http://all:1' }, 'http://s:1'],
    ['https://a.test', { HTTPS_PROXY: ' s:3128 ' }, 'http://s:3128'],
    ['https://a.test', { HTTPS_PROXY: 'http://user:pass%20word@s:1' }, 'http://user:pass%20word@s:1'],
  ])('%s with %j: %s', (url, env, proxy) => {
    expect(proxyFor(new URL(url), env)).toBe(proxy);
  });
});

describe('direct connections', () => {
  test.each<[string, string, boolean]>([
    ['https://a.test', '', false],
    ['https://a.test', '*', true],
    ['https://a.test', 'a.test', true],
    ['https://A.TEST', 'a.test', true],
    ['https://a.test.', 'A.test', true],
    ['https://b.a.test', 'a.test', true],
    ['https://b.a.test', '.a.test', true],
    ['https://b.a.test', '*.a.test', true],
    ['https://a.test', '.a.test', true],
    ['https://ba.test', 'a.test', false],
    ['https://a.test.evil', 'a.test', false],
    ['https://a.test', 'x.test, a.test', true],
    ['https://a.test', 'x.test a.test', true],
    ['https://a.test', 'a.test:443', true],
    ['https://a.test:8443', 'a.test:443', false],
    ['https://a.test:8443', 'a.test:8443', true],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://110.1.2.3', '10.1.2.3', false],
    ['https://10.1.2.3', '2.3', false],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://a.test', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
    ['https://10.1.2.3', 'nonsense/8', false],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fd00::1]', '[fd00::1]', true],
    ['https://[fd00::1]', '[fd00::1]:443', true],
    ['https://[fd00::1]', 'fd00::/8', true],
    ['https://localhost:11434', '', true],
    ['https://api.localhost', '', true],
    ['https://127.0.0.1:1234', '', true],
    ['https://[::1]:1234', '', true],
    ['https://127.evil.test', '', false],
  ])('%s, no_proxy `%s`: %s', (url, no_proxy, isDirect) => {
    expect(proxyFor(new URL(url), { ...HTTPS, no_proxy }) === null).toBe(isDirect);
  });
});
