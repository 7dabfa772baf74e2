import { expect, it } from 'vitest';
import { faults } from '../../steps/faults.ts';
import { TypedCluster } from '../testing/typed-cluster.ts';
import { CUT_NODES_TABLE } from './rows.ts';

const WEB = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  nodeName: node-2
  tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
  containers: [{name: c, image: 'nginx:1.27'}]
`;
const READY = '{.status.conditions[?(@.type=="Ready")].status}';

function cut(cluster: TypedCluster, seconds?: number): void {
  cluster.run.give({ type: 'partition', node: 'node-2', state: 'cut', ...(seconds === undefined ? {} : { seconds }) });
}

function cutOff(run: Pick<TypedCluster['run'], 'give'>): void {
  run.give({ type: 'partition', node: 'node-2', state: 'cut', seconds: 50 });
}

/** Why requests of a node were not answered, each once. */
function reasons(cluster: TypedCluster): readonly string[] {
  const { journal } = cluster.run.engine;
  const found = new Set<string>();
  for (let seq = journal.base; seq < journal.end; seq += 1)
    if (journal.kindOf(seq) === faults.unanswered) found.add(String(journal.step(seq).args.why));
  return [...found];
}

it('MC1, MC3: a node that is cut off is missed, and its Pods are evicted while they run on', () => {
  const cluster = new TypedCluster({ proxy: 'iptables' });
  cluster.apply(WEB);
  cluster.wait(6);
  cut(cluster);
  cluster.wait(30);
  expect(cluster.path('node node-2', READY)).toBe('True');
  cluster.wait(30);
  expect(cluster.path('node node-2', READY)).toBe('Unknown');
  expect(cluster.path('node node-1', READY)).toBe('True');
  cluster.wait(20);
  expect(cluster.path('pod web', '{.metadata.deletionTimestamp}')).not.toBe('');
  cluster.wait(60);
  expect(cluster.path('pod web', '{.status.phase}')).toBe('Running');
  expect(reasons(cluster)).toEqual(
    expect.arrayContaining([
      'context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
      'http2: client connection lost',
      expect.stringMatching(/^dial tcp .*: i\/o timeout$/),
    ]),
  );
  expect(cluster.run.engine.table(CUT_NODES_TABLE).size).toBe(1);
  cluster.run.give({ type: 'partition', node: 'node-2', state: 'whole' });
  cluster.wait(70);
  expect(cluster.path('node node-2', READY)).toBe('True');
  expect(cluster.path('node node-2', '{.spec.taints}')).toBe('');
  expect(cluster.type('kubectl get pod web').exitCode).toBe(1);
  expect(cluster.events('node-2').join()).toMatch(/NodeNotReady.*NodeReady/);
});

it('MC2: what a short cut holds up arrives when it is mended', () => {
  const cluster = new TypedCluster();
  cluster.wait(2);
  cut(cluster, 12);
  cluster.apply(WEB);
  cluster.wait(8);
  expect(cluster.path('pod web', '{.status.phase}')).toBe('Pending');
  cluster.wait(20);
  expect(cluster.path('pod web', '{.status.phase}')).toBe('Running');
  expect(reasons(cluster)).not.toContain('http2: client connection lost');
  expect(cluster.path('node node-2', READY)).toBe('True');
});

it('MC4: nobody gets to a kubelet that is cut off', () => {
  const cluster = new TypedCluster();
  cluster.apply(WEB.replace('tolerationSeconds: 5', 'tolerationSeconds: 900'));
  cluster.wait(6);
  cut(cluster);
  const logs = cluster.type('kubectl logs web');
  expect(logs.stderr).toBe(
    'Error from server: Get "https://10.123.0.12:10250/containerLogs/default/web/c": dial tcp 10.123.0.12:10250: i/o timeout\n',
  );
  const exec = cluster.type('kubectl exec web -- ls');
  expect(exec.stderr).toBe(
    'error: unable to upgrade connection: error dialing backend: dial tcp 10.123.0.12:10250: i/o timeout\n',
  );
  expect(exec.exitCode).toBe(1);
});

it('MC5: a fault ends by itself, unless something newer was wished', () => {
  const cluster = new TypedCluster();
  const isCut = () => cluster.run.engine.table(CUT_NODES_TABLE).has('node-2');
  cut(cluster, 10);
  cluster.wait(5);
  cut(cluster, 20);
  cluster.wait(10);
  expect(isCut()).toBe(true);
  cluster.wait(11);
  expect(isCut()).toBe(false);
  cut(cluster);
  cut(cluster, 3);
  cluster.wait(4);
  expect(isCut()).toBe(true);
});

it('MC5: servers, members and kubelets come back by themselves', () => {
  const cluster = new TypedCluster();
  cluster.run.give({ type: 'api-server', state: 'stopped', seconds: 20 });
  cluster.run.give({ type: 'etcd-member', member: 'etcd-0', state: 'slow', seconds: 5 });
  cluster.run.give({ type: 'kubelet', node: 'node-1', state: 'stopped', seconds: 5 });
  cluster.wait(2);
  expect(cluster.type('kubectl get nodes').exitCode).toBe(1);
  cluster.wait(30);
  expect(cluster.type('kubectl get nodes').exitCode).toBe(0);
  cluster.apply(WEB.replace('node-2', 'node-1'));
  cluster.wait(45);
  expect(cluster.path('pod web', '{.status.phase}')).toBe('Running');
});

it('MC6: rates and delays change for a while, each by itself', () => {
  const cluster = new TypedCluster();
  const took = () => {
    const { now } = cluster.run.engine;
    cluster.type('kubectl get nodes');
    return (cluster.run.engine.now - now) / 1_000_000;
  };
  expect(took()).toBeLessThan(0.5);
  cluster.run.give({ type: 'delays', delays: { network: [1000, 1000], handler: [500, 500] }, seconds: 60 });
  cluster.run.give({ type: 'delays', delays: { handler: [0, 0] }, seconds: 30 });
  expect(took()).toBeGreaterThan(2);
  cluster.wait(70);
  expect(took()).toBeLessThan(0.5);
  cluster.run.give({ type: 'rates', faults: { requestErrorPerMille: 1000 }, seconds: 20 });
  expect(cluster.type('kubectl get nodes').stderr).toContain('the server is currently unable to handle the request');
  cluster.wait(21);
  expect(cluster.type('kubectl get nodes').exitCode).toBe(0);
  cluster.run.give({ type: 'rates', faults: { slowRequestPerMille: 1000, slowRequestMillis: 3000 }, seconds: 20 });
  expect(took()).toBeGreaterThan(3);
});

it('MC7: a lost request may have been done', () => {
  const cluster = new TypedCluster();
  const lost: string[] = [];
  cluster.run.give({ type: 'rates', faults: { lostRequestPerMille: 300 } });
  for (let at = 0; at < 20; at += 1) {
    const made = cluster.type(`kubectl create configmap made-${at} --from-literal=k=v`);
    if (made.exitCode === 0) continue;
    expect(made.stderr).toContain('read: connection reset by peer');
    lost.push(`made-${at}`);
  }
  cluster.run.give({ type: 'rates', faults: { lostRequestPerMille: 0 } });
  const there = lost.filter((name) => cluster.type(`kubectl get configmap ${name}`).exitCode === 0);
  expect(there.length).toBeGreaterThan(0);
  expect(there.length).toBeLessThan(lost.length);
  expect(lost.length).toBeLessThan(15);
});

it('MC8: a node that is not there cannot be cut off', () => {
  const cluster = new TypedCluster();
  cluster.run.give({ type: 'partition', node: 'node-9', state: 'cut', seconds: 2 });
  cluster.wait(3);
  expect(cluster.run.engine.table(CUT_NODES_TABLE).size).toBe(0);
});

it('MC2: a run with cuts is the same when it is told again and when it is forked', () => {
  const cluster = new TypedCluster();
  cluster.apply(WEB);
  cutOff(cluster.run);
  cluster.wait(90);
  const { run } = cluster;
  const again = run.repeat('full');
  again.advance({ time: run.engine.now });
  expect(again.engine.digest).toBe(run.engine.digest);
  const fork = run.before(1);
  cutOff(fork);
  fork.advance({ time: run.engine.now });
  expect(fork.engine.digest).toBe(run.engine.digest);
  const other = run.before(1);
  other.advance({ time: run.engine.now });
  expect(other.engine.digest).not.toBe(run.engine.digest);
});
