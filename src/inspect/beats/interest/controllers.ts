import type { Interest } from './rule.ts';

/** What controllers decide before they write. */
export const CONTROLLERS: readonly Interest[] = [
  { ends: 'deployment.newReplicaSet', because: 'decision', insight: 'newReplicaSet' },
  { ends: 'deployment.scaleReplicaSet', because: 'decision', by: ['args.from', 'args.to'], most: 1 },
  { ends: 'deployment.scaleDownBudget', because: 'decision' },
  { ends: 'replicaset.createPods', because: 'decision', by: ['args.missing'], insight: 'podsMissing' },
  { ends: 'clientgo.expected', because: 'surprise', by: [], per: 'run', insight: 'expects' },
  { ends: 'replicaset.batch', because: 'decision', by: [], insight: 'oneFirst', fold: 'again' },
  { ends: 'replicaset.batchFailed', because: 'decision' },
  { ends: 'replicaset.rank', because: 'decision' },
  { ends: 'replicaset.deletePods', because: 'decision', by: ['args.surplus'] },
  { ends: 'job.pods', because: 'decision' },
  { ends: 'job.backoff', because: 'surprise', most: 2 },
  { ends: 'cronjob.due', because: 'decision', most: 2 },
  { ends: 'cronjob.skipped', because: 'surprise' },
  { ends: 'daemonset.createPods', because: 'decision' },
  { ends: 'daemonset.deletePods', because: 'decision' },
  { ends: 'statefulset.createPod', because: 'decision' },
  { ends: 'statefulset.deletePod', because: 'decision' },
  { ends: 'statefulset.wait', because: 'surprise' },
  ...['nodeSilent', 'nodeNotReady', 'evictionScheduled', 'evictionCancelled', 'evict'].map(
    (name): Interest => ({ ends: `controllers.${name}`, because: 'surprise', by: ['resource'] }),
  ),
];

/** Where Pods go. */
export const SCHEDULING: readonly Interest[] = [
  {
    ends: 'scheduler.selected',
    when: ({ args }) => args.feasible === 1,
    because: 'decision',
    by: ['args.node'],
    insight: 'onlyNode',
    fold: 'pods',
  },
  {
    ends: 'scheduler.selected',
    when: ({ args }) => Number(args.tied) > 1 && args.tied === args.feasible,
    because: 'decision',
    by: [],
    sort: 'allTied',
    insight: 'drawnByLot',
    fold: 'pods',
  },
  {
    ends: 'scheduler.selected',
    when: ({ args }) => Number(args.tied) > 1,
    because: 'decision',
    by: [],
    insight: 'drawnByLot',
    fold: 'pods',
  },
  { ends: 'scheduler.selected', because: 'decision', by: [], insight: 'nodeWins', fold: 'pods' },
  { ends: 'scheduler.bindFailed', because: 'surprise', most: 2 },
  { ends: 'scheduler.unschedulable', because: 'decision', by: ['args.message'] },
  { ends: 'scheduler.gated', because: 'decision' },
  { ends: 'scheduler.waitsForClaims', because: 'surprise' },
  { ends: 'scheduler.skipped', because: 'surprise', by: ['args.why'] },
  { ends: 'scheduler.preempting', because: 'decision', most: 2 },
  { ends: 'scheduler.victim', because: 'decision', most: 2 },
];
