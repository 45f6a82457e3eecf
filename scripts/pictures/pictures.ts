import { mkdtempSync } from 'node:fs';
import { Place } from '../../packages/cli/test/terminal/helpers/place.ts';
import { asks, openPermissions, send } from '../../packages/cli/test/terminal/helpers/steps.ts';
import type { TestTerminal } from '../../packages/tui/test/pty/terminal.ts';
import { PLANNING, PROJECT_RULES, README, TURNS, USER_RULES } from './lighthouse.ts';
import { screenCells } from './screen-cells.ts';
import { stableRows } from './stable-rows.ts';
import { drawSvg, PALETTES } from './svg.ts';

/** Real screens of the built program, by the name of their file: each in light and, with `-dark`, in dark colours. */
export async function takePictures(): Promise<ReadonlyMap<string, string>> {
  const place = new Place(mkdtempSync(HOME_PREFIX), { home: '.', workspace: 'lighthouse' });
  const names = { [place.root]: '/home/miranda' };
  const pictures = new Map<string, string>();
  const take = async (name: keyof typeof TITLES, terminal: TestTerminal) => {
    await terminal.shows(() => terminal.raw.endsWith(END_OF_FRAME));
    const rows = stableRows(await screenCells(terminal.raw, SIZE), names);
    pictures.set(`${name}.svg`, drawSvg(rows, { title: TITLES[name], palette: PALETTES.light }));
    pictures.set(`${name}-dark.svg`, drawSvg(rows, { title: TITLES[name], palette: PALETTES.dark }));
  };
  try {
    place.write('~/.config/caliban/permissions.toml', USER_RULES);
    place.write('.caliban/permissions.toml', PROJECT_RULES);
    place.write('README.md', README);
    const terminal = await place.session(TURNS, SIZE);
    send(terminal, 'is the lamp on?');
    await terminal.shows('before I publish it.');
    await terminal.shows((screen) => !screen.includes('working'));
    terminal.type('/');
    await terminal.shows(/❯ \/help[\s\S]*more/);
    await take('session', terminal);
    terminal.press('escape');
    await terminal.shows((screen) => !screen.includes('/help  '));
    terminal.press('ctrl+u');
    await terminal.shows(/^>\s*$/m);

    send(terminal, 'publish the new lamp');
    await asks(terminal, 'npm publish');
    await terminal.shows(/❯.*reject once/);
    await take('ask-modal', terminal);

    terminal.press('y');
    await terminal.shows(/would also have matched \d/);
    await take('rule-prompt', terminal);
    terminal.press('escape');
    await terminal.shows('Esc rejects once');
    terminal.press('escape');
    await terminal.shows('Then I leave it at that.');

    await openPermissions(terminal);
    terminal.press('down');
    await terminal.shows(/· 2\/\d/);
    await take('permissions', terminal);

    terminal.press('2');
    await terminal.shows('❯input');
    terminal.type('git status && git push --force origin main | tee push.log');
    terminal.press('enter');
    await terminal.shows('◀ decides');
    await take('explain', terminal);

    terminal.press('tab');
    await terminal.shows(/the last \d+ decisions/);
    await take('audit', terminal);

    const planning = await place.session(PLANNING, { ...SIZE, args: ['--permission-mode', 'plan'] });
    send(planning, 'how would you do it?');
    await planning.shows('Esc sends it back');
    await planning.shows(/❯.*approve/);
    await take('plan', planning);
    return pictures;
  } finally {
    await place.remove();
  }
}

/** Until then, a screen may be half old and half new. */
const END_OF_FRAME = '\u001b[?2026l';

const SIZE = { columns: 100, rows: 26 };

const TITLES = {
  'ask-modal': 'The question: what would happen, the call with the part that asks, the rule, and the answers',
  plan: 'A plan of the agent, and the answers to it',
  'rule-prompt': 'Always allow: suggestions, the pattern, its scope, and what it would have matched',
  permissions: 'The rule editor: every rule with its layer, place and hits',
  explain: 'A call tried against the rules, part by part',
  session: 'The session: calls with what came of them, the answer, and the menu of commands',
  audit: 'The decision log: when, what came of it, the call, and the rule',
};

/** As long as the name that is put in its place, so that no row changes its length. */
const HOME_PREFIX = '/tmp/pi';
