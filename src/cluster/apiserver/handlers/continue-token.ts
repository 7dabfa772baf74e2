import { jsonSyntaxError } from '../../../api/json-syntax.ts';

/** Where a page of a list ended. */
export interface ContinueToken {
  readonly revision: number;
  /** The first key of the next page. */
  readonly start: string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

// Models staging/src/k8s.io/apiserver/pkg/storage/continue.go (v1.36)
export function encodeContinue(revision: number, lastKey: string): string {
  return base64Url(`{"v":"meta.k8s.io/v1","rv":${revision},"start":"/${lastKey}\\u0000"}`);
}

export function decodeContinue(text: string, _namespace: string): ContinueToken | { readonly error: string } {
  const json = fromBase64Url(text);
  if (json === undefined)
    return { error: `continue key is not valid: illegal base64 data at input byte ${badByte(text)}` };
  const match = /^\{"v":"([^"]*)","rv":(-?\d+),"start":"([^"]*)"\}$/.exec(json);
  if (match === null) {
    const error = jsonSyntaxError(json) ?? 'server does not recognize this encoded version ""';
    return { error: `continue key is not valid: ${error}` };
  }
  if (match[1] !== 'meta.k8s.io/v1')
    return { error: `continue key is not valid: server does not recognize this encoded version "${match[1]}"` };
  const start = (match[3] as string).replaceAll('\\u0000', '\u0000').replace(/^\//, '');
  return { revision: Number(match[2]), start };
}

function base64Url(text: string): string {
  let encoded = '';
  for (let i = 0; i < text.length; i += 3) {
    const a = text.charCodeAt(i);
    const b = i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
    const c = i + 2 < text.length ? text.charCodeAt(i + 2) : 0;
    const chunk = (a << 16) | (b << 8) | c;
    encoded += ALPHABET.charAt(chunk >> 18) + ALPHABET.charAt((chunk >> 12) & 63);
    if (i + 1 < text.length) encoded += ALPHABET.charAt((chunk >> 6) & 63);
    if (i + 2 < text.length) encoded += ALPHABET.charAt(chunk & 63);
  }
  return encoded;
}

function badByte(text: string): number {
  return [...text].findIndex((char) => !ALPHABET.includes(char));
}

function fromBase64Url(text: string): string | undefined {
  let bits = 0;
  let held = 0;
  let decoded = '';
  for (const char of text) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return undefined;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((held >> bits) & 255);
  }
  return decoded;
}
