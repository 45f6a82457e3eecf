/**
 * In hexadecimal. The first short text of a process is hashed in JavaScript: in a process that writes a single line, loading
 * `node:crypto` takes longer than everything else it does.
 */
export function sha256(text: string): string {
  if (isFirst && text.length <= MAX_LENGTH_HERE) {
    isFirst = false;
    return hashHere(Buffer.from(text));
  }
  hash ??= process.getBuiltinModule('node:crypto').hash;
  return hash('sha256', text);
}

let isFirst = true;
let hash: typeof import('node:crypto').hash | null = null;
const MAX_LENGTH_HERE = 4096;

/** SHA-256 (FIPS 180-4). It runs once and so is only interpreted: its loops call nothing and use integers only. */
function hashHere(message: Buffer): string {
  const padded = paddedMessage(message);
  const state = Int32Array.from(START);
  const rounds = Int32Array.from(ROUNDS);
  const schedule = new Int32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let at = 0; at < 16; at++) schedule[at] = padded.getInt32(block + at * 4);
    for (let at = 16; at < 64; at++) {
      const far = schedule[at - 15] as number;
      const near = schedule[at - 2] as number;
      const spread = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
      const mixed = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
      schedule[at] = (schedule[at - 16] as number) + spread + (schedule[at - 7] as number) + mixed;
    }
    compress(state, schedule, rounds);
  }
  let written = '';
  for (let at = 0; at < 8; at++) written += ((state[at] as number) >>> 0).toString(16).padStart(8, '0');
  return written;
}

function compress(state: Int32Array, schedule: Int32Array, rounds: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    const turnedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const one = (h + turnedE + ((e & f) ^ (~e & g)) + (rounds[at] as number) + (schedule[at] as number)) | 0;
    const other = turnedA + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + other) | 0;
  }
  const words = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = (state[at] as number) + (words[at] as number);
}

/** A one bit, zeros, and the length in bits, padded to whole blocks. */
function paddedMessage(message: Buffer): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const padded = new DataView(bytes.buffer);
  padded.setUint32(bytes.length - 4, message.length * 8);
  return padded;
}

/** The first bits of the fractions of the square roots of the first eight primes … */
const START: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** … and of the cube roots of the first sixty-four. */
const ROUNDS: readonly number[] = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];
