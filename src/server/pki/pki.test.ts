import { spawnSync } from 'node:child_process';
import { createPublicKey, type JsonWebKeyInput, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAuthority } from './authority.ts';
import { credentialId } from './certificate.ts';
import { integer, objectIdentifier, octetString, pem } from './der.ts';
import { createTokenSigner } from './token-signer.ts';

const authority = createAuthority(['127.0.0.1', '::1', 'localhost'], new Date());

describe('DER', () => {
  it('writes lengths short and long', () => {
    expect(octetString(Buffer.alloc(3)).subarray(0, 2).toString('hex')).toBe('0403');
    expect(octetString(Buffer.alloc(200)).subarray(0, 3).toString('hex')).toBe('0481c8');
    expect(octetString(Buffer.alloc(70_000)).subarray(0, 5).toString('hex')).toBe('0483011170');
  });
  it('writes numbers without a sign and identifiers in sevens of bits', () => {
    expect(integer(Buffer.from([0, 0, 0x80])).toString('hex')).toBe('02020080');
    expect(integer(Buffer.from([0])).toString('hex')).toBe('020100');
    expect(objectIdentifier('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302');
  });
  it('breaks text into lines of 64', () => {
    expect(
      pem('X', Buffer.alloc(60))
        .split('\n')
        .map((line) => line.length),
    ).toEqual([17, 64, 16, 15, 0]);
  });
});

describe('certificates of a run', () => {
  it('are signed by the authority of the run', () => {
    const root = new X509Certificate(authority.root.certificate);
    expect(root.ca).toBe(true);
    expect(root.verify(root.publicKey)).toBe(true);
    for (const issued of [authority.server, ...authority.people.values()]) {
      const certificate = new X509Certificate(issued.certificate);
      expect(certificate.verify(root.publicKey)).toBe(true);
      expect(certificate.checkIssued(root)).toBe(true);
      expect(certificate.ca).toBe(false);
      expect(certificate.checkPrivateKey(issued.privateKey)).toBe(true);
    }
  });
  it('name the server by its addresses and the people by user and groups', () => {
    const server = new X509Certificate(authority.server.certificate);
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkIP('::1')).toBe('::1');
    expect(server.checkHost('kubernetes.default.svc')).toBeDefined();
    expect(server.checkHost('example.org')).toBeUndefined();
    const admin = new X509Certificate(authority.people.get('kubernetes-admin')?.certificate ?? '');
    expect(admin.subject).toBe('O=system:masters\nCN=kubernetes-admin');
    expect(admin.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(credentialId(admin.raw)).toBe(`X509SHA256=${admin.fingerprint256.replaceAll(':', '').toLowerCase()}`);
  });
  it.skipIf(spawnSync('openssl', ['version']).status !== 0)('satisfy openssl verify', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubestep-pki-'));
    try {
      writeFileSync(join(folder, 'ca.pem'), authority.root.certificate);
      for (const [purpose, issued] of [
        ['sslserver', authority.server],
        ['sslclient', authority.people.get('jane')],
      ] as const) {
        writeFileSync(join(folder, 'leaf.pem'), issued?.certificate ?? '');
        const args = ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'ca.pem', 'leaf.pem'];
        const { stdout, stderr, status } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
        expect({ stdout, stderr, status }).toEqual({ stdout: 'leaf.pem: OK\n', stderr: '', status: 0 });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('SV1: ServiceAccount tokens are signed with a key that others can check', () => {
  const signer = createTokenSigner();
  const [jwk] = (signer.keySet as { keys: JsonWebKeyInput['key'][] }).keys;
  const key = createPublicKey({ key: jwk as JsonWebKeyInput['key'], format: 'jwk' });
  const signature = signer.sign('head.body');
  expect(verify('RSA-SHA256', Buffer.from('head.body'), key, Buffer.from(signature, 'base64url'))).toBe(true);
  expect([signer.verify('head.body', signature), signer.verify('head.other', signature)]).toEqual([true, false]);
});
