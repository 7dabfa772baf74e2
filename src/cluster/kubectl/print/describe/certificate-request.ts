// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeCertificateSigningRequest (v1.36); alternative names are left out.

import { humanDuration } from '../../../../api/duration.ts';
import type { Event } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { bytesIn, fromUtf8, unbase64 } from '../../base64.ts';
import { type Failure, failure } from '../../errors.ts';
import { describeEvents } from './events.ts';
import { DescribeWriter, rfc1123z } from './writer.ts';

interface Request extends KObject {
  readonly spec: {
    readonly request?: string;
    readonly username?: string;
    readonly signerName?: string;
    readonly expirationSeconds?: number;
  };
  readonly status?: { readonly certificate?: string; readonly conditions?: readonly { readonly type: string }[] };
}

export function describeCertificateRequest(object: KObject, events: readonly Event[], now: number): string | Failure {
  const { metadata, spec, status } = object as Request;
  const subject = subjectIn(spec.request ?? '');
  if (typeof subject === 'string') return failure(`Error parsing CSR: ${subject}`);
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels('Labels', metadata.labels);
  writer.labels('Annotations', metadata.annotations);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  writer.line(0, `Requesting User:\t${spec.username ?? ''}`);
  if (spec.signerName) writer.line(0, `Signer:\t${spec.signerName}`);
  if (spec.expirationSeconds !== undefined) {
    writer.line(0, `Requested Duration:\t${humanDuration(spec.expirationSeconds * 1_000_000)}`);
  }
  writer.line(0, `Status:\t${statusText(status)}`);
  writer.line(0, 'Subject:');
  writer.line(0, `\tCommon Name:\t${(subject.get('2.5.4.3') ?? []).at(-1) ?? ''}`);
  writer.line(0, `\tSerial Number:\t${(subject.get('2.5.4.5') ?? []).at(-1) ?? ''}`);
  for (const [title, type] of LISTED) {
    const values = subject.get(type) ?? [];
    values.forEach((value, at) => {
      writer.line(0, `\t${at === 0 ? `${title}:` : ''}\t${value}`);
    });
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

const LISTED: readonly (readonly [title: string, type: string])[] = [
  ['Organization', '2.5.4.10'],
  ['Organizational Unit', '2.5.4.11'],
  ['Country', '2.5.4.6'],
  ['Locality', '2.5.4.7'],
  ['Province', '2.5.4.8'],
  ['StreetAddress', '2.5.4.9'],
  ['PostalCode', '2.5.4.17'],
];

function statusText(status: Request['status']): string {
  const has = (wanted: string): boolean => (status?.conditions ?? []).some(({ type }) => type === wanted);
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return `${decided}${has('Failed') ? ',Failed' : ''}${status?.certificate ? ',Issued' : ''}`;
}

interface DerValue {
  readonly tag: number;
  readonly content: readonly number[];
}

const TRUNCATED = 'asn1: syntax error: data truncated';

/** Names of the subject by their type; a text is what is wrong. */
function subjectIn(request: string): ReadonlyMap<string, readonly string[]> | string {
  const pem = unbase64(request);
  const [, label, body = ''] = /-----BEGIN ([A-Z ]+)-----\s([\s\S]*?)-----END/.exec(pem) ?? [];
  if (label !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST';
  const [whole] = valuesIn(bytesIn(body)) ?? [];
  const [info] = valuesIn(whole?.content) ?? [];
  const names = valuesIn(info?.content)?.[1];
  if (names === undefined) return TRUNCATED;
  const found = new Map<string, readonly string[]>();
  for (const set of valuesIn(names.content) ?? []) {
    for (const pair of valuesIn(set.content) ?? []) {
      const [type, value] = valuesIn(pair.content) ?? [];
      if (type === undefined || value === undefined) return TRUNCATED;
      const key = dotted(type.content);
      found.set(key, [...(found.get(key) ?? []), fromUtf8(value.content)]);
    }
  }
  return found;
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
