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

const isHalf = (code: number): boolean => code >= 0xd800 && code < 0xe000;
const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
