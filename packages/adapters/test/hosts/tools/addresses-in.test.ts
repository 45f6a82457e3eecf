import { expect, test } from 'vitest';
import { addressesIn } from '../../../src/hosts/tools/addresses-in.ts';

test.each([
  ['see https://a.example/x', ['https://a.example/x']],
  [
    'https://a.example,https://b.example',
    ['https://a.example,https://b.example', 'https://a.example', 'https://b.example'],
  ],
  ['<HTTP://a.example>', ['HTTP://a.example>', 'HTTP://a.example']],
  ['1://a 2+http://b ://c', ['http://b']],
  ['a1+-.b://c://d', ['a1+-.b://c://d', 'c://d']],
  [
    'https://a.example/x?u=https://b.example/y',
    ['https://a.example/x?u=https://b.example/y', 'https://a.example/x?u=', 'https://b.example/y'],
  ],
  ['nothing here', []],
])('addresses in %s', (prompt, addresses) => {
  expect([...new Set(addressesIn(prompt))]).toEqual(addresses);
});

test.each([
  ...[',', ';', '!', '?', '.', ':', ')', ']', '}', '>', '"', '`', "'", '*', '**', '_', '|', '…', '，', '。', '”', '」'],
  ...['),', '").', '`;', ',then', '(x)', '"x', '\u200b,'],
])('a host is seen before %j', (behind) => {
  expect(hostsIn(`see http://evil.example${behind} please`)).toContain('evil.example');
  expect(hostsIn(`see http://me@evil.example:80${behind}`)).toContain('evil.example');
  expect(hostsIn(`[x](http://[::1]${behind})`)).toContain('[::1]');
});

test.each([
  ['"https://a.example/x"', 'https://a.example/x'],
  ['(https://a.example/x).', 'https://a.example/x'],
  ['[a](https://a.example/x),[b](https://b.example)', 'https://a.example/x'],
  ['https://a.example/x,https://b.example', 'https://a.example/x'],
  ['https://a.example/x_(y),', 'https://a.example/x_(y)'],
  ['https://a.example/?q=[1]!', 'https://a.example/?q=[1]'],
  ['https://bücher.example/ä。', 'https://bücher.example/ä'],
])('of %s, %s is read', (prompt, address) => {
  expect(addressesIn(prompt)).toContain(address);
});

test.each([
  'https://a.example/x',
  'https://a.example/',
  'https://a.example:8080/x-y/?q=1&r=%20#top',
  'https://a.example/x_(y)',
  'https://bücher.example/ä',
  'http://[::1]:80/x',
])('%s can be read in one way', (address) => {
  expect(new Set(addressesIn(address))).toEqual(new Set([address]));
});

function hostsIn(prompt: string): readonly string[] {
  return addressesIn(prompt).flatMap((address) => (URL.canParse(address) ? new URL(address).hostname : []));
}
