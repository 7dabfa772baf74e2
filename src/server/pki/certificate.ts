import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  der,
  explicit,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  pem,
  sequence,
  set,
  utcTime,
  utf8String,
} from './der.ts';

export interface Subject {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

export type Usage = 'authority' | 'server' | 'client';

export interface CertificateRequest {
  readonly subject: Subject;
  readonly usage: Usage;
  /** Names and addresses at which a server is reached. */
  readonly hosts?: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** A certificate and its key, as bytes and as text. */
export interface Issued {
  readonly subject: Subject;
  readonly notAfter: Date;
  readonly der: Buffer;
  readonly certificate: string;
  readonly key: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const ECDSA_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';

/** What is certified, apart from who certifies it. */
export interface ToSign {
  readonly serial: Uint8Array;
  /** A name in DER. */
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Buffer[];
}

/** A new P-256 key and a certificate for it (RFC 5280), signed by `issuer` or by itself. */
export function issueCertificate(request: CertificateRequest, issuer?: Issued): Issued {
  const { subject, notBefore, notAfter } = request;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const signer = issuer ?? { subject, privateKey };
  const bytes = signCertificate(signer, {
    serial: Buffer.concat([Buffer.from([0x40]), randomBytes(15)]),
    subject: nameOf(subject),
    key: publicKey,
    notBefore,
    notAfter,
    extensions: extensions(request, publicKey, issuer?.publicKey ?? publicKey),
  });
  return {
    subject,
    notAfter,
    der: bytes,
    certificate: pem('CERTIFICATE', bytes),
    key: privateKey.export({ format: 'pem', type: 'sec1' }) as string,
    privateKey,
    publicKey,
  };
}

export function signCertificate(issuer: Pick<Issued, 'subject' | 'privateKey'>, toSign: ToSign): Buffer {
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))), // version 3
    integer(toSign.serial),
    ECDSA_SHA256,
    nameOf(issuer.subject),
    sequence(utcTime(toSign.notBefore), utcTime(toSign.notAfter)),
    toSign.subject,
    spki(toSign.key),
    explicit(3, sequence(...toSign.extensions)),
  );
  return sequence(content, ECDSA_SHA256, bitString(sign('sha256', content, issuer.privateKey)));
}

const PURPOSES: Readonly<Record<string, string>> = {
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
};

/** Extensions of a certificate that somebody asked for: what it may be used for, and by whom it is signed. */
export function subjectExtensions(usages: readonly string[], issuer: Issued): readonly Buffer[] {
  const bits = (usages.includes('digital signature') ? 0x80 : 0) | (usages.includes('key encipherment') ? 0x20 : 0);
  const unused = bits === 0x80 ? 7 : 5;
  const purposes = usages.flatMap((usage) => PURPOSES[usage] ?? []);
  return [
    ...(bits === 0 ? [] : [extension('2.5.29.15', true, bitString(Buffer.from([bits]), unused))]),
    ...(purposes.length === 0 ? [] : [extension('2.5.29.37', false, sequence(...purposes.map(objectIdentifier)))]),
    extension('2.5.29.19', true, sequence()),
    extension('2.5.29.35', false, sequence(implicit(0, keyId(issuer.publicKey)))),
  ];
}

function spki(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' });
}

/** Organizations before the common name, as Go writes them. */
function nameOf({ commonName, organizations = [] }: Subject): Buffer {
  const attribute = (type: string, value: string): Buffer => sequence(objectIdentifier(type), utf8String(value));
  const all = organizations.map((each) => set(attribute(ORGANIZATION, each)));
  return sequence(...all, set(attribute(COMMON_NAME, commonName)));
}

function extensions({ usage, hosts = [] }: CertificateRequest, own: KeyObject, issuer: KeyObject): readonly Buffer[] {
  const list = [
    extension(
      '2.5.29.15',
      true,
      usage === 'authority' ? bitString(Buffer.from([0x06]), 1) : bitString(Buffer.from([0x80]), 7),
    ),
    extension('2.5.29.19', true, usage === 'authority' ? sequence(boolean(true)) : sequence()),
    extension('2.5.29.14', false, octetString(keyId(own))),
    extension('2.5.29.35', false, sequence(implicit(0, keyId(issuer)))),
  ];
  if (usage !== 'authority') {
    const purpose = usage === 'server' ? '1.3.6.1.5.5.7.3.1' : '1.3.6.1.5.5.7.3.2';
    list.push(extension('2.5.29.37', false, sequence(objectIdentifier(purpose))));
  }
  if (hosts.length > 0) list.push(extension('2.5.29.17', false, sequence(...hosts.map(alternativeName))));
  return list;
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1').update(spki(key)).digest();
}

function alternativeName(host: string): Buffer {
  const family = isIP(host);
  return family === 0 ? der(0x82, Buffer.from(host, 'latin1')) : der(0x87, addressBytes(host, family));
}

function addressBytes(host: string, family: number): Buffer {
  if (family === 4) return Buffer.from(host.split('.').map(Number));
  const [head = '', tail] = host.split('::');
  const words = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(':'));
  const first = words(head);
  const last = words(tail);
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((word) => word.padStart(4, '0')).join(''), 'hex');
}

/** How audit logs and user extras name a certificate. */
export function credentialId(bytes: Uint8Array): string {
  return `X509SHA256=${createHash('sha256').update(bytes).digest('hex')}`;
}
