import { createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';
import type { CertificateSigner, RequestedSubject, SigningOrder } from '../../cluster/ports/certificate-signer.ts';
import { type Issued, signCertificate, subjectExtensions } from './certificate.ts';
import { pem } from './der.ts';
import { bytesOfPem, type DerValue, dotted, valuesIn } from './der-reader.ts';

const BACKDATE_MILLIS = 300_000;
/** Certificates that are good for less than this begin a little earlier and end on time. */
const SHORT_SECONDS = 8 * 3600;
const HASHES: ReadonlyMap<string, string | undefined> = new Map([
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.3.101.112', undefined],
]);
const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const ALTERNATIVE_NAMES = '2.5.29.17';

/** A PKCS #10 request (RFC 2986), read and found to be signed with its own key. */
interface Request {
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly names: RequestedSubject;
  /** The extension with other names, as it was asked for. */
  readonly alternativeNames: Buffer | undefined;
}

/** Signs with the run's own authority, by the wall clock, which is what TLS goes by. */
// Models pkg/controller/certificates/authority/authority.go and policies.go (v1.36)
export function createCertificateSigner(root: Issued, now: () => Date): CertificateSigner {
  return {
    read(encoded) {
      try {
        return readRequest(encoded).names;
      } catch (error) {
        return `unable to parse csr: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
    sign: (order) => Buffer.from(pem('CERTIFICATE', signed(root, order, now().getTime())), 'utf8').toString('base64'),
  };
}

function signed(root: Issued, { request, usages, seconds }: SigningOrder, now: number): Buffer {
  const { subject, key, alternativeNames } = readRequest(request);
  const begin = now - BACKDATE_MILLIS;
  const end = (seconds < SHORT_SECONDS ? now : begin) + seconds * 1000;
  const extensions = subjectExtensions(usages, root);
  return signCertificate(root, {
    serial: randomBytes(16),
    subject,
    key,
    notBefore: new Date(begin),
    notAfter: new Date(Math.min(end, root.notAfter.getTime())),
    extensions: alternativeNames === undefined ? extensions : [...extensions, alternativeNames],
  });
}

function readRequest(encoded: string): Request {
  const bytes = bytesOfPem(Buffer.from(encoded, 'base64').toString('latin1'), /^CERTIFICATE REQUEST$/);
  if (bytes === undefined) throw new Error('PEM block type must be CERTIFICATE REQUEST');
  const [outer] = valuesIn(bytes);
  const [info, algorithm, signature] = valuesIn((outer as DerValue).content);
  if (info === undefined || algorithm === undefined || signature === undefined)
    throw new Error('asn1: structure error');
  const [, subject, publicKey, attributes] = valuesIn(info.content);
  if (subject === undefined || publicKey === undefined) throw new Error('asn1: structure error');
  const key = createPublicKey({ key: publicKey.whole, format: 'der', type: 'spki' });
  const oid = dotted((valuesIn(algorithm.content)[0] as DerValue).content);
  if (!HASHES.has(oid)) throw new Error('x509: cannot verify signature: algorithm unimplemented');
  if (!verify(HASHES.get(oid), info.whole, key, signature.content.subarray(1))) {
    throw new Error('x509: signature does not match the key of the request');
  }
  const alternativeNames = extensionIn(attributes);
  const { commonName, organizations } = namesIn(subject);
  const names = { commonName, organizations, hasAlternativeNames: alternativeNames !== undefined };
  return { subject: subject.whole, key, names, alternativeNames };
}

function namesIn(subject: DerValue): { readonly commonName: string; readonly organizations: readonly string[] } {
  let commonName = '';
  const organizations: string[] = [];
  for (const set of valuesIn(subject.content)) {
    for (const attribute of valuesIn(set.content)) {
      const [type, value] = valuesIn(attribute.content);
      const text = value?.content.toString('utf8') ?? '';
      const oid = type === undefined ? '' : dotted(type.content);
      if (oid === COMMON_NAME) commonName = text;
      if (oid === ORGANIZATION) organizations.push(text);
    }
  }
  return { commonName, organizations };
}

function extensionIn(attributes: DerValue | undefined): Buffer | undefined {
  for (const attribute of attributes === undefined ? [] : valuesIn(attributes.content)) {
    const [type, values] = valuesIn(attribute.content);
    if (type === undefined || values === undefined || dotted(type.content) !== EXTENSION_REQUEST) continue;
    const [list] = valuesIn(values.content);
    for (const extension of list === undefined ? [] : valuesIn(list.content)) {
      const [id] = valuesIn(extension.content);
      if (id !== undefined && dotted(id.content) === ALTERNATIVE_NAMES) return extension.whole;
    }
  }
  return undefined;
}
