import { readdirSync } from 'node:fs';
import { HOSTS } from '@caliban/adapters';
import { type PastCall, readHistory } from '@caliban/storage/histories';
import { calls } from '../../../packages/agent/test/providers/wire-reply.ts';
import type { Logged } from '../../../packages/cli/test/headless/helpers/decision-log.ts';
import type { Client } from './client.ts';
import { ClientPlace } from './client-place.ts';
import { type ModelRequest, ModelServer } from './model-server.ts';
import { RULES } from './rules.ts';
import type { Finished } from './run-bounded.ts';
import { STEPS, type Step } from './steps.ts';

/** What is left of a conversation. */
export type Conversation = {
  readonly finished: Finished;
  /** One for each call of the model, and the last. */
  readonly requests: readonly ModelRequest[];
  readonly log: readonly Logged[];
  /** The files that the steps have left. */
  readonly left: readonly string[];
  /** What a hook beside ours was sent, in no order. */
  readonly seen: readonly Readonly<Record<string, unknown>>[];
  /** What the client's own record says of the calls. */
  readonly history: readonly PastCall[];
};

export type ConverseOptions = {
  readonly steps?: readonly Step[];
  /** In one reply of the model. */
  readonly atOnce?: boolean;
  readonly scope?: 'user' | 'project';
  /** Between the installation and the start of the client. */
  readonly meanwhile?: (place: ClientPlace) => void;
};

/** Installs the hook as a user does, and lets the model make one call after the other. */
export async function converse(
  client: Client,
  { steps = STEPS, atOnce = false, scope = 'user', meanwhile = () => {} }: ConverseOptions = {},
): Promise<Conversation> {
  const place = new ClientPlace({ '~/.config/caliban/permissions.toml': RULES });
  const uses = steps.map((step, index) => [`call_${index}`, ...step.use(client, place)] as const);
  const turns = atOnce ? [calls(...uses)] : uses.map((use) => calls(use));
  const model = await ModelServer.start(client.protocol, turns);
  try {
    for (const [path, content] of Object.entries(client.files(model.origin, place))) place.write(path, content);
    place.caliban(['install', client.host, '--scope', scope]);
    meanwhile(place);
    const SEEN = place.path('/seen');
    const finished = await place.run(client.command(place), { ...client.env(model.origin), SEEN });
    return {
      finished,
      requests: model.requests,
      log: place.log(),
      left: steps.map(({ leaves }) => leaves).filter((file) => place.has(file)),
      seen: readdirSync(SEEN).map((file) => JSON.parse(place.read(`/seen/${file}`))),
      history: await historyOf(client, place),
    };
  } finally {
    await model.close();
    place.remove();
  }
}

async function historyOf({ host }: Client, place: ClientPlace): Promise<readonly PastCall[]> {
  const { history } = HOSTS[host];
  if (history === undefined) return [];
  const directories = history.directories({ home: place.path('~/'), env: place.environment });
  const places = { directories: new Map([[history.format, directories]]), log: place.path('/no-log') };
  const calls: PastCall[] = [];
  for await (const call of readHistory({ agents: [history.format], places }).calls) calls.push(call);
  return calls;
}
