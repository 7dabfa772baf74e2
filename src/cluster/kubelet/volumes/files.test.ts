import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const GIVEN = `apiVersion: v1
kind: ConfigMap
metadata: {name: cfg}
data: {A: one, "file.txt": "costs $HOME\\n"}
---
apiVersion: v1
kind: Secret
metadata: {name: sec}
stringData: {pw: s3cret}
---
apiVersion: v1
kind: Pod
metadata: {name: p, labels: {app: x, tier: web}}
spec:
  containers:
  - name: c
    image: "busybox:1.36"
    command: [sh, -c, "cat /c/file.txt; sleep 3600"]
    volumeMounts:
    - {name: v, mountPath: /v}
    - {name: c, mountPath: /c}
    - {name: c, mountPath: /etc/one, subPath: A}
    - {name: d, mountPath: /d}
    - {name: e, mountPath: /e}
  volumes:
  - {name: v, projected: {sources: [{configMap: {name: cfg}}, {secret: {name: sec, items: [{key: pw, path: deep/pw}]}}]}}
  - {name: c, configMap: {name: cfg}}
  - {name: d, downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}}
  - {name: e, emptyDir: {}}
`;

it('KL51: containers find the files of their volumes', () => {
  const cluster = new TypedCluster();
  cluster.apply(GIVEN);
  cluster.wait(3);
  const run = (command: string) => cluster.type(`kubectl exec p -- ${command}`).stdout;
  expect(cluster.type('kubectl logs p').stdout).toBe('costs $HOME\n');
  expect(run('cat /c/file.txt')).toBe('costs $HOME\n');
  expect(run('ls /v')).toBe('A\ndeep\nfile.txt\n');
  expect(run('cat /v/deep/pw')).toBe('s3cret');
  expect(run('cat /etc/one')).toBe('one');
  expect(run('cat /d/labels')).toBe('app="x"\ntier="web"');
  expect(cluster.type('kubectl exec p -- ls /e')).toMatchObject({ stdout: '', exitCode: 0 });
  cluster.type('kubectl label pod p tier-');
  cluster.wait(1);
  expect(run('cat /d/labels')).toBe('app="x"');
});

/** When steps of a kind were made. */
function timesOf(cluster: TypedCluster, kind: string): readonly number[] {
  const { journal } = cluster.run.engine;
  const found: number[] = [];
  for (let seq = journal.base; seq < journal.end; seq += 1)
    if (journal.kindOf(seq).name === kind) found.push(journal.timeOf(seq));
  return found;
}

it('KL25: whether the volumes of a Pod are there is looked at every 300 ms', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.type('kubectl run one --image=busybox:1.36 -- sleep 60');
  cluster.wait(2);
  const [since = 0] = timesOf(cluster, 'kubelet.waitForVolumes');
  expect(timesOf(cluster, 'kubelet.volumesMounted').map((time) => time - since)).toEqual([300_000]);
});

it('KL93: a Pod whose containers have ended waits for the next look at all containers, and for its volumes', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) cluster.type(`kubectl run ${name} --image=nginx:1.27`);
  cluster.wait(2);
  for (const name of names) {
    cluster.type(`kubectl delete pod ${name} --wait=false`);
    cluster.wait(1.3);
  }
  const stopped = timesOf(cluster, 'kubelet.containersStopped');
  const gone = timesOf(cluster, 'kubelet.podTerminated');
  expect(gone).toHaveLength(names.length);
  const waits = gone.map((time, index) => time - (stopped[index] ?? 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(300_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_000_000);
  // A look comes once a second, and who then lacks an unmounted volume looks again every 300 ms.
  expect(new Set(gone.map((time) => time % 100_000)).size).toBe(1);
  expect(new Set(gone.map((time) => time % 1_000_000)).size).toBeLessThanOrEqual(3);
});

it('KL93: a Pod that is deleted right after it was started is stopped at the next look at all containers', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  for (const name of ['a', 'b']) {
    cluster.type(`kubectl run ${name} --image=nginx:1.27`);
    cluster.type(`kubectl wait --for=condition=Ready pod/${name}`);
    cluster.type(`kubectl delete pod ${name} --wait=false`);
    cluster.wait(name === 'a' ? 2.7 : 2);
  }
  cluster.type('kubectl run c --image=nginx:1.27');
  cluster.wait(4);
  const asked = cluster.run.engine.now;
  cluster.type('kubectl delete pod c');
  const [a = 0, b = 0, c = 0] = timesOf(cluster, 'kubelet.killing');
  const apart = (b - a) % 1_000_000;
  expect(Math.min(apart, 1_000_000 - apart)).toBeLessThan(20_000);
  expect(c - asked).toBeLessThan(100_000);
});
