import { describe, expect, test } from 'vitest';
import { START, TOP_COMMANDS } from '../../src/command-line/command-table.ts';
import { manPage } from '../../src/command-line/man-page.ts';
import { PERMS_COMMANDS } from '../../src/command-line/perms-commands.ts';

const page = manPage('1.2.3');

/** As a reader sees it: without what is for the formatter. */
const shown = page
  .replaceAll(/\\f[BIR]/g, '')
  .replaceAll('\\-', '-')
  .replaceAll('\\(ga', '`')
  .replaceAll('\\(aq', "'")
  .replaceAll('\\&', '')
  .replaceAll('\\e', '\\')
  .replaceAll(/\\\[u(\w{4})\]/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const commands = [
  ...TOP_COMMANDS.map((command) => [`caliban ${command.name}`, command] as const),
  ...PERMS_COMMANDS.map((command) => [`caliban perms ${command.name}`, command] as const),
];

describe('the manual has every command with every option', () => {
  test.each([['caliban', START] as const, ...commands])('%s', (path, { name, about, flags, examples }) => {
    const start = name === '' ? 0 : shown.indexOf(`.SS ${path}`);
    expect(start).not.toBe(-1);
    const section = shown.slice(start, name === '' ? undefined : shown.indexOf('\n.S', start + 1));
    expect(section).toContain(about);
    for (const [flag, { about: says }] of Object.entries(flags)) {
      expect(section).toMatch(new RegExp(`^(?:-\\w, )?--${flag}\\b`, 'm'));
      expect(section).toContain(says);
    }
    for (const example of examples) expect(section).toContain(`$ ${example}`);
  });
});

test('no text is taken for an instruction', () => {
  const known = /^\.(?:TH|SH|SS|TP|PP|B|I|br|nf|fi)\b/;
  expect(page.split('\n').filter((line) => /^[.']/.test(line) && !known.test(line))).toEqual([]);
});

test('every formatter can read its letters', () => {
  expect(page).toMatch(/^[ -~\n]*$/);
});

test('it names its version', () => {
  expect(page.split('\n', 1)[0]).toBe('.TH CALIBAN 1 "" "caliban 1.2.3" "User Commands"');
});
