// hub.toml: where the database is, where the hub listens, and which keys it has. `caliban hub setup` writes it; flags overrule it.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatNotice } from '@caliban/storage';
import { parseText, splitByteOrderMark } from '@caliban/storage/documents';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError, UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';

export type HubConfig = {
  readonly directory: string;
  readonly database: string;
  readonly listen: { readonly host: string; readonly port: number };
  /** Paths. */
  readonly answerKey: string;
  readonly policyKeys: readonly string[];
  readonly tls: { readonly cert: string; readonly key: string } | null;
};

export const DEFAULT_LISTEN = '127.0.0.1:7340';
export const CONFIG_FILE = 'hub.toml';

export function hubDirectory(args: Args, { cwd, env, home }: Pick<Terminal, 'cwd' | 'env' | 'home'>): string {
  const given = args.text('directory');
  if (given !== undefined) return resolve(cwd, given);
  if (process.getuid?.() === 0) return '/etc/caliban/hub';
  const config = env.XDG_CONFIG_HOME;
  return join(config?.startsWith('/') === true ? config : join(home, '.config'), 'caliban/hub');
}

/** Throws a `ConfigurationError` that says how to get what is missing. */
export function readHubConfig(args: Args, terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>): HubConfig {
  const directory = hubDirectory(args, terminal);
  const file = join(directory, CONFIG_FILE);
  const written = existsSync(file) ? tableOf(file) : {};
  const known = ['database', 'listen', 'answer_key', 'policy_keys', 'tls_cert', 'tls_key'];
  const unknown = Object.keys(written).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new ConfigurationError([`${file}: unknown key \`${unknown}\`; known are ${known.join(', ')}`]);
  const text = (key: string) => {
    const value = written[key];
    if (value === undefined || typeof value === 'string') return value;
    throw new ConfigurationError([`${file}: \`${key}\` is not a string`]);
  };
  const fromFlag = (flag: 'answer-key' | 'tls-cert' | 'tls-key', key: string) => {
    const [flagged, inFile] = [args.text(flag), text(key)];
    if (flagged !== undefined) return resolve(terminal.cwd, flagged);
    return inFile === undefined ? undefined : resolve(directory, inFile);
  };
  const database = args.text('database') ?? terminal.env.CALIBAN_HUB_DATABASE ?? text('database');
  if (database === undefined)
    throw new ConfigurationError([`${file}: no database; run \`caliban hub setup\`, or give --database URL`]);
  const answerKey = fromFlag('answer-key', 'answer_key');
  if (answerKey === undefined)
    throw new ConfigurationError([`${file}: no key for answers; run \`caliban hub setup\`, or give --answer-key FILE`]);
  const [cert, key] = [fromFlag('tls-cert', 'tls_cert'), fromFlag('tls-key', 'tls_key')];
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('a certificate needs its key, and a key its certificate: give both, or none');
  return {
    directory,
    database,
    listen: readListen(args.text('listen') ?? text('listen') ?? DEFAULT_LISTEN),
    answerKey,
    policyKeys: policyKeyFiles(args, { written, directory, file, cwd: terminal.cwd }),
    tls: cert === undefined || key === undefined ? null : { cert, key },
  };
}

export function readListen(text: string): HubConfig['listen'] {
  const [, host = '', port = ''] = /^(?:(.*):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new UsageError(`--listen \`${text}\` is not HOST:PORT`);
  return { host: host === '' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

type Written = {
  readonly written: Readonly<Record<string, unknown>>;
  readonly directory: string;
  readonly file: string;
  readonly cwd: string;
};

function policyKeyFiles(args: Args, { written, directory, file, cwd }: Written): readonly string[] {
  const flagged = args.texts('policy-key');
  if (flagged.length > 0) return flagged.map((path) => resolve(cwd, path));
  const { policy_keys: inFile = [] } = written;
  if (!Array.isArray(inFile) || !inFile.every((path) => typeof path === 'string'))
    throw new ConfigurationError([`${file}: \`policy_keys\` is not a list of files`]);
  return inFile.map((path) => resolve(directory, path));
}

function tableOf(file: string): Readonly<Record<string, unknown>> {
  const parsed = parseText(splitByteOrderMark(readPem(file)).text);
  if (!parsed.ok) throw new ConfigurationError([formatNotice({ file, ...parsed.error })]);
  return parsed.value.table;
}

/** PEM text; the error for an unreadable file names it. */
export function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError([`${file}: ${(error as Error).message}`]);
  }
}
