import { errorText, visible } from '@caliban/calls/text';
import { ModelError, type ModelTrouble } from '../model.ts';
import { type Failure, readFailure } from './read-failure.ts';
import { retryAfterMs } from './retry-after.ts';

/** The provider and model, for messages. */
export type Endpoint = {
  /** `anthropic/claude-…` */
  readonly model: string;
  readonly baseUrl: string;
  /** The environment variable of its key; null: none was sent. */
  readonly keyVariable: string | null;
  /** What to check if there is no answer. */
  readonly ifUnreachable?: string;
  /** What a 404 may mean other than the model. */
  readonly ifNotFound?: string;
};

/** Turns any error of a client library into one of ours, with a message that says what to do. */
export function explainFailure(error: unknown, endpoint: Endpoint): ModelError {
  if (error instanceof ModelError) return error;
  const failure = readFailure(error);
  const { trouble, isPassing, words } = diagnosis(failure, endpoint);
  const said = visible(errorText(failure.message));
  return new ModelError(trouble, words(said), { isPassing, retryAfterMs: retryAfterMs(failure.headers), cause: error });
}

type Diagnosis = {
  readonly trouble: ModelTrouble;
  readonly isPassing: boolean;
  readonly words: (said: string) => string;
};

function diagnosis(failure: Failure, endpoint: Endpoint): Diagnosis {
  const { model, baseUrl, ifUnreachable } = endpoint;
  switch (failure.kind) {
    case 'refusal':
      return refusal(failure, endpoint);
    case 'connection': {
      const hint = ifUnreachable === undefined ? '' : `; ${ifUnreachable}`;
      return passing('unreachable', (said) => `${baseUrl} cannot be reached: ${said}${hint}`);
    }
    case 'broken-stream':
      return passing('interrupted-stream', (said) => `the reply of \`${model}\` broke off: ${said}`);
    case 'unreadable':
      return passing('bad-reply', (said) => `\`${model}\` sent an invalid reply: ${said}`);
    case 'bad-request':
      return lasting('refused-request', (said) => `the request to \`${model}\` could not be made: ${said}`);
    case 'other':
      return lasting('bad-reply', (said) => `\`${model}\` failed: ${said}`);
  }
}

/** The provider's own error, as a status or in the middle of a stream. */
function refusal(failure: Failure, endpoint: Endpoint): Diagnosis {
  const { model, baseUrl, ifNotFound = 'check the route' } = endpoint;
  const { status } = failure;
  const code = status === null ? '' : ` (${status})`;
  if (isTooLong(failure)) {
    return lasting('context-too-long', (said) => `the conversation is too long for \`${model}\`: ${said}`);
  }
  if (isQuotaUsedUp(failure)) {
    return lasting('refused-request', (said) => `the account behind ${keyOf(endpoint)} has nothing left: ${said}`);
  }
  if (isKeyRefused(failure)) return lasting('not-authorised', () => refusedKey(endpoint, code));
  if (status === 404) {
    return lasting('refused-request', (said) => `${baseUrl} has no model \`${model}\`${code}: ${said}; ${ifNotFound}`);
  }
  if (isOverloaded(failure)) {
    return passing(
      'overloaded',
      (said) => `\`${model}\` is overloaded or limits how often it is asked${code}: ${said}`,
    );
  }
  if (status !== null && status < 500) {
    return lasting('refused-request', (said) => `\`${model}\` refused the request${code}: ${said}`);
  }
  return passing('overloaded', (said) => `\`${model}\` failed on its side${code}: ${said}`);
}

function passing(trouble: ModelTrouble, words: Diagnosis['words']): Diagnosis {
  return { trouble, isPassing: true, words };
}

function lasting(trouble: ModelTrouble, words: Diagnosis['words']): Diagnosis {
  return { trouble, isPassing: false, words };
}

/** Google returns 400 for a wrong key. */
function isKeyRefused({ status, body }: Failure): boolean {
  return status === 401 || status === 403 || (status === 400 && /API_KEY_INVALID|API key not valid/i.test(body));
}

function refusedKey(endpoint: Endpoint, code: string): string {
  const { model, baseUrl, keyVariable } = endpoint;
  if (keyVariable === null) {
    return `${baseUrl} wants a key for \`${model}\`${code}, and none was sent; name its variable as \`api_key_env\` of the provider`;
  }
  return `${baseUrl} refused the key for \`${model}\`${code}; check the environment variable ${keyVariable}`;
}

function keyOf({ keyVariable, model }: Endpoint): string {
  return keyVariable ?? `\`${model}\``;
}

function isTooLong({ status, message, body }: Failure): boolean {
  if (status === 413) return true;
  if (status !== null && status !== 400 && status !== 422) return false;
  return /context.?length|context window|prompt is too long|maximum context|input is too long|too many (?:input )?tokens|token count.{0,40}exceeds|exceed.{0,30}context/i.test(
    `${message} ${body}`,
  );
}

function isQuotaUsedUp({ message, body }: Failure): boolean {
  return /insufficient_quota|credit balance is too low|billing_hard_limit/i.test(`${message} ${body}`);
}

function isOverloaded({ status, message, body }: Failure): boolean {
  if (status !== null) return status === 408 || status === 429 || status === 503 || status === 529;
  return /overloaded|rate.?limit|too many requests|server_is_overloaded/i.test(`${message} ${body}`);
}
