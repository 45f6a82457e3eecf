import { readdirSync, readFileSync } from 'node:fs';
import { appliedCommand } from './applied-command.ts';
import { consoleExamples } from './console-examples.ts';
import { ROOT } from './new-machine.ts';
import { recordedSessions } from './recorded-sessions.ts';

/** Pages with commands on them, which build on each other. */
export const FOLLOWED_PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('../../docs', import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((page) => consoleExamples(readPage(page)).length > 0);

/** What the machine holds before the first command of a page. */
export const FILES_BEFORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/getting-started.md': {
    '/home/me/lighthouse/.claude/settings.json':
      '{\n  "permissions": {\n    "allow": ["Bash(npm run lint:*)", "Read(/src/**)"],\n    "defaultMode": "dontAsk"\n  }\n}\n',
  },
  'docs/enforce.md': {
    '/etc/caliban/permissions.toml': firstToml('docs/enforce.md'),
    '/home/me/lighthouse/.caliban/permissions.toml': '[[permissions.rules]]\npattern = "Bash"\naction = "allow"\n',
  },
  'docs/rules.md': {
    '/home/me/lighthouse/.caliban/permissions.toml':
      '[[permissions.rules]]\npattern = "Bash:npm test"\naction = "alow"\n',
  },
  'docs/troubleshooting.md': {
    '/home/me/lighthouse/.caliban/permissions.toml': '[[permissions.rules]]\npattern = Bash:ls\naction = "allow"\n',
  },
  'docs/rehearsal.md': {
    '/home/me/lighthouse/src/config.ts': 'limit = 25\n',
    ...appliedCommand({
      command: 'sed -i s/10/25/ src/config.ts && rm src/old.ts',
      steps: [
        { path: 'src/config.ts', before: 'limit = 10\n', after: 'limit = 25\n' },
        { path: 'src/old.ts', before: 'old\n', after: null },
      ],
    }),
  },
  'docs/scripted-model.md': {
    '/home/me/lighthouse/package.json': '{ "scripts": { "test": "echo all well" } }\n',
    '/home/me/lighthouse/script.json': /```json\n(.*?)```/s.exec(readPage('docs/scripted-model.md'))?.[1] ?? '',
  },
  'docs/how-to.md': {
    '/home/me/lighthouse/package.json': '{ "scripts": { "test": "echo all well" } }\n',
    '/home/me/lighthouse/.claude/settings.json':
      '{\n  "permissions": {\n    "allow": ["Bash(npm run lint:*)"]\n  }\n}\n',
    '/home/me/.config/caliban/settings.toml':
      '[models]\nmain = "scripted:script.json"\n\n[serve]\nstart = "on-demand"\n',
    '/home/me/.config/caliban/script.json': JSON.stringify([
      { tool_uses: [{ name: 'Bash', input: { command: 'npm test' } }] },
      { text: 'The tests pass.' },
    ]),
    ...recordedSessions('/home/me', `${ROOT}/home/me/lighthouse`),
  },
  'docs/learn.md': {
    '/home/me/lighthouse/.git/HEAD': 'ref: refs/heads/main\n',
    ...recordedSessions('/home/me', `${ROOT}/home/me/lighthouse`),
  },
  'docs/plan.md': {
    '/home/me/lighthouse/.caliban/permissions.toml': ['Bash:rm * deny', 'Bash:git push * ask', '@read-only allow']
      .map((rule) => rule.split(/ (?=\w+$)/))
      .map(([pattern, action]) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`)
      .join('\n'),
    ...recordedSessions('/home/me', `${ROOT}/home/me/lighthouse`),
  },
  'docs/tests-and-fixes.md': {
    '/home/me/lighthouse/.git/HEAD': 'ref: refs/heads/main\n',
  },
  'docs/headless.md': {
    '/home/me/lighthouse/package.json': '{ "scripts": { "test": "echo all well" } }\n',
    '/home/me/.config/caliban/settings.toml': '[models]\nmain = "scripted:script.json"\n',
    '/home/me/.config/caliban/script.json': JSON.stringify([
      { tool_uses: [{ name: 'Bash', input: { command: 'npm test' } }] },
      { text: 'That is what came of it.' },
    ]),
  },
};

export function firstToml(page: string): string {
  return /```toml\n(.*?)```/s.exec(readPage(page))?.[1] ?? '';
}

function readPage(page: string): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
}
