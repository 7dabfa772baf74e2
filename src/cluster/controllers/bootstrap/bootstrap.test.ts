import { describe, expect, it } from 'vitest';
import type { ConfigMap } from '../../../api/types/core.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { detachedSignature } from './signature.ts';

const INFO = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cluster-info', namespace: 'kube-public' } };
const CONTENT = 'apiVersion: v1\nkind: Config\n';

function token(id: string, more: { readonly [key: string]: string } = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'bootstrap.kubernetes.io/token',
    metadata: { name: `bootstrap-token-${id}`, namespace: 'kube-system' },
    stringData: {
      'token-id': id,
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-signing': 'true',
      ...more,
    },
  };
}

const info = (bench: ClusterBench) => bench.object<ConfigMap>('configmaps/kube-public/cluster-info');
const keys = (bench: ClusterBench) => Object.keys(info(bench)?.data ?? {});
const tokens = (bench: ClusterBench) =>
  bench.stored('secrets/kube-system').map(({ metadata }) => metadata.name?.replace('bootstrap-token-', ''));

describe('bootstrap tokens', () => {
  it('BST1: signatures are those of JWS, without what they are about', () => {
    const sign = (content: string, key: string) => detachedSignature(content, 'joshua', key);
    const content = 'Hello from the other side. I must have called a thousand times.';
    const header = 'eyJhbGciOiJIUzI1NiIsImtpZCI6Impvc2h1YSJ9';
    const key = 'my voice is my passcode';
    expect(sign(content, key)).toBe(`${header}..VShe2taLd-YTrmWuRkcL_8QTNDHYxQIEBsAYYiIj1_8`);
    expect(sign('', key)).toBe(`${header}..7Ui1ALizW4jXphVUB7xUqC9vLYLL9RZeOFfVLoB7Tgk`);
    expect(sign(content, '')).toBe(`${header}..UfkqvDGiIFxrMnFseDj9LYJOLNrvjW8aHhF71mvvAs8`);
  });

  it('BST1: cluster-info carries one for each token that is for signing, and loses those of tokens that are gone', () => {
    const bench = new ClusterBench();
    bench.apply({ ...INFO, data: { kubeconfig: CONTENT, 'jws-kubeconfig-old000': 'x' } });
    expect(keys(bench)).toEqual(['kubeconfig']);
    bench.apply(token('abcdef'));
    bench.apply(token('nosign', { 'usage-bootstrap-signing': 'false' }));
    bench.apply(token('other0', { 'token-id': 'other1' }));
    expect(info(bench)?.data).toEqual({
      kubeconfig: CONTENT,
      'jws-kubeconfig-abcdef': detachedSignature(CONTENT, 'abcdef', '0123456789abcdef'),
    });
    const version = info(bench)?.metadata.resourceVersion;
    bench.kubectl('annotate', '-n', 'kube-system', 'secret', 'bootstrap-token-abcdef', 'a=b');
    expect(info(bench)?.metadata.resourceVersion).toBe(version);
    bench.kubectl('delete', '-n', 'kube-system', 'secret', 'bootstrap-token-abcdef');
    expect(keys(bench)).toEqual(['kubeconfig']);
  });

  it('BST1: without a kubeconfig nothing is signed', () => {
    const bench = new ClusterBench();
    bench.apply(token('abcdef'));
    bench.apply({ ...INFO, data: { other: CONTENT } });
    expect(keys(bench)).toEqual(['other']);
  });

  it('BST2: a token goes when it expires, at once where nobody can tell when, and its signature with it', () => {
    const bench = new ClusterBench();
    bench.apply({ ...INFO, data: { kubeconfig: CONTENT } });
    bench.apply(token('forevr'));
    bench.apply(token('unread', { expiration: 'soon' }));
    const inTenSeconds = new Date(Math.floor(bench.run.engine.now / 1e6) * 1000 + 10_000).toISOString();
    bench.apply(token('brief0', { expiration: inTenSeconds.replace('.000', '') }));
    expect(tokens(bench)).toEqual(['brief0', 'forevr']);
    expect(keys(bench)).toHaveLength(3);
    bench.seconds(12);
    expect(tokens(bench)).toEqual(['forevr']);
    expect([...keys(bench)].sort()).toEqual(['jws-kubeconfig-forevr', 'kubeconfig']);
  });
});
