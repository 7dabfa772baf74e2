// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeCertificateSigningRequest (v1.36); alternative names are left out.

import type { Event } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { readCertificateRequest } from '../../../../api/values/certificate-request.ts';
import { humanDuration } from '../../../../api/values/duration.ts';
import { SECOND } from '../../../../base/time/units.ts';
import { type Failure, failure } from '../../session/errors.ts';
import { DescribeWriter, rfc1123z } from '../indented-writer.ts';
import { describeEvents } from './events.ts';

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
  const request = readCertificateRequest(spec.request ?? '');
  if (typeof request === 'string') return failure(`Error parsing CSR: ${request}`);
  const { subject } = request;
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels('Labels', metadata.labels);
  writer.labels('Annotations', metadata.annotations);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  writer.line(0, `Requesting User:\t${spec.username ?? ''}`);
  if (spec.signerName) writer.line(0, `Signer:\t${spec.signerName}`);
  if (spec.expirationSeconds !== undefined) {
    writer.line(0, `Requested Duration:\t${humanDuration(spec.expirationSeconds * SECOND)}`);
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
