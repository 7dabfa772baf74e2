// Models coreutils/md5_sha1_sum.c of busybox (v1.36)

import { hex32, hexOfBytes } from '../../../base/bytes/hex.ts';
import { sha256 } from '../../../base/bytes/sha256.ts';
import { sha512 } from '../../../base/bytes/sha512.ts';
import { bytesOf } from '../../../base/bytes/tar.ts';
import { says, type Told } from '../told.ts';
import type { Work } from '../work.ts';

const BLOCK = 64;
/** One letter of a digest costs about as many steps as this. */
const STEPS_A_LETTER = 16;

const DIGESTS: ReadonlyMap<string, (bytes: string) => string> = new Map([
  ['md5sum', md5],
  ['sha1sum', sha1],
  ['sha256sum', (bytes: string) => hexOfBytes(sha256(bytes))],
  ['sha512sum', sha512],
]);

export const isDigest = (name: string): boolean => DIGESTS.has(name);

/** A line as `md5sum` and the like have it. */
export function digestLine(name: string, text: string, path: string, work: Work): string {
  work.spend(text.length * STEPS_A_LETTER);
  return `${DIGESTS.get(name)?.(bytesOf(text)) ?? ''}  ${path}\n`;
}

/** `md5sum -c FILE`: whether files are still what their digests say. */
export function checkDigests(
  name: string,
  list: string,
  read: (path: string) => string | undefined,
  isQuiet: boolean,
  work: Work,
): Told {
  let stdout = '';
  let failed = 0;
  let total = 0;
  for (const [, digest = '', path = ''] of list.matchAll(/^([\da-f]+) [ *](.*)$/gm)) {
    total += 1;
    const text = read(path);
    const isSame = text !== undefined && digestLine(name, text, path, work).startsWith(`${digest} `);
    failed += Number(!isSame);
    if (!isQuiet) stdout += `${path}: ${isSame ? 'OK' : 'FAILED'}\n`;
  }
  if (failed === 0) return says(stdout);
  const stderr = isQuiet ? '' : `${name}: WARNING: ${failed} of ${total} computed checksums did NOT match\n`;
  return { stdout, stderr, exitCode: 1 };
}

const turned = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** A bit behind the text, zeros, and its length in bits: blocks of sixteen words. */
function* blocksOf(text: string, isLittle: boolean): Generator<Int32Array> {
  const blocks = ((text.length + 8) >> 6) + 1;
  for (let block = 0; block < blocks; block += 1) {
    const words = new Int32Array(16);
    for (let index = 0; index < BLOCK; index += 1) {
      const at = block * BLOCK + index;
      const byte = at < text.length ? text.charCodeAt(at) & 255 : at === text.length ? 0x80 : 0;
      const shift = 8 * (isLittle ? index & 3 : 3 - (index & 3));
      words[index >> 2] = (words[index >> 2] as number) | (byte << shift);
    }
    if (block === blocks - 1) words[isLittle ? 14 : 15] = text.length * 8;
    yield words;
  }
}

const MD5_SHIFTS: readonly (readonly number[])[] = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
/** Sines, as RFC 1321 lists them. */
const MD5_WORDS: readonly number[] =
  (
    'd76aa478e8c7b756242070dbc1bdceeef57c0faf4787c62aa8304613fd469501698098d88b44f7afffff5bb1895cd7be6b901122fd987193a679438e49b40821' +
    'f61e2562c040b340265e5a51e9b6c7aad62f105d02441453d8a1e681e7d3fbc821e1cde6c33707d6f4d50d87455a14eda9e3e905fcefa3f8676f02d98d2a4c8a' +
    'fffa39428771f6816d9d6122fde5380ca4beea444bdecfa9f6bb4b60bebfbc70289b7ec6eaa127fad4ef308504881d05d9d4d039e6db99e51fa27cf8c4ac5665' +
    'f4292244432aff97ab9423a7fc93a039655b59c38f0ccc92ffeff47d85845dd16fa87e4ffe2ce6e0a30143144e0811a1f7537e82bd3af2352ad7d2bbeb86d391'
  )
    .match(/.{8}/g)
    ?.map((word) => Number.parseInt(word, 16)) ?? [];
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const;

function md5(text: string): string {
  const state = Int32Array.from(START.slice(0, 4));
  for (const words of blocksOf(text, true)) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let at = 0; at < BLOCK; at += 1) {
      const round = at >> 4;
      const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round] as number;
      const place = [at, 5 * at + 1, 3 * at + 5, 7 * at][round] as number;
      const sum = (a + mixed + (MD5_WORDS[at] as number) + (words[place & 15] as number)) | 0;
      a = d;
      d = c;
      c = b;
      b = (b + turned(sum, MD5_SHIFTS[round]?.[at & 3] as number)) | 0;
    }
    for (const [at, word] of [a, b, c, d].entries()) state[at] = ((state[at] as number) + word) | 0;
  }
  const bytes = new Uint8Array(16).map((_, at) => (state[at >> 2] as number) >>> (8 * (at & 3)));
  return hexOfBytes(bytes);
}

const SHA1_WORDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const;

function sha1(text: string): string {
  const state = Int32Array.from(START);
  const words = new Int32Array(80);
  for (const block of blocksOf(text, false)) {
    words.set(block);
    for (let at = 16; at < 80; at += 1)
      words[at] = turned(
        (words[at - 3] as number) ^ (words[at - 8] as number) ^ (words[at - 14] as number) ^ (words[at - 16] as number),
        1,
      );
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let at = 0; at < 80; at += 1) {
      const round = Math.floor(at / 20);
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const sum = (turned(a, 5) + mixed + e + (SHA1_WORDS[round] as number) + (words[at] as number)) | 0;
      e = d;
      d = c;
      c = turned(b, 30);
      b = a;
      a = sum;
    }
    for (const [at, word] of [a, b, c, d, e].entries()) state[at] = ((state[at] as number) + word) | 0;
  }
  return [...state].map(hex32).join('');
}
