import { expect, it } from 'vitest';
import type { Run } from '../engine/index.ts';
import type { Given } from './inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from './kubectl/session/rows.ts';
import { startedRun, typeLine } from './testing/started-run.ts';

function cluster(
  etcdMembers: 1 | 3,
  quota = 0,
): { run: Run<Given>; type(line: string): CommandRow; member(name: string, state: 'stopped' | 'running'): void } {
  const run = startedRun({ nodes: 1, latencies: 'realistic', etcdMembers, etcdQuotaBytes: quota, proxy: 'none' });
  return {
    run,
    type: (line) => typeLine(run, line),
    member(member, state) {
      run.give({ type: 'etcd-member', member, state });
      run.advance({ quiescent: true });
    },
  };
}

it('ET11: a cluster on three members goes on when the leader stops', () => {
  const { type, member } = cluster(3);
  expect(type('kubectl create configmap a').stdout).toBe('configmap/a created\n');
  member('etcd-0', 'stopped');
  expect(type('kubectl create configmap b').stdout).toBe('configmap/b created\n');
  expect(type('kubectl get configmap a').exitCode).toBe(0);
  member('etcd-0', 'running');
  const status = type('etcdctl endpoint status --cluster -w table').stdout;
  expect(status.match(/ true /g)).toHaveLength(1);
});

it('ET12: without a majority a person is told what etcd said, and reading gives up after a minute', () => {
  const { type, member } = cluster(3);
  member('etcd-1', 'stopped');
  member('etcd-2', 'stopped');
  const refused = type('kubectl create configmap a');
  expect([refused.stderr, refused.exitCode]).toEqual([
    'error: failed to create configmap: context deadline exceeded\n',
    1,
  ]);
  expect(type('etcdctl get a')).toMatchObject({ stderr: 'Error: context deadline exceeded\n', exitCode: 1 });
  member('etcd-1', 'running');
  expect(type('kubectl create configmap b').stdout).toBe('configmap/b created\n');
});

it('ET9: a full store refuses objects in the words of etcd', () => {
  const { type } = cluster(1, 1000);
  const refused = type('kubectl create configmap a');
  expect(refused.stderr).toBe('error: failed to create configmap: etcdserver: mvcc: database space exceeded\n');
  expect(type('etcdctl alarm list').stdout).toMatch(/^memberID:\d+ alarm:NOSPACE \n$/);
});

it('ET14: etcdctl sees what kubectl wrote, and what it deletes is gone for kubectl', () => {
  const { type, run } = cluster(1);
  type('kubectl create configmap a --from-literal=k=v');
  const value = type('etcdctl get /registry/configmaps/default/a --print-value-only').stdout;
  expect(JSON.parse(value)).toMatchObject({ kind: 'ConfigMap', data: { k: 'v' } });
  expect(value).not.toContain('resourceVersion');
  expect(type('etcdctl put /registry/configmaps/default/broken text').stdout).toBe('OK\n');
  // Four letters might be base64; one value that cannot be read fails the list of its kind.
  const unread = 'Error from server: yaml: invalid leading UTF-8 octet\n';
  expect(type('kubectl get configmap broken').stderr).toBe(unread);
  expect(type('kubectl get configmaps').stderr).toBe(unread);
  type('etcdctl del /registry/configmaps/default/broken');
  run.advance({ quiescent: true });
  expect(type('kubectl get configmaps').stdout).toContain('a ');
  expect(type('etcdctl del /registry/configmaps/default/a').stdout).toBe('1\n');
  run.advance({ quiescent: true });
  expect(type('kubectl get configmap a').stderr).toBe('Error from server (NotFound): configmaps "a" not found\n');
});

it('ET5: a watch of etcdctl goes on until it is stopped', () => {
  const { type, run } = cluster(1);
  const watch = type('etcdctl watch /registry/configmaps/default/ --prefix');
  expect(watch.exitCode).toBeUndefined();
  type('kubectl create configmap a');
  run.give({ type: 'interrupt', command: watch.id });
  run.advance({ quiescent: true });
  const after = run.engine.table<CommandRow>(COMMANDS_TABLE).get(String(watch.id));
  expect(after?.stdout).toMatch(/^PUT\n\/registry\/configmaps\/default\/a\n\{/);
  expect(after?.exitCode).toBe(130);
});

it('ET17: a lock goes from one holder to the next', () => {
  const { type, run } = cluster(1);
  const rows = run.engine.table<CommandRow>(COMMANDS_TABLE);
  const stdout = (command: CommandRow) => rows.get(String(command.id))?.stdout;
  const first = type('etcdctl lock jobs');
  const second = type('etcdctl lock jobs');
  expect([stdout(first), stdout(second)]).toEqual([expect.stringMatching(/^jobs\/[0-9a-f]{16}\n\n$/), '']);
  // Longer than the lease: whoever holds it keeps it alive.
  run.advance({ time: run.engine.now + 60_000_000 });
  expect(stdout(second)).toBe('');
  run.give({ type: 'interrupt', command: first.id });
  run.advance({ quiescent: true });
  expect(rows.get(String(first.id))?.exitCode).toBe(0);
  expect(stdout(second)).toMatch(/^jobs\/[0-9a-f]{16}\n\n$/);
});

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: nginx}
spec:
  replicas: 3
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec: {containers: [{name: nginx, image: "nginx:1.27"}]}
`;

it('ET11: a rollout survives the loss of leaders in its midst, and the same inputs give the same course', () => {
  const { run, type } = cluster(3);
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'd.yaml'], files: { 'd.yaml': DEPLOYMENT } });
  for (const [after, member, state] of [
    [70_000, 'etcd-0', 'stopped'],
    [9_000_000, 'etcd-0', 'running'],
    [500_000, 'etcd-1', 'stopped'],
    [300_000, 'etcd-2', 'slow'],
    [12_000_000, 'etcd-1', 'running'],
  ] as const) {
    run.advance({ time: run.engine.now + after });
    run.give({ type: 'etcd-member', member, state });
  }
  run.advance({ time: run.engine.now + 60_000_000 });
  expect(type('kubectl get deployment nginx --no-headers').stdout).toMatch(/^nginx +3\/3 +3 +3 /);
  const again = run.repeat('thin');
  again.advance({ steps: run.engine.stepCount });
  while (again.engine.stepCount < run.engine.stepCount && again.engine.advance());
  expect(again.engine.digest).toBe(run.engine.digest);
});
