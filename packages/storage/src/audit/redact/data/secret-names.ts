/** The tables by which the decision log recognises secrets by name, and names that look like secrets but aren't. */

/**
 * Every name of a secret contains one of these. It is one regex for all searches, because each regex is compiled again in every
 * process.
 */
export const HOT: RegExp = /pass|pwd|secret|token|key|auth|cookie|cred|jwt|sig|hmac|sas/gi;

/** A name whose last word is one of these holds a secret. */
export const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passphrase', 'passcode', 'storepass', 'keypass', 'secret', 'token', 'authorization'],
  ...['cookie', 'credential', 'credentials', 'jwt'],
]);

/** … or whose last word ends like this: `DBPASSWORD`, `githubtoken`. */
export const SECRET_ENDINGS: readonly string[] = [
  ...[
    'password',
    'passwd',
    'passphrase',
    'secret',
    'token',
    'apikey',
    'secretkey',
    'privatekey',
    'accesskey',
    'authkey',
  ],
];

/** … or which ends in `key` after one of these. */
export const KEYS_THAT_OPEN: ReadonlySet<string> = new Set([
  ...[
    'api',
    'access',
    'secret',
    'private',
    'auth',
    'encryption',
    'decryption',
    'signing',
    'master',
    'account',
    'service',
  ],
  ...['storage', 'shared', 'license', 'licence', 'admin', 'deploy', 'consumer', 'session', 'subscription', 'server'],
  ...['webhook', 'hmac', 'aes', 'crypto', 'root', 'write'],
]);

/** In an environment assignment every `…_KEY` is treated as a secret except these. */
export const KEYS_THAT_SORT: ReadonlySet<string> = new Set([
  ...[
    'public',
    'pub',
    'primary',
    'foreign',
    'sort',
    'cache',
    'partition',
    'hash',
    'range',
    'row',
    'object',
    's3',
    'hot',
  ],
  ...[
    'shortcut',
    'group',
    'map',
    'index',
    'unique',
    'composite',
    'order',
    'lookup',
    'idempotency',
    'routing',
    'registry',
  ],
  ...['host', 'known', 'translation', 'event', 'state', 'config', 'storage'],
]);

/** `pass` is a secret after one of these, as a separate flag or assignment, and in an environment assignment. */
export const OWNERS_OF_A_PASS: ReadonlySet<string> = new Set([
  ...['db', 'database', 'user', 'smtp', 'mail', 'email', 'mysql', 'pg', 'postgres', 'root', 'admin', 'ftp', 'proxy'],
  ...['redis', 'http', 'ssh', 'my', 'key', 'store', 'login'],
]);

/** `token` after one of these isn't a secret: `next_page_token`, `eos_token`. */
export const TOKENS_THAT_COUNT: ReadonlySet<string> = new Set([
  ...[
    'page',
    'next',
    'continuation',
    'sync',
    'cancellation',
    'cancel',
    'stop',
    'eos',
    'bos',
    'pad',
    'unk',
    'mask',
    'cls',
  ],
  ...[
    'sep',
    'max',
    'min',
    'per',
    'first',
    'last',
    'special',
    'start',
    'end',
    'cursor',
    'design',
    'num',
    'prev',
    'current',
  ],
]);

/** In the query of a URL these are secrets too. */
export const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  ...['key', 'sig', 'signature', 'auth', 'pass', 'pwd', 'hmac', 'sas'],
]);

/** Whole names that are secrets regardless of their words: from npmrc, Rails and curl. */
export const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['_auth', '_password', '_authToken', 'SECRET_KEY_BASE', 'secret_key_base', 'oauth2-bearer'],
]);

/** Values that aren't secrets although their name suggests it. */
export const HARMLESS_VALUES: ReadonlySet<string> = new Set([
  ...[
    'true',
    'false',
    'null',
    'none',
    'nil',
    'undefined',
    'yes',
    'no',
    'required',
    'optional',
    'include',
    'same-origin',
  ],
  ...[
    'omit',
    'string',
    'str',
    'number',
    'int',
    'integer',
    'bool',
    'boolean',
    'bytes',
    'any',
    'unknown',
    'object',
    'text',
  ],
  ...['hidden', 'enabled', 'disabled', 'auto', 'default', 'inherit', 'stdin', 'prompt', 'ask', 'bearer', 'basic', 'u8'],
  ...['u32', 'u64', 'int32', 'int64', 'uint32', 'uint64', 'uint256'],
]);

/** Words of prose that follow a flag without being its value: "pass --token to the command". */
export const PROSE: ReadonlySet<string> = new Set([
  ...['to', 'flag', 'flags', 'option', 'options', 'or', 'and', 'is', 'are', 'for', 'in', 'from', 'with', 'the', 'must'],
  ...['argument', 'parameter', 'as', 'on', 'if', 'when', 'can', 'should', 'was', 'has', 'so', 'because', 'instead'],
]);
