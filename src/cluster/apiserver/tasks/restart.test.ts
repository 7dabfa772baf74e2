import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KList, KObject } from '../../../api/types/meta.ts';
import type { StepKind } from '../../../engine/index.ts';
import { apiserverProcess } from '../../../steps/apiserver-process.ts';
import type { ApiResponse, WatchFrame } from '../../ports/transport.ts';
import { type TestCluster, testCluster } from '../testing.ts';
import { WATCHES_TABLE } from '../watchcache/rows.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

function cluster(): TestCluster {
  return testCluster({ kinds: Object.values(apiserverProcess) as readonly StepKind[] });
}

function setRunning(test: TestCluster, running: boolean): void {
  test.engine.perform(() => {
    const kind = apiserverProcess.fault as StepKind<{ state: string }>;
    const ctx = test.engine.beginStory('kubectl', kind, 'cluster', { state: running ? 'running' : 'stopped' });
    test.apiServer.setRunning(ctx, running);
  });
  test.settle();
}

function restart(test: TestCluster): void {
  setRunning(test, false);
  setRunning(test, true);
}

function configMap(name: string): KObject {
  return { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } };
}

const statusOf = (response: ApiResponse): Status => response.body as Status;

function first(test: TestCluster, response: ApiResponse): WatchFrame | undefined {
  const { stream } = response;
  return stream === undefined ? undefined : test.run(stream.next());
}

describe('an API server that ends and begins again', () => {
  it('AS41: nobody answers while it is stopped, and everything is there when it runs again', () => {
    const test = cluster();
    test.request('POST', MAPS, configMap('a'));
    setRunning(test, false);
    const refused = test.request('GET', `${MAPS}/a`);
    expect(refused.code).toBe(0);
    expect(statusOf(refused).message).toBe('dial tcp 10.123.0.1:6443: connect: connection refused');
    expect(test.apiServer.peek('configmaps', 'default', 'a')).toBeUndefined();
    setRunning(test, true);
    expect(test.request('GET', `${MAPS}/a`).code).toBe(200);
    expect(test.request('POST', MAPS, configMap('b')).code).toBe(201);
  });

  it('AS42: watches end with it, and one from before is too old for the new one', () => {
    const test = cluster();
    const before = (test.request('GET', MAPS).body as KList).metadata.resourceVersion;
    const open = test.request('GET', `${MAPS}?watch=1&resourceVersion=${before}`);
    test.request('POST', MAPS, configMap('a'));
    expect(first(test, open)?.type).toBe('ADDED');
    restart(test);
    expect(first(test, open)).toBeUndefined();
    const late = first(test, test.request('GET', `${MAPS}?watch=1&resourceVersion=${before}`));
    expect(late?.type).toBe('ERROR');
    expect(late?.object).toMatchObject({ message: expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/) });
  });

  it('AS103: a watch that it was still opening is not opened by a server that knows nothing', () => {
    const kinds = Object.values(apiserverProcess) as readonly StepKind[];
    const slow = { min: 100_000_000, max: 100_000_000 };
    const test = testCluster({ kinds, latencies: { etcdWatch: slow } });
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    test.engine.after(1_000, () => test.apiServer.setRunning(test.engine.background('test'), false), false);
    const lost = test.request('GET', `${ROLES}?${query}`);
    expect(lost).toMatchObject({ code: 0, stream: undefined, body: { message: 'EOF' } });
    expect(test.engine.table(WATCHES_TABLE).size).toBe(0);
    setRunning(test, true);
    const opened = test.request('GET', `${ROLES}?${query}`);
    expect(first(test, opened)?.type).toBe('ADDED');
  });

  it('AS47: it takes its address out of its Service, and puts it back', () => {
    const test = cluster();
    const addresses = () =>
      (
        (test.request('GET', '/api/v1/namespaces/default/endpoints/kubernetes').body as { subsets?: unknown[] })
          .subsets ?? []
      ).length;
    expect(addresses()).toBe(1);
    restart(test);
    expect(addresses()).toBe(1);
    const { metadata, endpoints } = test.request(
      'GET',
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes',
    ).body as KObject & { readonly endpoints: unknown[] };
    expect({ generation: metadata.generation, endpoints }).toEqual({
      generation: 3,
      endpoints: [{ addresses: ['10.123.0.1'], conditions: { ready: true } }],
    });
    const { journal } = test.engine;
    const told = Array.from({ length: journal.end - journal.base }, (_, at) => journal.step(journal.base + at))
      .filter(({ kind }) => kind.name === 'apiserver-process.ownAddress')
      .map(({ args }) => (args as { readonly change: string }).change);
    expect(told).toEqual(['left', 'left', 'joined', 'joined']);
  });

  it('AS43: a list of the past comes from the store, until it has been compacted', () => {
    const test = cluster();
    for (const name of ['a', 'b', 'c']) test.request('POST', MAPS, configMap(name));
    const page = test.request('GET', `${MAPS}?limit=2`).body as KList;
    const { resourceVersion: version = '', continue: token = '' } = page.metadata;
    test.request('DELETE', `${MAPS}/c`);
    restart(test);
    const names = (response: ApiResponse): unknown => (response.body as KList).items.map((each) => each.metadata.name);
    expect(names(test.request('GET', `${MAPS}?limit=2&continue=${token}`))).toEqual(['c', 'kube-root-ca.crt']);
    const exact = `${MAPS}?resourceVersion=${version}&resourceVersionMatch=Exact`;
    expect(names(test.request('GET', exact))).toEqual(['a', 'b', 'c', 'kube-root-ca.crt']);
    test.run(test.kv.compact(test.engine.background('etcd'), test.kv.revision));
    test.request('GET', `${MAPS}/a`);
    expect(statusOf(test.request('GET', exact)).message).toBe('The resourceVersion for the provided list is too old.');
    const gone = test.request('GET', `${MAPS}?limit=2&continue=${token}`);
    expect(gone.code).toBe(410);
    const again = (statusOf(gone).metadata as { continue?: string }).continue;
    expect(names(test.request('GET', `${MAPS}?limit=2&continue=${again}`))).toEqual(['kube-root-ca.crt']);
  });

  it('AS44: default roles get back what was taken from them at the next start, unless they say no', () => {
    const test = cluster();
    const taken = (name: string): KObject => test.request('GET', `${ROLES}/${name}`).body as KObject;
    const basic = taken('system:basic-user');
    test.request('PUT', `${ROLES}/system:basic-user`, { ...basic, rules: [] });
    test.request('DELETE', `${ROLES}/system:monitoring`);
    const left = taken('system:discovery');
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' };
    test.request('PUT', `${ROLES}/system:discovery`, {
      ...left,
      rules: [],
      metadata: { ...left.metadata, annotations },
    });
    restart(test);
    expect((taken('system:basic-user').rules as unknown[]).length).toBeGreaterThan(0);
    expect(taken('system:monitoring').metadata.name).toBe('system:monitoring');
    expect(taken('system:discovery').rules).toBeNull();
  });

  it('AS45: the Service kubernetes comes back', () => {
    const test = cluster();
    test.request('DELETE', '/api/v1/namespaces/default/services/kubernetes');
    expect(test.request('GET', '/api/v1/namespaces/default/services/kubernetes').code).toBe(200);
  });
});
