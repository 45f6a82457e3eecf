import type { ScriptedReply } from '@caliban/agent/models';

/** The project in the pictures. */
export const README = '# Lighthouse\n\nKeeps a lamp burning.\n';

export const PROJECT_RULES = `# Rules of this repository.

[[permissions.rules]]
pattern = "Bash:npm publish *"
action  = "ask"
comment = "a person decides what is released"

[[permissions.rules]]
pattern = "Bash:git push --force *"
action  = "deny"
reason  = "history is shared; push without --force"

[[permissions.rules]]
pattern = "Read:.env*"
action  = "deny"
reason  = "secrets stay out of the conversation"
`;

export const USER_RULES = `# Mine, in every project.

[[permissions.rules]]
pattern = "Bash:git status"
action  = "allow"
comment = "only looks"

[[permissions.rules]]
pattern = "Bash:npm test"
action  = "allow"

[[permissions.rules]]
pattern = "Bash:ls *"
action  = "allow"
`;

const ANSWER = `The lamp is on, and the **new one** is ready:

- it burns longer and needs less oil
- the keeper can sleep until six

I would run *all* tests once more before I publish it.`;

/** What the model in the pictures replies. */
export const TURNS: readonly ScriptedReply[] = [
  {
    tool_uses: [
      { name: 'Read', input: { path: 'README.md' } },
      { name: 'Bash', input: { command: 'ls -1' } },
    ],
  },
  { text: ANSWER },
  { tool_uses: [{ name: 'Bash', input: { command: 'npm test && npm publish --tag next' } }] },
  { text: 'Then I leave it at that.' },
];

/** In plan mode. */
export const PLANNING: readonly ScriptedReply[] = [
  {
    tool_uses: [
      {
        name: 'ExitPlanMode',
        input: {
          plan: '# A lamp that needs less oil\n\n1. Read `src/lamp.js` and who calls it\n2. **Write** `src/wick.js` with its tests\n3. Run `npm test`\n\nNothing is published before you have seen it.',
        },
      },
    ],
  },
];
