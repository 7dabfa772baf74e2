import { sha256 } from './sha256.ts';
import { eachByteOf } from './utf8.ts';

const BLOCK = 64;

/** The 32 bytes of HMAC-SHA256 (RFC 2104) of two texts' UTF-8 bytes. */
export function hmac256(key: string, message: string): Uint8Array {
  const bytes = binary(key);
  const padded = (bytes.length > BLOCK ? asText(sha256(bytes)) : bytes).padEnd(BLOCK, '\0');
  const inner = asText(sha256(mixed(padded, 0x36) + binary(message)));
  return sha256(mixed(padded, 0x5c) + inner);
}

/** One letter a byte, as sha256 reads texts. */
function binary(text: string): string {
  let bytes = '';
  for (const letter of text) {
    eachByteOf(letter.codePointAt(0) as number, (byte) => {
      bytes += String.fromCharCode(byte);
    });
  }
  return bytes;
}

function mixed(key: string, pad: number): string {
  return Array.from(key, (letter) => String.fromCharCode(letter.charCodeAt(0) ^ pad)).join('');
}

function asText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
