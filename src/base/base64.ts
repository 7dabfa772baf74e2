import { base64url, bytesFromBase64url, fromBase64url } from './base64url.ts';

/** The text's UTF-8 bytes in standard base64, padded. */
export function base64(text: string): string {
  const bare = base64url(text).replaceAll('-', '+').replaceAll('_', '/');
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

/** Undefined when it is no base64 or its bytes are no UTF-8. */
export function fromBase64(encoded: string): string | undefined {
  return fromBase64url(forAddresses(encoded));
}

/** Undefined when it is no base64; bytes that are no UTF-8 are strays in the text. */
export function bytesFromBase64(encoded: string): string | undefined {
  return bytesFromBase64url(forAddresses(encoded));
}

function forAddresses(encoded: string): string {
  return encoded.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}
