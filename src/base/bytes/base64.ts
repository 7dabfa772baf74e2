import { eachByteOf, fromUtf8, strayByte, strictFromUtf8 } from './utf8.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: readonly number[] = Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
const ASCII = 0x80;

/** The text's UTF-8 bytes in base64 for addresses, without padding. */
export function base64url(text: string): string {
  return encoded((add) => {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < ASCII) {
        add(unit);
        continue;
      }
      const code = text.codePointAt(at) as number;
      if (code >= 0x10000) at += 1;
      eachByteOf(code, add);
    }
  });
}

export function base64urlOfBytes(bytes: Uint8Array): string {
  return encoded((add) => bytes.forEach(add));
}

function encoded(giveTo: (add: (byte: number) => void) => void): string {
  let out = '';
  let bits = 0;
  let held = 0;
  giveTo((byte) => {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 6) {
      held -= 6;
      out += DIGITS[(bits >> held) & 63];
    }
    bits &= 63;
  });
  return held === 0 ? out : out + DIGITS[(bits << (6 - held)) & 63];
}

/** Undefined when it is no base64 or its bytes are no UTF-8. */
export function fromBase64url(encoded: string): string | undefined {
  const bytes = bytesOf(encoded);
  return bytes === undefined ? undefined : strictFromUtf8(bytes);
}

/** Undefined when it is no base64. Bytes that are no UTF-8 are strays in the text. */
function bytesFromBase64url(encoded: string): string | undefined {
  const bytes = bytesOf(encoded);
  return bytes === undefined
    ? undefined
    : (strictFromUtf8(bytes) ??
        bytes.map((byte) => (byte < ASCII ? String.fromCharCode(byte) : strayByte(byte))).join(''));
}

/** Undefined when it is no base64. */
export function bytesOf(encoded: string): readonly number[] | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const value = VALUES[encoded.charCodeAt(at)] ?? -1;
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  return bytes;
}

/** The text's UTF-8 bytes in standard base64, padded. */
export function base64(text: string): string {
  const bare = base64url(text).replaceAll('-', '+').replaceAll('_', '/');
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

/** Undefined when it is no base64 or its bytes are no UTF-8. */
export function fromBase64(encoded: string): string | undefined {
  return fromBase64url(forAddresses(encoded));
}

/** Undefined when it is no base64; bytes that are no UTF-8 are strays in the text. */
export function bytesFromBase64(encoded: string): string | undefined {
  return bytesFromBase64url(forAddresses(encoded));
}

function forAddresses(encoded: string): string {
  return encoded.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

/** The bytes that base64 stands for; what is no digit of it is passed over. */
export function bytesIn(text: string): readonly number[] {
  return bytesOf(forAddresses(text.replace(/[^A-Za-z0-9+/]/g, ''))) ?? [];
}

/** What base64 stands for, as a reader shows it. */
export function unbase64(text: string): string {
  return fromUtf8(bytesIn(text));
}
