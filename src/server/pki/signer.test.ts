import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../cluster/controllers/certificates/signers.ts';
import type { ApiRequest } from '../../cluster/ports/transport.ts';
import { ServedCluster } from '../served-cluster.ts';
import { createAuthority } from './authority.ts';
import { createCertificateSigner } from './signer.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const { root } = createAuthority(['127.0.0.1'], NOW);
const signer = createCertificateSigner(root, () => NOW);
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A request in base64, as openssl makes it. */
function request(subject: string, ...more: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-csr-'));
  try {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeFileSync(join(folder, 'key'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    spawnSync('openssl', ['req', '-new', '-key', 'key', '-out', 'csr', '-subj', subject, ...more], { cwd: folder });
    return readFileSync(join(folder, 'csr')).toString('base64');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!hasOpenssl)('SV17: requests to sign', () => {
  it('are read and signed for as long as they ask', () => {
    const csr = request('/O=dev/CN=mallory', '-addext', 'subjectAltName=DNS:x.example');
    expect(signer.read(csr)).toEqual({ commonName: 'mallory', organizations: ['dev'], hasAlternativeNames: true });
    const usages = ['client auth', 'digital signature'];
    const pem = Buffer.from(signer.sign({ request: csr, usages, seconds: 3600 }), 'base64').toString('utf8');
    const certificate = new X509Certificate(pem);
    expect(certificate.subject).toBe('O=dev\nCN=mallory');
    expect(certificate.verify(root.publicKey)).toBe(true);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(certificate.subjectAltName).toBe('DNS:x.example');
    expect(new Date(certificate.validFrom).getTime()).toBe(NOW.getTime() - 300_000);
    expect(new Date(certificate.validTo).getTime()).toBe(NOW.getTime() + 3_600_000);
  });
  it('are refused when they are none, or not signed with their own key', () => {
    expect(signer.read(Buffer.from('nonsense').toString('base64'))).toBe(
      'unable to parse csr: PEM block type must be CERTIFICATE REQUEST',
    );
    const text = Buffer.from(request('/CN=a'), 'base64').toString('utf8');
    const body = Buffer.from(text.replace(/-----[^-]+-----/g, ''), 'base64');
    body[body.length - 3] = (body[body.length - 3] as number) ^ 1;
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${body.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    expect(signer.read(Buffer.from(forged).toString('base64'))).toMatch(/^unable to parse csr: /);
  });
  it('make certificates once somebody approves them', async () => {
    const host = {
      now: () => 0,
      soon: (action: () => void) => void setImmediate(action),
      later: () => () => undefined,
    };
    const broken = (error: unknown): void => {
      throw error;
    };
    const options = { nodes: 1, seed: 1, speed: 'max', startTime: NOW.getTime() * 1000, root } as const;
    const cluster = new ServedCluster(options, { ...host, broken });
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    const ask = (method: ApiRequest['method'], target: string, body?: unknown, type = 'application/json') =>
      cluster.request({
        method,
        path: target,
        query: [],
        headers: { authorization: `Bearer ${cluster.tokens.get('kubernetes-admin')}`, 'content-type': type },
        body,
        clientCertificate: undefined,
      });
    const spec = { signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] };
    const object = { metadata: { name: 'm' }, spec: { ...spec, request: request('/CN=mallory') } };
    const created = await ask('POST', path, object);
    expect(created.code).toBe(201);
    const approval = { type: 'Approved', status: 'True', reason: 'Test', message: '' };
    const approved = { ...(created.body as object), status: { conditions: [approval] } };
    expect((await ask('PUT', `${path}/m/approval`, approved)).code).toBe(200);
    let certificate: string | undefined;
    for (let tries = 0; tries < 500 && certificate === undefined; tries += 1) {
      const { body } = await ask('GET', `${path}/m`);
      certificate = (body as { readonly status: { readonly certificate?: string } }).status.certificate;
    }
    cluster.close();
    expect(new X509Certificate(Buffer.from(certificate ?? '', 'base64')).subject).toBe('CN=mallory');
  });
});

it('SV17: each signer has its own conditions', () => {
  const subject = { commonName: 'system:node:a', organizations: ['system:nodes'], hasAlternativeNames: false };
  const client = 'kubernetes.io/kube-apiserver-client';
  expect(refusalOf(client, { usages: ['client auth'], subject })).toBeUndefined();
  expect(refusalOf(client, { usages: ['server auth'], subject })).toBe(
    'invalid usage for client certificate: server auth',
  );
  expect(refusalOf(client, { usages: ['key encipherment'], subject })).toBe(
    'missing required usage for client certificate: client auth',
  );
  const kubelet = `${client}-kubelet`;
  const usages = ['client auth', 'digital signature'];
  expect(refusalOf(kubelet, { usages, subject })).toBeUndefined();
  expect(refusalOf(kubelet, { usages, subject: { ...subject, organizations: [] } })).toBe(
    'subject organization is not system:nodes',
  );
});
