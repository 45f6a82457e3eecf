import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSigningKey, migrate, openDatabase, readPrivateKey, Tokens, tokenSealKey } from '@caliban/hub';
import { makeDirectories, writeAtomically } from '@caliban/storage/files';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FailedError, UsageError } from '../../command-line/problems.ts';
import { CONFIG_FILE, DEFAULT_LISTEN, hubDirectory, readHubConfig, readListen, readPem } from '../../hub/hub-config.ts';
import { localDatabase } from '../../hub/local-database.ts';
import { jsonText } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `caliban hub setup`: creates what is missing and leaves the rest unchanged. */
export async function setup(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const directory = hubDirectory(args, terminal);
  const [given, isLocal] = [args.text('database'), args.isSet('local')];
  if (given !== undefined && isLocal)
    throw new UsageError('--local and --database exclude each other; give one of them');
  const config = join(directory, CONFIG_FILE);
  const say = (line: string) => terminal.err(`${line}\n`);
  if (given === undefined && !isLocal && !existsSync(config))
    throw new UsageError('say where the database is: --local for PostgreSQL on this machine, or --database URL');
  const listen = args.text('listen') ?? DEFAULT_LISTEN;
  readListen(listen);
  makeDirectories(directory, { mode: 0o700 });

  const answerKey = key(join(directory, 'answer-key.pem'), say);
  const policyKey = key(join(directory, 'policy-key.pem'), say);
  const publicFile = join(directory, 'policy-key.public.pem');
  if (!existsSync(publicFile)) {
    const pem = createPublicKey(createPrivateKey(readPem(policyKey))).export({ type: 'spki', format: 'pem' }) as string;
    writeAtomically(publicFile, pem, { mode: 0o644 });
  }
  let url = given;
  if (existsSync(config)) say(`${config} exists already and is kept`);
  else {
    url = isLocal ? localDatabase({ spawn: spawnSync, say }) : given;
    writeAtomically(config, configText({ database: url as string, listen }), { mode: 0o600 });
    say(`wrote ${config}`);
  }
  const { database: databaseUrl, answerKey: answerFile } = readHubConfig(args, terminal);
  const database = openDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const sealKey = tokenSealKey(readPem(answerFile));
    const done = await migrate(database, { sealKey });
    if (done.length > 0) say(`made the tables: ${done.join(', ')}`);
    const token = await firstAdmin(new Tokens(database, sealKey), terminal);
    if (args.isSet('json')) terminal.out(jsonText({ directory, answerKey, policyKey, token }));
    else terminal.out(nextSteps({ directory, listen, token }));
    return 0;
  } catch (error) {
    throw new FailedError(`PostgreSQL: ${(error as Error).message}`);
  } finally {
    await database.close();
  }
}

function key(file: string, say: (line: string) => void): string {
  if (existsSync(file)) {
    const read = readPrivateKey(readPem(file));
    if (!read.ok) throw new FailedError(`${file}: ${read.error}`);
    return file;
  }
  writeAtomically(file, createSigningKey().privateKey, { mode: 0o600 });
  say(`wrote ${file}; keep a copy where no one else can read it`);
  return file;
}

/** Null: there already is one. */
async function firstAdmin(tokens: Tokens, { env }: Terminal): Promise<string | null> {
  if ((await tokens.list()).some(({ role, revokedAt }) => role === 'admin' && revokedAt === null)) return null;
  const name = /^[\w.@+-]{1,100}$/.test(env.SUDO_USER ?? '') ? (env.SUDO_USER as string) : 'admin';
  const made = await tokens.create({ name, role: 'admin', by: 'setup' });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

function configText({ database, listen }: { readonly database: string; readonly listen: string }): string {
  return `# The hub: \`caliban serve --hub\` reads this.
database = ${JSON.stringify(database)}
listen = ${JSON.stringify(listen)}
answer_key = "answer-key.pem"
policy_keys = ["policy-key.public.pem"]

# With a certificate the hub encrypts by itself; without one, a proxy in front of it has to.
# tls_cert = "cert.pem"
# tls_key = "key.pem"
`;
}

type Made = { readonly directory: string; readonly listen: string; readonly token: string | null };

function nextSteps({ listen, token }: Made): string {
  const { host, port } = readListen(listen);
  const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  const admin = token === null ? [] : ['The token of the first admin, shown this once:', '', `  ${token}`, ''];
  return `${[
    'The hub is ready.',
    '',
    ...admin,
    'Next:',
    '',
    '  caliban serve --hub',
    `  caliban hub join ${url} --token-file FILE     # with the admin's token in FILE`,
    '  caliban hub token add NAME --role approver',
    '',
  ].join('\n')}`;
}
