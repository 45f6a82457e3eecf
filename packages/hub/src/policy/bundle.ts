// A signed team policy: files, a version and two dates, signed with Ed25519. Agents trust the key they got when they joined, so
// neither the database nor a hub can change the policy they pull.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';

/** The files that a bundle may contain, named as in a layer. */
export const BUNDLE_FILES = ['permissions.toml'] as const;

export type Bundle = {
  /** Incremented with every push, including rollbacks. */
  readonly version: number;
  readonly issuedAt: string;
  /** After this date, agents treat the bundle as stale. */
  readonly expiresAt: string;
  readonly note: string;
  readonly files: Readonly<Partial<Record<(typeof BUNDLE_FILES)[number], string>>>;
};

/** One line of text: base64 of the JSON, a dot, base64 of the signature. */
export function sealBundle(bundle: Bundle, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(bundle));
  return `${payload.toString('base64url')}.${sign(null, signedBytes(payload), key).toString('base64url')}`;
}

/** The bundle, if one of the keys has signed it. */
export function openBundle(text: string, keys: readonly KeyObject[]): Result<Bundle, string> {
  const [payloadText, signatureText, more] = text.trim().split('.');
  if (payloadText === undefined || signatureText === undefined || more !== undefined) return fail('it is not a bundle');
  const [payload, signature] = [Buffer.from(payloadText, 'base64url'), Buffer.from(signatureText, 'base64url')];
  const bytes = signedBytes(payload);
  if (!keys.some((key) => verify(null, bytes, key, signature)))
    return fail('it is not signed by a key that is trusted here');
  try {
    return parseBundle(JSON.parse(payload.toString('utf8')));
  } catch {
    return fail('it is signed, but not JSON');
  }
}

/** Signed together with its purpose, so that the key's signature of anything else isn't valid for a policy. */
function signedBytes(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from('caliban policy 1\n'), payload]);
}

function parseBundle(value: unknown): Result<Bundle, string> {
  const { version, issuedAt, expiresAt, note, files } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return fail('`version` is not a whole number from 1 on');
  if (!isTime(issuedAt) || !isTime(expiresAt)) return fail('`issuedAt` or `expiresAt` is not a time');
  if (typeof note !== 'string') return fail('`note` is not a text');
  if (typeof files !== 'object' || files === null) return fail('`files` is not an object');
  for (const [name, content] of Object.entries(files)) {
    if (!(BUNDLE_FILES as readonly string[]).includes(name)) return fail(`\`${name}\` is not a file of a policy`);
    if (typeof content !== 'string') return fail(`\`${name}\` is not a text`);
  }
  return ok({ version, issuedAt, expiresAt, note, files });
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

export type SigningKey = { readonly privateKey: string; readonly publicKey: string };

/** Both as PEM. */
export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

export function readPrivateKey(pem: string): Result<KeyObject, string> {
  return keyOf(() => createPrivateKey(pem));
}

/** A public key, or the public half of a private one. */
export function readPublicKey(pem: string): Result<KeyObject, string> {
  return keyOf(() => createPublicKey(pem));
}

/** For people to compare: the first 16 bytes of the hash of the key. */
export function fingerprint(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  const hex = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return (hex.match(/.{4}/g) ?? []).join(' ');
}

function keyOf(read: () => KeyObject): Result<KeyObject, string> {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? ok(key) : fail('it is not an Ed25519 key');
  } catch {
    return fail('it is not a key in PEM');
  }
}
