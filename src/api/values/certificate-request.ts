// Models crypto/x509 ParseCertificateRequest, as far as names go: whether a request is signed with its own key is not looked at.

import { bytesIn, unbase64 } from '../../base/bytes/base64.ts';
import { fromUtf8 } from '../../base/bytes/utf8.ts';

interface DerValue {
  readonly tag: number;
  readonly content: readonly number[];
}

export interface CertificateRequest {
  /** Names of the subject by their type. */
  readonly subject: ReadonlyMap<string, readonly string[]>;
  /** Host names and addresses are asked for, too. */
  readonly hasAlternativeNames: boolean;
}

const TRUNCATED = 'asn1: syntax error: data truncated';
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const ALTERNATIVE_NAMES = '2.5.29.17';

/** Of PEM in base64, as objects hold it; a text is what is wrong. */
export function readCertificateRequest(request: string): CertificateRequest | string {
  const pem = unbase64(request);
  const [, label, body = ''] = /-----BEGIN ([A-Z ]+)-----\s([\s\S]*?)-----END/.exec(pem) ?? [];
  if (label !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST';
  const [whole] = valuesIn(bytesIn(body)) ?? [];
  const [info] = valuesIn(whole?.content) ?? [];
  const [, names, , attributes] = valuesIn(info?.content) ?? [];
  const subject = names === undefined ? undefined : namesIn(names);
  return subject === undefined ? TRUNCATED : { subject, hasAlternativeNames: asksForNames(attributes) };
}

function namesIn(names: DerValue): ReadonlyMap<string, readonly string[]> | undefined {
  const found = new Map<string, readonly string[]>();
  for (const set of valuesIn(names.content) ?? []) {
    for (const pair of valuesIn(set.content) ?? []) {
      const [type, value] = valuesIn(pair.content) ?? [];
      if (type === undefined || value === undefined) return undefined;
      const key = dotted(type.content);
      found.set(key, [...(found.get(key) ?? []), fromUtf8(value.content)]);
    }
  }
  return found;
}

function asksForNames(attributes: DerValue | undefined): boolean {
  for (const attribute of valuesIn(attributes?.content) ?? []) {
    const [type, values] = valuesIn(attribute.content) ?? [];
    if (type === undefined || dotted(type.content) !== EXTENSION_REQUEST) continue;
    for (const list of valuesIn(values?.content) ?? []) {
      for (const extension of valuesIn(list.content) ?? []) {
        const [id] = valuesIn(extension.content) ?? [];
        if (id !== undefined && dotted(id.content) === ALTERNATIVE_NAMES) return true;
      }
    }
  }
  return false;
}

/** The values one after another; undefined when the last is cut off. */
function valuesIn(bytes: readonly number[] | undefined): readonly DerValue[] | undefined {
  if (bytes === undefined) return undefined;
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = [bytes[at], bytes[at + 1]];
    const more = first < 0x80 ? 0 : first - 0x80;
    let length = more === 0 ? first : 0;
    for (let next = 0; next < more; next += 1) length = length * 256 + (bytes[at + 2 + next] ?? 0);
    const start = at + 2 + more;
    if (start + length > bytes.length) return undefined;
    values.push({ tag, content: bytes.slice(start, start + length) });
    at = start + length;
  }
  return values;
}

function dotted(content: readonly number[]): string {
  const [first = 0, ...rest] = content;
  const parts = [Math.floor(first / 40), first % 40];
  let value = 0;
  for (const byte of rest) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    parts.push(value);
    value = 0;
  }
  return parts.join('.');
}
