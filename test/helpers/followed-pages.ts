import { readFileSync } from 'node:fs';

/** Pages whose commands build on each other, and what the machine holds before the first. */
export const FOLLOWED_PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  return /```toml\n(.*?)```/s.exec(text)?.[1] ?? '';
}
