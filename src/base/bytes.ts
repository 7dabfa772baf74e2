const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What base64 stands for, as text; undefined characters are left out. */
export function unbase64(text: string): string {
  return fromUtf8(bytesIn(text));
}

export function bytesIn(text: string): readonly number[] {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of text) {
    const value = DIGITS.indexOf(letter);
    if (value < 0) continue;
    bits = (bits << 6) | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 255);
      bits &= (1 << count) - 1;
    }
  }
  return bytes;
}

export function fromUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const more = following(first);
    let code = more === 0 ? first : first & (0x3f >> more);
    let next = 1;
    for (; next <= more && ((bytes[at + next] ?? 0) & 0xc0) === 0x80; next += 1) {
      code = (code << 6) | ((bytes[at + next] ?? 0) & 63);
    }
    text += more < 0 || next <= more || code > 0x10ffff ? UNREADABLE : String.fromCodePoint(code);
    at += more < 0 ? 1 : next;
  }
  return text;
}

/** Stands for bytes that are no character. */
const UNREADABLE = '\ufffd';

/** How many bytes follow the first one of a character; below zero when none begins so. */
function following(first: number): number {
  if (first < 0x80) return 0;
  if (first < 0xc2 || first > 0xf4) return -1;
  return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}
