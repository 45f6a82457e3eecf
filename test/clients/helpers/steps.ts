import type { Client, Use } from './client.ts';
import type { ClientPlace } from './client-place.ts';

/** One call of the model, and what has to come of it. */
export type Step = {
  readonly about: string;
  readonly use: (client: Client, place: ClientPlace) => Use;
  /** The file it leaves in the project if it runs. */
  readonly leaves: string;
  readonly outcome: 'allow' | 'deny' | 'unasked';
  readonly loggedAs: string;
  /** What the model has to read next. */
  readonly tells?: string;
};

/** In the order in which the model makes them. `rules.ts` decides. */
export const STEPS: readonly Step[] = [
  {
    about: 'a command that a rule denies',
    use: ({ runs }) => runs('touch denied'),
    leaves: 'denied',
    outcome: 'deny',
    loggedAs: 'Bash',
    tells: 'no such file here',
  },
  {
    about: 'a command that a rule allows',
    use: ({ runs }) => runs('touch allowed'),
    leaves: 'allowed',
    outcome: 'allow',
    loggedAs: 'Bash',
  },
  {
    about: 'a command that a rule asks about',
    use: ({ runs }) => runs('touch unruled'),
    leaves: 'unruled',
    outcome: 'unasked',
    loggedAs: 'Bash',
    tells: 'rule `Bash:touch unruled*`',
  },
  {
    about: 'a denied command behind an allowed one',
    use: ({ runs }) => runs('touch allowed-too && touch denied-too'),
    leaves: 'allowed-too',
    outcome: 'deny',
    loggedAs: 'Bash',
    tells: 'no such file here',
  },
  {
    about: 'a file that a rule denies',
    use: ({ writes }, place) => writes(place.path('written-denied.txt')),
    leaves: 'written-denied.txt',
    outcome: 'deny',
    loggedAs: 'Write',
    tells: 'nothing is written there',
  },
  {
    about: 'a file that a rule allows',
    use: ({ writes }, place) => writes(place.path('written-allowed.txt')),
    leaves: 'written-allowed.txt',
    outcome: 'allow',
    loggedAs: 'Write',
  },
  {
    about: 'a tool of an MCP server that a rule denies',
    use: ({ callsMcp }) => callsMcp('refused'),
    leaves: 'mcp-refused',
    outcome: 'deny',
    loggedAs: 'mcp__probe__refused',
    tells: 'this tool is off',
  },
  {
    about: 'a tool of an MCP server that a rule allows',
    use: ({ callsMcp }) => callsMcp('granted'),
    leaves: 'mcp-granted',
    outcome: 'allow',
    loggedAs: 'mcp__probe__granted',
  },
];
