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
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let next = 1; next <= more; next += 1) code = (code << 6) | ((bytes[at + next] ?? 0) & 63);
    text += String.fromCodePoint(Math.min(code, 0x10ffff));
    at += more + 1;
  }
  return text;
}
