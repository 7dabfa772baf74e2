import { describe, expect, it } from 'vitest';
import { readCertificateRequest } from '../../../api/values/certificate-request.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { reasonToGo } from './clean.ts';
import type { SigningRequest } from './requests.ts';

/** O=system:nodes, CN=system:node:node-9. */
const NODE =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIdU1JR1dBZ0VBTURReEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekViTUJrR0ExVUVBd3dTYzNsegpkR1Z0T201dlpHVTZibTlrWlMwNU1Ga3dFd1lIS29aSXpqMENBUVlJS29aSXpqMERBUWNEUWdBRVNyRnNqanNIClllaFVKcXZkWHQzTFdON2liZmhQQ20vZHF4M2UxUE4xdERhZzl0SlhlSlIrbnVTdWJ6UEl3bGJ1UWZWd2p6R2MKZThrYXFreWt1WnR6d0tBQU1Bb0dDQ3FHU000OUJBTUNBMGNBTUVRQ0lDRFVWM3ZWZjhXdXltTGVPMGpYbUg5RwpXd2cwMGlpenZOdHhBcWZCb2VHZUFpQlpRaGEvS1ZOeGNEZmlVek03WDJUUEtYcmRseWVSWGYzNFJXRHJDOElDCkJBPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';
/** O=dev, CN=jane, with a host name. */
const JANE =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQkFEQ0JwZ0lCQURBZE1Rd3dDZ1lEVlFRS0RBTmtaWFl4RFRBTEJnTlZCQU1NQkdwaGJtVXdXVEFUQmdjcQpoa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVQxQSs2K1doZ1lraTFUWG9sdk84ZmdlYzF4N1VwRm9Ja1hNclRxClpIOVo4ODM1WWwrRCs5V1ZTM1BFdjduZGhNVmpvRUtNcENXdzJhV21CcGN6MGJtZG9DY3dKUVlKS29aSWh2Y04KQVFrT01SZ3dGakFVQmdOVkhSRUVEVEFMZ2dsNExtVjRZVzF3YkdVd0NnWUlLb1pJemowRUF3SURTUUF3UmdJaApBTXRmQU5rK2xNVmpCdTh6NS9SY3dWZldiNnVSdExWQ0pXL1F0b3NlendxS0FpRUF5Y3FnVERSM1V3N1g3SUVKCkJoUk5PVk5ENFhBOTR1dkc2bFlsaTN2VTBTMD0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';

function asked(request = NODE): object {
  const usages = ['client auth', 'digital signature', 'key encipherment'];
  const spec = { request, usages, signerName: 'kubernetes.io/kube-apiserver-client-kubelet' };
  return { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: { name: 'csr' }, spec };
}

const stored = (bench: ClusterBench) => bench.object<SigningRequest>('certificatesigningrequests/csr');

describe('signing requests', () => {
  it('CSR1: who may ask for nodes has the request approved', () => {
    const bench = new ClusterBench();
    bench.apply(asked());
    expect(stored(bench)?.status?.conditions).toMatchObject([
      {
        type: 'Approved',
        status: 'True',
        reason: 'AutoApproved',
        message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
      },
    ]);
    const other = new ClusterBench();
    other.apply(asked(JANE));
    expect(stored(other)?.status?.conditions).toBeUndefined();
  });

  it('CSR1: names are read from the request', () => {
    const read = readCertificateRequest(JANE);
    expect(typeof read === 'string' ? read : [[...read.subject.values()], read.hasAlternativeNames]).toEqual([
      [['dev'], ['jane']],
      true,
    ]);
    expect(readCertificateRequest('x')).toBe('PEM block type must be CERTIFICATE REQUEST');
  });

  it('CSR2: who may not ask for nodes waits for a decision', () => {
    const bench = new ClusterBench();
    bench.kubectl('create', 'clusterrole', 'asker', '--verb=create,get', '--resource=certificatesigningrequests');
    bench.kubectl('create', 'clusterrolebinding', 'asker', '--clusterrole=asker', '--user=jane');
    bench.run.give({
      type: 'kubectl',
      argv: ['create', '--as=jane', '-f', 'it.json'],
      files: { 'it.json': JSON.stringify(asked()) },
    });
    bench.settle();
    expect(stored(bench)?.spec.username).toBe('jane');
    expect(stored(bench)?.status?.conditions).toBeUndefined();
    bench.kubectl(
      'create',
      'clusterrolebinding',
      'nodes',
      '--clusterrole=system:certificates.k8s.io:certificatesigningrequests:nodeclient',
      '--user=jane',
    );
    bench.seconds(60);
    expect(stored(bench)?.status?.conditions).toMatchObject([{ reason: 'AutoApproved' }]);
  });

  it('CSR3: what is over goes after an hour, what nobody decides after a day', () => {
    const hours = (count: number) => count * 3_600_000_000;
    const decided = (type: string, certificate?: string) =>
      ({
        metadata: { creationTimestamp: '1970-01-01T00:00:00Z' },
        status: {
          conditions: [{ type, status: 'True', lastUpdateTime: '1970-01-01T00:00:00Z' }],
          ...(certificate && { certificate }),
        },
      }) as unknown as SigningRequest;
    expect(reasonToGo(decided('Approved', 'x'), hours(2))).toBe('issued');
    expect(reasonToGo(decided('Approved'), hours(2))).toBeUndefined();
    expect(reasonToGo(decided('Denied'), hours(2))).toBe('denied');
    expect(reasonToGo(decided('Denied'), hours(1))).toBeUndefined();
    const pending = { metadata: { creationTimestamp: '1970-01-01T00:00:00Z' } } as SigningRequest;
    expect([reasonToGo(pending, hours(24)), reasonToGo(pending, hours(25))]).toEqual([undefined, 'pending']);
    const bench = new ClusterBench();
    bench.apply(asked(JANE));
    bench.kubectl('certificate', 'deny', 'csr');
    bench.seconds(2 * 3600 + 60);
    expect(stored(bench)).toBeUndefined();
  });
});
