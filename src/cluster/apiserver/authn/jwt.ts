import { isFields } from '../../../api/go/json.ts';
import { base64url, fromBase64url } from '../../../base/bytes/base64.ts';
import { pureOfText } from '../../../base/pure.ts';
import type { TokenSigner } from '../../ports/token-signer.ts';

/** The parts of a JSON Web Token that authenticators look at. */
// Models github.com/go-jose/go-jose/v4/jwt as pkg/serviceaccount uses it (v1.36)
export interface Payload {
  readonly aud?: readonly string[] | string;
  readonly exp?: number;
  readonly iat?: number;
  readonly iss?: string;
  readonly jti?: string;
  readonly nbf?: number;
  readonly sub?: string;
  readonly [claim: string]: unknown;
}

export interface ParsedToken {
  readonly header: { readonly alg?: unknown; readonly kid?: unknown };
  readonly payload: Payload;
  /** What the signature is about. */
  readonly signed: string;
  readonly signature: string;
}

const headerOf = pureOfText(64, (kid: string) => base64url(JSON.stringify({ alg: 'RS256', kid })));

export function signedToken(signer: TokenSigner, payload: Payload): string {
  const input = `${headerOf(signer.keyId)}.${base64url(JSON.stringify(payload))}`;
  return `${input}.${signer.sign(input)}`;
}

/** Undefined for a text that is no token of this form. */
export function parseToken(token: string): ParsedToken | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  const [head = '', body = '', signature = ''] = parts;
  const header = jsonIn(head);
  const payload = jsonIn(body);
  if (header === undefined || payload === undefined) return undefined;
  return { header, payload, signed: `${head}.${body}`, signature };
}

function jsonIn(part: string): { readonly [key: string]: unknown } | undefined {
  const text = fromBase64url(part);
  if (text === undefined || !text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function audiencesOf({ aud }: Payload): readonly string[] {
  return aud === undefined ? [] : typeof aud === 'string' ? [aud] : aud;
}
