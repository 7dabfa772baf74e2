import { eachByteOf, strayByte } from './utf8.ts';

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
  return bytes === undefined ? undefined : textOf(bytes);
}

/** Undefined when it is no base64. Bytes that are no UTF-8 are strays in the text. */
export function bytesFromBase64url(encoded: string): string | undefined {
  const bytes = bytesOf(encoded);
  return bytes === undefined
    ? undefined
    : (textOf(bytes) ?? bytes.map((byte) => (byte < ASCII ? String.fromCharCode(byte) : strayByte(byte))).join(''));
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

function textOf(bytes: readonly number[]): string | undefined {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] as number;
    if (first < ASCII) {
      text += String.fromCharCode(first);
      continue;
    }
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (more === 0) return undefined;
    let code = first & (0x3f >> more);
    for (let step = 0; step < more; step += 1) {
      at += 1;
      const next = bytes[at];
      if (next === undefined || (next & 0xc0) !== ASCII) return undefined;
      code = (code << 6) | (next & 63);
    }
    if (code > 0x10ffff) return undefined;
    text += String.fromCodePoint(code);
  }
  return text;
}
