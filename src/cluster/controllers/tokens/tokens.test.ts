import { describe, expect, it } from 'vitest';
import type { Secret } from '../../../api/types/core.ts';
import { fromBase64 } from '../../../base/bytes/base64.ts';
import { RAW_REQUESTS_TABLE } from '../../ports/raw-requests.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';

const TOKEN = {
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'kubernetes.io/service-account-token',
  metadata: { name: 'robot', annotations: { 'kubernetes.io/service-account.name': 'default' } },
};

const secret = (bench: ClusterBench) => bench.object<Secret>('secrets/default/robot');

describe('tokens in Secrets', () => {
  it('TOK1, TOK2: a Secret that asks for one gets one', () => {
    const bench = new ClusterBench();
    bench.apply(TOKEN);
    const { data = {}, metadata } = secret(bench) as Secret;
    expect(fromBase64(data.namespace ?? '')).toBe('default');
    expect(fromBase64(data['ca.crt'] ?? '')).toContain('BEGIN CERTIFICATE');
    const account = bench.object('serviceaccounts/default/default')?.metadata.uid;
    expect(metadata.annotations?.['kubernetes.io/service-account.uid']).toBe(account);
    const [, payload = ''] = (fromBase64(data.token ?? '') ?? '').split('.');
    expect(JSON.parse(fromBase64(payload) ?? '')).toEqual({
      iss: 'kubernetes/serviceaccount',
      'kubernetes.io/serviceaccount/namespace': 'default',
      'kubernetes.io/serviceaccount/secret.name': 'robot',
      'kubernetes.io/serviceaccount/service-account.name': 'default',
      'kubernetes.io/serviceaccount/service-account.uid': account,
      sub: 'system:serviceaccount:default:default',
    });
    expect(metadata.managedFields?.map(({ manager }) => manager)).toContain('kube-controller-manager');
  });

  it('TOK2, AS65: it speaks for the ServiceAccount while the Secret is there', () => {
    const bench = new ClusterBench();
    bench.apply(TOKEN);
    const token = fromBase64(secret(bench)?.data?.token ?? '') ?? '';
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } });
    const path = '/apis/authentication.k8s.io/v1/tokenreviews';
    const review = () => {
      bench.run.give({ type: 'request', method: 'POST', path, user: 'kubernetes-admin', body });
      bench.settle();
      const rows = [...bench.run.engine.table(RAW_REQUESTS_TABLE).values()];
      const answer = rows.at(-1)?.body as
        | { readonly status?: { readonly user?: { readonly username: string } } }
        | undefined;
      return answer?.status;
    };
    expect(review()).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:default' },
    });
    bench.run.advance({ time: bench.run.engine.now + 1_000_000 });
    // AS65: the API server notes the day on which it was used.
    expect(secret(bench)?.metadata.labels).toEqual({ 'kubernetes.io/legacy-token-last-used': '2026-01-15' });
    bench.kubectl('delete', 'secret', 'robot');
    expect(review()?.user?.username).toBeUndefined();
  });

  it('TOK1: an empty token is none', () => {
    const bench = new ClusterBench();
    bench.apply({ ...TOKEN, data: { token: '' } });
    expect(secret(bench)?.data?.token).not.toBe('');
  });

  it('TOK4: a ServiceAccount that lists it no longer does when it is gone', () => {
    const bench = new ClusterBench();
    bench.apply(TOKEN);
    bench.kubectl('patch', 'serviceaccount', 'default', '-p', '{"secrets":[{"name":"robot"},{"name":"other"}]}');
    bench.kubectl('delete', 'secret', 'robot');
    expect(bench.object('serviceaccounts/default/default')).toMatchObject({ secrets: [{ name: 'other' }] });
  });

  it('TOK3: it goes with its ServiceAccount', () => {
    const bench = new ClusterBench();
    bench.kubectl('create', 'serviceaccount', 'robot');
    bench.apply({
      ...TOKEN,
      metadata: { ...TOKEN.metadata, annotations: { 'kubernetes.io/service-account.name': 'robot' } },
    });
    expect(secret(bench)?.data?.token).toBeDefined();
    bench.kubectl('delete', 'serviceaccount', 'robot');
    expect(secret(bench)).toBeUndefined();
    bench.apply({
      ...TOKEN,
      metadata: { ...TOKEN.metadata, annotations: { 'kubernetes.io/service-account.name': 'nobody' } },
    });
    expect(secret(bench)).toBeUndefined();
  });
});
