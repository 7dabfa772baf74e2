import { expect, it } from 'vitest';
import type { Pod } from '../../../api/types/core.ts';
import { KEYS_TABLE } from '../../etcd/rows.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const POD = (container: object) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'busybox:1.36', ...container }] },
  });

/** What the status of the one container was, one after the other, for so many seconds. */
function told(
  container: object,
  seconds: number,
): { readonly states: readonly string[]; readonly cluster: TypedCluster } {
  const cluster = new TypedCluster();
  cluster.apply(POD(container));
  const { run } = cluster;
  const keys = run.engine.table(KEYS_TABLE);
  const end = run.engine.now + seconds * 1_000_000;
  const states: string[] = [];
  while (run.engine.now < end) {
    run.advance({ occurrences: 1 });
    const pod = keys.get('/registry/pods/default/p')?.value as Pod | undefined;
    const [status] = pod?.status?.containerStatuses ?? [];
    if (status === undefined) continue;
    const { running, terminated, waiting } = status.state ?? {};
    const state = `${running === undefined ? (terminated ?? waiting)?.reason : 'Running'} ${status.restartCount}`;
    if (states.at(-1) !== state) states.push(state);
  }
  return { states, cluster };
}

it('KL5 KL50: every end is told, and the back-off by the sync after the one that backs off', () => {
  const { states, cluster } = told({ command: ['sh', '-c', 'exit 3'] }, 40);
  expect(states.slice(0, 9)).toEqual([
    'ContainerCreating 0',
    'Running 0',
    'Error 0',
    'Running 1',
    'Error 1',
    'CrashLoopBackOff 1',
    'Running 2',
    'Error 2',
    'CrashLoopBackOff 2',
  ]);
  expect(cluster.path('events --field-selector reason=BackOff', '{.items[*].count}')).toBe('4');
});

it('KL6 KL50: a failed pull is told by the next sync, its back-off by the one after', () => {
  const { states } = told({ image: 'nginx:9.99' }, 32);
  expect(states.slice(0, 3)).toEqual(['ContainerCreating 0', 'ErrImagePull 0', 'ImagePullBackOff 0']);
});
