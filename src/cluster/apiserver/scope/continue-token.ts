import { jsonSyntaxError } from '../../../api/go/json-syntax.ts';
import { quote } from '../../../api/go/quote.ts';

/** Where a page of a list ended. */
export interface ContinueToken {
  /** -1: whichever is newest. */
  readonly revision: number;
  /** The first key of the next page, below the prefix of the list. */
  readonly start: string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const VERSION = 'meta.k8s.io/v1';

// Models staging/src/k8s.io/apiserver/pkg/storage/continue.go (v1.36)
export function encodeContinue(revision: number, lastKey: string): string {
  return base64Url(`{"v":"${VERSION}","rv":${revision},"start":"/${lastKey}\\u0000"}`);
}

/** For a list whose revision is gone: from the same key, at whatever is newest. */
export function inconsistentToken(start: string): string {
  return base64Url(`{"v":"${VERSION}","rv":-1,"start":"${start.replaceAll('\u0000', '\\u0000')}"}`);
}

export function decodeContinue(text: string): ContinueToken | { readonly error: string } {
  const json = fromBase64Url(text);
  if (json === undefined) return invalidKey(`illegal base64 data at input byte ${badByte(text)}`);
  const syntax = jsonSyntaxError(json);
  if (syntax !== undefined) return invalidKey(syntax);
  const { v = '', rv = 0, start = '' } = (JSON.parse(json) ?? {}) as { v?: unknown; rv?: unknown; start?: unknown };
  const mistyped = badType(json, v, rv, start);
  if (mistyped !== undefined) return invalidKey(`json: cannot unmarshal ${mistyped}`);
  if (v !== VERSION) return invalidKey(`server does not recognize this encoded version ${quote(String(v))}`);
  if (start === '') return { error: `continue key is not valid: encoded start key empty (version ${VERSION})` };
  if (rv === 0)
    return { error: `continue key is not valid: incorrect encoded start resourceVersion (version ${VERSION})` };
  const key = (start as string).replace(/^\//, '');
  if (/(^|\/)\.{0,2}(\/|$)/.test(key)) return invalidKey(start as string);
  return { revision: rv as number, start: key };
}

function invalidKey(why: string): { readonly error: string } {
  return { error: `continue key is not valid: ${why}` };
}

const TOKEN_TYPE = 'Go struct field continueToken';

function badType(json: string, v: unknown, rv: unknown, start: unknown): string | undefined {
  if (!json.startsWith('{')) return `${jsonType(JSON.parse(json))} into Go value of type storage.continueToken`;
  if (typeof v !== 'string') return `${jsonType(v)} into ${TOKEN_TYPE}.v of type string`;
  if (!Number.isSafeInteger(rv)) return `${jsonType(rv)} into ${TOKEN_TYPE}.rv of type int64`;
  return typeof start === 'string' ? undefined : `${jsonType(start)} into ${TOKEN_TYPE}.start of type string`;
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : `number ${value}`;
  return typeof value === 'boolean' ? 'bool' : typeof value;
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

/** A letter that is none, or one that stands alone behind the groups of four. */
function badByte(text: string): number {
  const at = [...text].findIndex((char) => !ALPHABET.includes(char));
  return at < 0 ? text.length - 1 : at;
}

function fromBase64Url(text: string): string | undefined {
  if (text.length % 4 === 1) return undefined;
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
