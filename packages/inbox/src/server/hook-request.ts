import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';

/** A host's call as the bash client sends it: everything that the hook process would have had. */
export type HookRequest = {
  readonly host: string;
  /** It is an event after a call. */
  readonly isAfter: boolean;
  /** The host waits for this hook long enough for a person to answer. */
  readonly waits: boolean;
  readonly payload: string;
  readonly cwd: string;
  /** The variables that a hook reads; clients send no others, because they may be secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** The names of all exported variables. */
  readonly names: readonly string[];
};

/** The hook's output and exit code. */
export type HookAnswer = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };

/** Variables that decide whose rules apply and what a call means. Those that begin with `CALIBAN_` are sent, too. */
export const SENT_VARIABLES: readonly string[] = [
  'HOME',
  'SHELL',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SHELL',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_PROJECT_DIR',
  'GEMINI_CLI_HOME',
  'QWEN_HOME',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_DIR',
];

export function parseHookRequest(host: string, value: unknown): Result<HookRequest, string> {
  if (typeof value !== 'object' || value === null) return fail('the request is not an object');
  const { payload, cwd, env, names, after = false, waits = false } = value as Readonly<Record<string, unknown>>;
  if (typeof payload !== 'string') return fail('`payload` is not a text');
  if (typeof cwd !== 'string' || !cwd.startsWith('/')) return fail('`cwd` is not an absolute path');
  if (typeof after !== 'boolean' || typeof waits !== 'boolean')
    return fail('`after` or `waits` is neither true nor false');
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    return fail('`names` is not a list of names');
  if (typeof env !== 'object' || env === null || !Object.values(env).every((text) => typeof text === 'string'))
    return fail('`env` is not an object of texts');
  return ok({ host, isAfter: after, waits, payload, cwd, env: env as Readonly<Record<string, string>>, names });
}

/** The first field of every request of the bash client. */
const PROTOCOL = 'caliban-hook 1';

/**
 * The bash client's request: fields that each end with a NUL, which shell variables can't contain. Protocol, token, host,
 * `--after`, `--wait` or empty, the working directory, any number of `NAME=value`, an empty field, the names of exported
 * variables on a line each, the payload. Null: the request isn't complete yet.
 */
export function readHookFields(bytes: Uint8Array): readonly string[] | null {
  if (bytes.at(-1) !== 0) return null;
  const fields = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\0').slice(0, -1);
  const end = fields.indexOf('', FIRST_VARIABLE);
  return end !== -1 && fields.length >= end + 3 ? fields : null;
}

const FIRST_VARIABLE = 5;

export function hookRequestOf(fields: readonly string[]): Result<HookRequest & { readonly token: string }, string> {
  const [protocol, token = '', host = '', after = '', cwd = ''] = fields;
  if (protocol !== PROTOCOL) return fail('another protocol');
  const end = fields.indexOf('', FIRST_VARIABLE);
  const [names = '', payload = '', ...surplus] = fields.slice(end + 1);
  if (surplus.length > 0) return fail('there is more than one request');
  const exported = names.split('\n').filter((name) => name !== '');
  // The shell also has its own variables; the hook process would see only exported ones.
  const isExported = new Set(exported);
  const env = Object.fromEntries(
    fields.slice(FIRST_VARIABLE, end).flatMap((field) => {
      const [name = ''] = field.split('=', 1);
      return isExported.has(name) ? [[name, field.slice(name.length + 1)]] : [];
    }),
  );
  const request = parseHookRequest(host, {
    payload,
    cwd,
    env,
    names: exported,
    after: after === '--after',
    waits: after === '--wait',
  });
  return request.ok ? ok({ ...request.value, token }) : request;
}
