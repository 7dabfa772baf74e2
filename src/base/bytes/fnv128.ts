import { hexOfBytes } from './hex.ts';
import { eachByteOf } from './utf8.ts';

const BASIS = '6c62272e07bb014262b821756295c58d';
/** The prime is 2^88 + this. */
const PRIME = 0x13b;
const BYTES = 16;
/** 2^88 moves everything up by so many bytes. */
const SHIFT = 11;

/** FNV-1a of 128 bits over the UTF-8 bytes of a text, as 32 hexadecimal digits: they sort as Go sorts the bytes. */
export function fnv128a(text: string): string {
  const hash = Uint8Array.from({ length: BYTES }, (_, at) => {
    const from = 2 * (BYTES - 1 - at);
    return Number.parseInt(BASIS.slice(from, from + 2), 16);
  });
  const low = new Uint8Array(BYTES - SHIFT);
  const add = (byte: number): void => {
    hash[0] = (hash[0] as number) ^ byte;
    low.set(hash.subarray(0, low.length));
    let carry = 0;
    for (let at = 0; at < BYTES; at += 1) {
      carry += (hash[at] as number) * PRIME + (at < SHIFT ? 0 : (low[at - SHIFT] as number));
      hash[at] = carry;
      carry >>>= 8;
    }
  };
  for (const letter of text) eachByteOf(letter.codePointAt(0) as number, add);
  return hexOfBytes(hash.reverse());
}
