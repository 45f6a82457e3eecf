import { describe, expect, test } from 'vitest';
import { ModelError, type ModelTrouble } from '../../src/models/model.ts';
import { type Endpoint, explainFailure } from '../../src/models/sdk/explain-failure.ts';

const ENDPOINT: Endpoint = {
  model: 'anthropic/claude-x',
  baseUrl: 'https://api.test/v1',
  keyVariable: 'ANTHROPIC_API_KEY',
};

describe('a refusal by status', () => {
  test.each<[number, string, ModelTrouble, 'passing' | 'lasting', RegExp]>([
    [400, 'bad field', 'refused-request', 'lasting', /refused the request \(400\): bad field/],
    [
      400,
      'prompt is too long: 250000 tokens > 200000',
      'context-too-long',
      'lasting',
      /too long for `anthropic\/claude-x`/,
    ],
    [400, "This model's maximum context length is 8192 tokens", 'context-too-long', 'lasting', /too long/],
    [400, 'The input token count (9) exceeds the maximum', 'context-too-long', 'lasting', /too long/],
    [400, 'API key not valid. Please pass a valid API key.', 'not-authorised', 'lasting', /ANTHROPIC_API_KEY/],
    [
      401,
      'no',
      'not-authorised',
      'lasting',
      /refused the key .* \(401\); check the environment variable ANTHROPIC_API_KEY/,
    ],
    [403, 'no', 'not-authorised', 'lasting', /ANTHROPIC_API_KEY/],
    [404, 'model: claude-x', 'refused-request', 'lasting', /api\.test\/v1 has no model `anthropic\/claude-x` \(404\)/],
    [413, 'too large', 'context-too-long', 'lasting', /too long/],
    [429, 'slow down', 'overloaded', 'passing', /limits how often it is asked \(429\): slow down/],
    [429, 'insufficient_quota', 'refused-request', 'lasting', /account behind ANTHROPIC_API_KEY has nothing left/],
    [500, 'oops', 'overloaded', 'passing', /failed on its side \(500\)/],
    [502, 'oops', 'overloaded', 'passing', /\(502\)/],
    [529, 'Overloaded', 'overloaded', 'passing', /overloaded .*\(529\)/],
  ])('%i `%s` → %s, %s', (statusCode, message, trouble, lasts, words) => {
    const error = explainFailure(apiCallError({ statusCode, message, responseBody: message }), ENDPOINT);
    expect(error).toMatchObject({ trouble, isPassing: lasts === 'passing' });
    expect(error.message).toMatch(words);
  });
});

describe('other errors', () => {
  test.each<[string, unknown, ModelTrouble, 'passing' | 'lasting']>([
    [
      'nobody listens',
      apiCallError({ message: 'Cannot connect to API: connect ECONNREFUSED' }),
      'unreachable',
      'passing',
    ],
    [
      'a line that breaks',
      new TypeError('terminated', { cause: new Error('other side closed') }),
      'interrupted-stream',
      'passing',
    ],
    [
      'a line that breaks at once',
      apiCallError({
        statusCode: 200,
        message: 'Failed to process successful response',
        cause: new TypeError('terminated'),
      }),
      'interrupted-stream',
      'passing',
    ],
    [
      'a page instead of a reply',
      apiCallError({ statusCode: 200, message: 'Invalid JSON response' }),
      'bad-reply',
      'passing',
    ],
    ['a broken frame', named('AI_JSONParseError', 'JSON parsing failed: the context window'), 'bad-reply', 'passing'],
    [
      'a broken first frame, dressed up',
      apiCallError({ statusCode: 500, message: 'JSON parsing failed: Text: {' }),
      'bad-reply',
      'passing',
    ],
    ['an overload in mid-stream', { type: 'overloaded_error', message: 'Overloaded' }, 'overloaded', 'passing'],
    ['some other error in mid-stream', { type: 'api_error', message: 'Internal' }, 'overloaded', 'passing'],
    ['a text as error in mid-stream', 'rate limit reached', 'overloaded', 'passing'],
    ['messages that do not fit together', named('AI_MissingToolResultsError', 'call_1'), 'refused-request', 'lasting'],
    ['a bug', new RangeError('Invalid array length'), 'bad-reply', 'lasting'],
    ['nothing at all', undefined, 'overloaded', 'passing'],
  ])('%s', (_what, error, trouble, lasts) => {
    expect(explainFailure(error, ENDPOINT)).toMatchObject({ trouble, isPassing: lasts === 'passing' });
  });

  test('a conversation about context windows is not too long for that', () => {
    const error = apiCallError({
      statusCode: 400,
      message: 'bad field',
      requestBodyValues: { text: 'maximum context length' },
    });
    expect(explainFailure(error, ENDPOINT).trouble).toBe('refused-request');
  });

  test('our own error passes through', () => {
    const own = new ModelError('refused-request', 'as it is', { isPassing: false });
    expect(explainFailure(own, ENDPOINT)).toBe(own);
  });

  test("a provider's text cannot move the cursor", () => {
    expect(explainFailure({ message: 'a\u001b[2Jb' }, ENDPOINT).message).not.toContain('\u001b');
  });
});

test('if no key was sent, the message says how to send one', () => {
  const { message } = explainFailure(apiCallError({ statusCode: 401, message: '' }), {
    ...ENDPOINT,
    keyVariable: null,
  });
  expect(message).toBe(
    'https://api.test/v1 wants a key for `anthropic/claude-x` (401), and none was sent; name its variable as `api_key_env` of the provider',
  );
});

test('retry-after is read from the refusal', () => {
  const error = apiCallError({ statusCode: 429, message: 'x', responseHeaders: { 'retry-after': '3' } });
  expect(explainFailure(error, ENDPOINT).retryAfterMs).toBe(3000);
});

function apiCallError(fields: { readonly message: string; readonly [key: string]: unknown }): Error {
  return Object.assign(new Error(fields.message), { name: 'AI_APICallError', ...fields });
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
