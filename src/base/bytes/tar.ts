// Models the format ustar of POSIX.1-1988: texts in which each character is one byte.

import { utf8 } from './utf8.ts';

const BLOCK = 512;
const FOLDER = '5';

export interface TarEntry {
  /** Without a slash in front; of a folder, with one behind. */
  readonly path: string;
  /** A character a byte. */
  readonly content: string;
}

/** The text's UTF-8 bytes, a character each. */
export function bytesOf(text: string): string {
  // What is ASCII is its own bytes.
  if (!/[^\0-\x7f]/.test(text)) return text;
  let bytes = '';
  for (const byte of utf8(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text that bytes are in UTF-8; what is none stays as it is, a character a byte. */
export function textOf(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.charCodeAt(at);
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : -1;
    let code = more <= 0 ? first : first & (0x3f >> more);
    for (let next = 1; next <= more; next += 1) {
      const byte = bytes.charCodeAt(at + next);
      if ((byte & 0xc0) !== 0x80) return bytes;
      code = (code << 6) | (byte & 63);
    }
    if (more < 0 || code > 0x10ffff) return bytes;
    text += String.fromCodePoint(code);
    at += more + 1;
  }
  return text;
}

/** `seconds` since 1970: when the files were changed last. */
export function packTar(entries: readonly TarEntry[], seconds: number): string {
  let archive = '';
  for (const { path, content } of entries) {
    const size = content.length;
    archive += header(path, path.endsWith('/') ? 0 : size, seconds);
    archive += content + '\0'.repeat((BLOCK - (size % BLOCK)) % BLOCK);
  }
  return archive + '\0'.repeat(2 * BLOCK);
}

export function unpackTar(archive: string): readonly TarEntry[] {
  const entries: TarEntry[] = [];
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const head = archive.slice(at, at + BLOCK);
    const name = field(head, 0, 100);
    if (name === '') break;
    const size = Number.parseInt(field(head, 124, 12).trim() || '0', 8);
    const prefix = head.startsWith('ustar', 257) ? field(head, 345, 155) : '';
    const kind = head.charAt(156);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const content = archive.slice(at + BLOCK, at + BLOCK + size);
    if (kind === FOLDER) entries.push({ path: path.endsWith('/') ? path : `${path}/`, content: '' });
    // Long names and times of their own are told in entries that are no files.
    else if (kind === '0' || kind === '\0' || kind === '') entries.push({ path, content });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

function header(path: string, size: number, seconds: number): string {
  const [prefix, name] = splitName(path);
  const isFolder = path.endsWith('/');
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const before = `${padded(name, 100)}${octal(isFolder ? 0o755 : 0o644, 8)}${octal(0, 8)}${octal(0, 8)}${octal(size, 12)}${octal(seconds, 12)}`;
  const after = `${isFolder ? FOLDER : '0'}${padded('', 100)}ustar\x0000${padded('root', 32)}${padded('root', 32)}${octal(0, 8)}${octal(0, 8)}${padded(prefix, 155)}`;
  let sum = 8 * 32;
  for (const part of [before, after]) for (let at = 0; at < part.length; at += 1) sum += part.charCodeAt(at);
  return padded(`${before}${sum.toString(8).padStart(6, '0')}\0 ${after}`, BLOCK);
}

/** A long name is taken apart at a slash. */
function splitName(path: string): readonly [prefix: string, name: string] {
  if (path.length <= 100) return ['', path];
  const slash = path.indexOf('/', path.length - 101);
  return slash < 0 ? ['', path.slice(0, 100)] : [path.slice(0, slash), path.slice(slash + 1)];
}

function padded(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '\0');
}

function field(head: string, at: number, length: number): string {
  const text = head.slice(at, at + length);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
