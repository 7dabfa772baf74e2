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
function nextBelow(random: Random, n: number): number {
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

/** The codes of the hexadecimal digits. */
const DIGITS: readonly number[] = [...'0123456789abcdef'].map((char) => char.charCodeAt(0));

/** Where the digits stand in a UUID, between its dashes. */
const DIGIT_PLACES: readonly number[] = [...'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'].flatMap((char, at) =>
  char === '-' ? [] : [at],
);
const codes: number[] = new Array<number>(36).fill('-'.charCodeAt(0));

/** A version 4 UUID. */
export function randomUid(random: Random): string {
  let at = 0;
  for (let word = 0; word < 4; word += 1) {
    const drawn = marked(word, random.nextU32());
    for (let shift = 28; shift >= 0; shift -= 4) {
      codes[DIGIT_PLACES[at] as number] = DIGITS[(drawn >>> shift) & 15] as number;
      at += 1;
    }
  }
  return String.fromCharCode.apply(undefined, codes);
}

/** Two of the digits say what kind of UUID it is. */
function marked(word: number, drawn: number): number {
  if (word === 1) return (drawn & ~0xf000) | 0x4000;
  return word === 2 ? (drawn & 0x3fff_ffff) | 0x8000_0000 : drawn;
}
