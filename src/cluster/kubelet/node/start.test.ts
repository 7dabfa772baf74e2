import { expect, it } from 'vitest';
import { Engine } from '../../../engine/index.ts';
import { assembleCluster } from '../../assemble.ts';
import { EVERYBODY } from '../../clients/sign-in.ts';
import { realisticLatencies } from '../../ports/latency.ts';
import { CLUSTER_START_TIME, clusterKinds } from '../../program.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { nodeSpec } from './spec.ts';

const SLICE = (node: string) => `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: ${node}}
spec: {driver: gpu.example, nodeName: ${node}, pool: {name: ${node}, generation: 1, resourceSliceCount: 1}, devices: [{name: a}]}
---
`;

const POD = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {nodeName: node-1, containers: [{name: c, image: 'nginx:1.27'}]}
---
`;

/** What the kubelet of the only node has asked for since it was last looked, but for reading. */
function watched() {
  const cluster = new TypedCluster({ nodes: 1 });
  const { journal } = cluster.run.engine;
  let seen = journal.base;
  const told = (): readonly string[] => {
    const lines: string[] = [];
    for (; seen < journal.end; seen += 1) {
      if (journal.kindOf(seen).name !== 'apiserver.received') continue;
      const { method, path, userAgent } = journal.step(seen).args as unknown as Received;
      if (userAgent.startsWith('kubelet/') && method !== 'GET') lines.push(`${method} ${path}`);
    }
    return lines;
  };
  return { cluster, told };
}

interface Received {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
}

it('KL107: a kubelet that starts withdraws devices, says that its node is ready, and makes it once more', () => {
  const { cluster, told } = watched();
  cluster.apply(SLICE('node-1') + SLICE('node-2'));
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(60);
  told();
  cluster.setKubelet('node-1', 'running');
  cluster.wait(3);
  const all = told().filter((line) => !line.includes('/leases'));
  const status = 'PATCH /api/v1/nodes/node-1/status';
  const slices = 'DELETE /apis/resource.k8s.io/v1/resourceslices';
  for (const once of [status, slices, 'POST /api/v1/nodes'])
    expect(all.filter((line) => line === once)).toEqual([once]);
  expect(all.indexOf(status)).toBeLessThan(all.indexOf('POST /api/v1/nodes'));
  const counts = '{range .items[*]}{.reason} {.count},{end}';
  expect(
    cluster.path('events --field-selector involvedObject.name=node-1,type=Normal', counts).split(',').sort(),
  ).toEqual([
    '',
    'NodeAllocatableEnforced 1',
    'NodeHasNoDiskPressure 2',
    'NodeHasSufficientMemory 2',
    'NodeHasSufficientPID 2',
    'NodeNotReady 1',
    'NodeReady 1',
    'Starting 1',
  ]);
  expect(cluster.path('resourceslices', '{.items[*].metadata.name}')).toBe('node-2');
});

it('KL107: of its Pods it says what the server has otherwise, in one patch, and asks for their tokens again', () => {
  const { cluster, told } = watched();
  cluster.apply(POD('keep') + POD('goes'));
  cluster.wait(4);
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(60);
  cluster.type('kubectl delete pod goes --wait=false');
  told();
  cluster.setKubelet('node-1', 'running');
  cluster.wait(0.9);
  expect(told().filter((line) => line.includes('/pods'))).toEqual([]);
  cluster.wait(4);
  const later = told();
  expect(later.filter((line) => line.includes('/token'))).toHaveLength(2);
  expect(later.filter((line) => line.includes('/pods/keep/status'))).toHaveLength(1);
  // Stopping; stopped. The Pod is ready again before it is not.
  expect(later.filter((line) => line.includes('/pods/goes/status'))).toHaveLength(2);
  expect(cluster.path('pod keep', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('True');
});

it('KL107: a Node that was deleted meanwhile is there again', () => {
  const { cluster } = watched();
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(1);
  cluster.type('kubectl delete node node-1');
  cluster.setKubelet('node-1', 'running');
  cluster.wait(3);
  expect(cluster.path('node node-1', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('True');
});

it('KL107: a kubelet that is stopped again before it has heard of its Pods does nothing with them', () => {
  const { cluster, told } = watched();
  cluster.apply(POD('keep'));
  cluster.wait(4);
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(60);
  cluster.setKubelet('node-1', 'running');
  cluster.wait(0.5);
  cluster.setKubelet('node-1', 'stopped');
  told();
  cluster.wait(10);
  expect(told()).toEqual([]);
  expect(cluster.path('pod keep', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('False');
});

it('KL108: what shows that the node lives is to be answered within ten seconds', () => {
  const asked: string[] = [];
  const options = { seed: 1, kinds: clusterKinds, startTime: CLUSTER_START_TIME, maxSteps: 1_000_000 };
  const engine = new Engine({ ...options, recording: 'full', freeze: true });
  engine.perform(() =>
    assembleCluster(engine, {
      latencies: realisticLatencies,
      nodes: [nodeSpec('node-1', '10.0.0.1', '10.244.1.0/24')],
      nodeObjects: [],
      objects: [],
      firstRevision: 100,
      rateLimited: true,
      users: EVERYBODY,
      onAudit: ({ user, uri }) => void (user === 'system:node:node-1' && asked.push(uri)),
    }),
  );
  const until = engine.now + 320_000_000;
  while ((engine.nextTime ?? until) < until) engine.advance();
  const of = (path: string) => asked.filter((uri) => uri.startsWith(path));
  const leases = of('/apis/coordination.k8s.io/');
  const reports = of('/api/v1/nodes/node-1/status');
  expect(leases.length).toBeGreaterThan(10);
  expect(reports.length).toBeGreaterThan(0);
  for (const uri of [...leases, ...reports]) expect(uri).toMatch(/\?timeout=10s$/);
});
