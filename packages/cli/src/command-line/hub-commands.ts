import type { Command } from './command.ts';
import { FLAGS, flags } from './flags.ts';

/** How a person connects to a hub: as saved by `join`, or with these flags. */
const REACH = flags('url', 'token-file', 'ca');

/** The verbs of `caliban hub`. */
export const HUB_COMMANDS: readonly Command[] = [
  {
    name: 'setup',
    usage: '[--local | --database URL] [--listen HOST:PORT] [--directory DIR]',
    about: 'prepare a hub on this machine: keys, tables, the first admin',
    details: `Makes the key with which answers are signed and the key with which policies are signed, the tables in PostgreSQL, and a token for the first
admin, and writes hub.toml. Running it again adds only what is missing. Afterwards \`caliban serve --hub\` runs the hub.`,
    flags: flags('local', 'database', 'listen', 'directory', 'json'),
    examples: ['caliban hub setup --local', 'caliban hub setup --database postgres://caliban@db.example/caliban'],
  },
  {
    name: 'migrate',
    usage: '[--database URL] [--directory DIR]',
    about: 'bring the tables up to this version of caliban',
    details:
      'Run it once after an update, before the hubs are started again. Running it several times at once is safe.',
    flags: flags('database', 'directory', 'json'),
    examples: ['caliban hub migrate'],
  },
  {
    name: 'join',
    usage: 'URL --token-file FILE|- [--yes]',
    about: "connect this user's agents, or yourself, to a hub",
    details: `With the token of an agent, questions of this user's agents go to the hub, its policy becomes the managed layer, and the decision log is
uploaded. With the token of an approver or admin, the other verbs know who you are. Shows whose keys will be trusted, and asks.`,
    flags: flags('token-file', 'ca', 'policy-key', 'yes', 'json'),
    examples: [
      'caliban hub join https://hub.example --token-file token',
      'caliban hub join https://hub.example --token-file - --yes < token',
    ],
  },
  {
    name: 'leave',
    usage: '[--json]',
    about: 'disconnect from the hub, and delete its tokens and policy here',
    flags: flags('json'),
    examples: ['caliban hub leave'],
  },
  {
    name: 'sync',
    usage: '[--watch] [--json]',
    about: 'pull the policy and upload the decision log now',
    details: '`caliban serve` does the same once a minute.',
    flags: flags('watch', 'json'),
    examples: ['caliban hub sync', 'caliban hub sync --watch'],
  },
  {
    name: 'status',
    usage: '[--json]',
    about: 'show which hub this user has joined, its policy, and how much of the log it has',
    details: 'Exits 0 when the hub answers and the policy is fresh, 1 otherwise.',
    flags: flags('json'),
    examples: ['caliban hub status'],
  },
  {
    name: 'questions',
    usage: '[--watch] [--json]',
    about: 'what agents wait for',
    flags: { ...flags('watch', 'json'), ...REACH },
    examples: ['caliban hub questions', 'caliban hub questions --watch'],
  },
  {
    name: 'answer',
    usage: 'ID allow|deny [--message TEXT] [--json]',
    about: 'answer a question; the beginning of its id is enough',
    details: 'Exits 0 when your answer is accepted, 1 when someone was first or the question needs someone else.',
    flags: { ...flags('message', 'json'), ...REACH },
    examples: ['caliban hub answer 1f3a allow', "caliban hub answer 1f3a deny --message 'use the staging database'"],
  },
  {
    name: 'ui',
    usage: '[--no-open] [--json]',
    about: 'open the page of the hub with your token',
    details: 'Shows the questions, what the agents did, the policy and the fleet. The address contains your token.',
    flags: flags('no-open', 'json'),
    examples: ['caliban hub ui', 'caliban hub ui --no-open'],
  },
  {
    name: 'token',
    usage: 'add NAME --role ROLE [--owner NAME] [--team NAME]  |  team NAME TEAM  |  list  |  revoke NAME',
    about: 'create, list and revoke tokens of agents, approvers and admins',
    details: 'A token is printed once. A revoked one is refused everywhere within a second.',
    flags: { ...flags('role', 'owner', 'team', 'expires', 'json'), ...REACH },
    examples: [
      'caliban hub token add annas-laptop --role agent --owner anna',
      'caliban hub token add anna --role approver',
      'caliban hub token revoke annas-laptop',
    ],
  },
  {
    name: 'policy',
    usage: 'push FILE [--note TEXT] [--yes]  |  diff [FILE|VERSION]  |  rollback VERSION  |  list',
    about: 'sign a policy for all agents, compare versions, roll back',
    details: `The tests beside the rules must pass. Before a push it shows which logged calls since --since (7 days by default)
would have been decided differently, and asks.`,
    flags: {
      ...flags('note', 'expires', 'yes', 'since', 'json', 'directory'),
      'policy-key': FLAGS['policy-key'],
      ...REACH,
    },
    examples: ['caliban hub policy push permissions.toml --note "no force pushes"', 'caliban hub policy rollback 3'],
  },
  {
    name: 'agents',
    usage: '[--json]',
    about: 'list the agents, when they were last seen, and with which policy',
    flags: { ...flags('json'), ...REACH },
    examples: ['caliban hub agents'],
  },
  {
    name: 'audit',
    usage:
      'verify [--install NAME]  |  export [--since WHEN] [--format jsonl|otel] [--otlp URL]  |  prune --older-than DURATION',
    about: 'verify the hash chains of the logs, export them, delete old lines',
    details: `verify exits 1 when a line was changed, is missing, or was uploaded with a gap. export --otlp sends the lines to a collector over
OTLP/HTTP; OTEL_EXPORTER_OTLP_HEADERS has the headers it wants, such as \`authorization=Bearer%20x\`.`,
    flags: {
      ...flags('install', 'since', 'until', 'otlp', 'older-than', 'yes', 'json'),
      format: { ...FLAGS.format, choices: ['jsonl', 'otel'] },
      ...REACH,
    },
    examples: [
      'caliban hub audit verify',
      'caliban hub audit export --since 1d --format otel > logs.jsonl',
      'caliban hub audit export --since 1d --otlp http://127.0.0.1:4318',
    ],
  },
];
