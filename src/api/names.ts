/** Where randomness comes from: the engine's seeded generator. */
export interface Random {
  /** An integer from 0 to 2^32 - 1. */
  nextU32(): number;
}

/** Without vowels and look-alikes, so that no words come out. Models apimachinery/pkg/util/rand/rand.go (v1.36) */
const ALPHANUMS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_NAME_LENGTH = 63;

/** An integer from 0 to n - 1, every one as likely. */
export function nextBelow(random: Random, n: number): number {
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % n);
  let drawn = random.nextU32();
  while (drawn >= limit) drawn = random.nextU32();
  return drawn % n;
}

/** A random text of the alphabet of generated names. Deviation: one draw a character, not twelve characters from 63 bits. */
export function randomSuffix(random: Random, length = SUFFIX_LENGTH): string {
  let text = '';
  for (let i = 0; i < length; i += 1) text += ALPHANUMS.charAt(nextBelow(random, ALPHANUMS.length));
  return text;
}

/** The name for a `generateName`. Models apiserver/pkg/storage/names/generate.go (v1.36) */
export function generatedName(random: Random, base: string): string {
  const room = MAX_NAME_LENGTH - SUFFIX_LENGTH;
  return (base.length > room ? base.slice(0, room) : base) + randomSuffix(random);
}

/** Maps each character of a text into the alphabet of generated names. Models apimachinery/pkg/util/rand SafeEncodeString (v1.36) */
export function safeEncode(text: string): string {
  let encoded = '';
  for (let i = 0; i < text.length; i += 1) encoded += ALPHANUMS.charAt(text.charCodeAt(i) % ALPHANUMS.length);
  return encoded;
}

/** A version 4 UUID. */
export function randomUid(random: Random): string {
  let digits = '';
  for (let i = 0; i < 4; i += 1) digits += random.nextU32().toString(16).padStart(8, '0');
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) & 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}
