/** Gives the UTF-8 bytes of one code point, first to last. */
export function eachByteOf(code: number, add: (byte: number) => void): void {
  if (code < 0x80) {
    add(code);
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

/** How many bytes a text is; half a pair counts two. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    length += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return length;
}
