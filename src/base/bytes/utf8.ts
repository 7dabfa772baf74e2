/** A byte that is part of no UTF-8 stands in a text as half a pair that nothing else means: `0xff` as U+DCFF. */
const [FIRST_STRAY, LAST_STRAY] = [0xdc80, 0xdcff];

export function strayByte(byte: number): string {
  return String.fromCharCode(0xdc00 | byte);
}

/** Gives the UTF-8 bytes of one code point, first to last. */
export function eachByteOf(code: number, add: (byte: number) => void): void {
  if (code < 0x80) {
    add(code);
    return;
  }
  if (code >= FIRST_STRAY && code <= LAST_STRAY) {
    add(code & 0xff);
    return;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  add((more === 1 ? 0xc0 : more === 2 ? 0xe0 : 0xf0) | (code >> (6 * more)));
  for (let shift = 6 * (more - 1); shift >= 0; shift -= 6) add(0x80 | ((code >> shift) & 0x3f));
}

export function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const letter of text) eachByteOf(letter.codePointAt(0) as number, (byte) => bytes.push(byte));
  return bytes;
}

/** How many bytes a text is; half a pair counts two, a stray byte one. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= FIRST_STRAY && code <= LAST_STRAY && !isFirstHalf(text.charCodeAt(i - 1))) length += 1;
    else length += code < 0x80 ? 1 : code < 0x800 || isHalf(code) ? 2 : 3;
  }
  return length;
}

/** From here on a byte is one of several of a character. */
const FIRST_OF_MORE = 0x80;

const isHalf = (code: number): boolean => code >= 0xd800 && code < 0xe000;
const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** The text that bytes are; undefined where they are no UTF-8. */
export function strictFromUtf8(bytes: readonly number[]): string | undefined {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] as number;
    if (first < FIRST_OF_MORE) {
      text += String.fromCharCode(first);
      continue;
    }
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (more === 0) return undefined;
    let code = first & (0x3f >> more);
    for (let step = 0; step < more; step += 1) {
      at += 1;
      const next = bytes[at];
      if (next === undefined || (next & 0xc0) !== FIRST_OF_MORE) return undefined;
      code = (code << 6) | (next & 63);
    }
    if (code > 0x10ffff) return undefined;
    text += String.fromCodePoint(code);
  }
  return text;
}

/** The text that bytes are, as a reader shows it: what is no character is U+FFFD. */
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
