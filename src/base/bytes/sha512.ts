const WORD = 64n;
const MASK = (1n << WORD) - 1n;
const ROUNDS = 80;
const BLOCK = 128;

/** sha512(text) in hexadecimal. The text is ASCII. Made for a few names: slow and short. */
export function sha512(text: string): string {
  const { roundConstants, start } = constants();
  let state = start;
  for (const block of blocksOf(text)) state = compressed(state, block, roundConstants);
  return state.map((word) => word.toString(16).padStart(16, '0')).join('');
}

/** The text, a bit, zeros, and how many bits there were: in blocks of 16 words. */
function blocksOf(text: string): readonly (readonly bigint[])[] {
  const bytes = [...text].map((character) => character.charCodeAt(0) & 255);
  bytes.push(0x80);
  while (bytes.length % BLOCK !== BLOCK - 16) bytes.push(0);
  bytes.push(0, 0, 0, 0, 0, 0, 0, 0);
  const words: bigint[] = [];
  for (let at = 0; at < bytes.length; at += 8)
    words.push(bytes.slice(at, at + 8).reduce((word, byte) => (word << 8n) | BigInt(byte), 0n));
  words.push(BigInt(text.length * 8));
  return Array.from({ length: words.length / 16 }, (_, at) => words.slice(16 * at, 16 * at + 16));
}

function compressed(state: readonly bigint[], block: readonly bigint[], roundConstants: readonly bigint[]): bigint[] {
  const words = [...block];
  for (let at = 16; at < ROUNDS; at += 1) {
    const [a, b, c, d] = [words[at - 15], words[at - 2], words[at - 16], words[at - 7]] as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const low = turned(a, 1n) ^ turned(a, 8n) ^ (a >> 7n);
    const high = turned(b, 19n) ^ turned(b, 61n) ^ (b >> 6n);
    words.push((c + low + d + high) & MASK);
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (const [at, constant] of roundConstants.entries()) {
    const high = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const first = h + high + ((e & f) ^ (~e & MASK & g)) + constant + (words[at] ?? 0n);
    const low = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const second = low + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & MASK, c, b, a, (first + second) & MASK];
  }
  const sums = [a, b, c, d, e, f, g, h];
  return state.map((word, at) => (word + (sums[at] ?? 0n)) & MASK);
}

const turned = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (WORD - by))) & MASK;

/** The first digits behind the point of the roots of the first primes: cubic for the rounds, square to begin with. */
function constants(): { readonly roundConstants: readonly bigint[]; readonly start: readonly bigint[] } {
  const primes: bigint[] = [];
  for (let number = 2n; primes.length < ROUNDS; number += 1n)
    if (primes.every((prime) => number % prime !== 0n)) primes.push(number);
  return {
    roundConstants: primes.map((prime) => root(prime << (3n * WORD), 3) & MASK),
    start: primes.slice(0, 8).map((prime) => root(prime << (2n * WORD), 2) & MASK),
  };
}

/** The greatest whole number that, so many times by itself, is no more than this. */
function root(of: bigint, degree: 2 | 3): bigint {
  let found = 0n;
  for (let bit = 1n << 70n; bit > 0n; bit >>= 1n) {
    const next = found + bit;
    if (next * next * (degree === 3 ? next : 1n) <= of) found = next;
  }
  return found;
}
