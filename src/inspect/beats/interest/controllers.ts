import { clientgoSteps } from '../../../steps/clientgo.ts';
import { cronjobSteps } from '../../../steps/controllers/cronjob.ts';
import { daemonsetSteps } from '../../../steps/controllers/daemonset.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { jobSteps } from '../../../steps/controllers/job.ts';
import { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import { statefulsetSteps } from '../../../steps/controllers/statefulset.ts';
import { scheduler } from '../../../steps/scheduler.ts';
import type { Interest } from './rule.ts';

/** What controllers decide before they write. */
export const CONTROLLERS: readonly Interest[] = [
  { ends: deploymentSteps.newReplicaSet.name, because: 'decision', insight: 'newReplicaSet' },
  { ends: deploymentSteps.scaleReplicaSet.name, because: 'decision', by: ['args.from', 'args.to'], most: 1 },
  { ends: deploymentSteps.scaleDownBudget.name, because: 'decision' },
  { ends: replicasetSteps.createPods.name, because: 'decision', by: ['args.missing'], insight: 'podsMissing' },
  { ends: clientgoSteps.expected.name, because: 'surprise', by: [], per: 'run', insight: 'expects' },
  {
    ends: replicasetSteps.batch.name,
    when: ({ args }) => Number(args.remaining) > Number(args.size),
    because: 'decision',
    by: [],
    insight: 'oneFirst',
    fold: 'again',
  },
  { ends: replicasetSteps.batch.name, because: 'never', fold: 'again' },
  { ends: replicasetSteps.batchFailed.name, because: 'decision' },
  { ends: replicasetSteps.rank.name, because: 'decision' },
  { ends: replicasetSteps.deletePods.name, because: 'decision', by: ['args.surplus'] },
  { ends: jobSteps.pods.name, because: 'decision' },
  { ends: jobSteps.backoff.name, because: 'surprise', most: 2 },
  { ends: cronjobSteps.due.name, because: 'decision', most: 2 },
  { ends: cronjobSteps.skipped.name, because: 'surprise' },
  { ends: daemonsetSteps.createPods.name, because: 'decision' },
  { ends: daemonsetSteps.deletePods.name, because: 'decision' },
  { ends: statefulsetSteps.createPod.name, because: 'decision' },
  { ends: statefulsetSteps.deletePod.name, because: 'decision' },
  { ends: statefulsetSteps.wait.name, because: 'surprise' },
  ...(['nodeSilent', 'nodeNotReady', 'evictionScheduled', 'evictionCancelled', 'evict'] as const).map(
    (name): Interest => ({ ends: `controllers.${name}`, because: 'surprise', by: ['resource'] }),
  ),
];

/** Where Pods go. */
export const SCHEDULING: readonly Interest[] = [
  {
    ends: scheduler.selected.name,
    when: ({ args }) => args.feasible === 1,
    because: 'decision',
    by: ['args.node'],
    insight: 'onlyNode',
    fold: 'pods',
  },
  {
    ends: scheduler.selected.name,
    when: ({ args }) => Number(args.tied) > 1 && args.tied === args.feasible,
    because: 'decision',
    by: [],
    sort: 'allTied',
    insight: 'drawnByLot',
    fold: 'pods',
  },
  {
    ends: scheduler.selected.name,
    when: ({ args }) => Number(args.tied) > 1,
    because: 'decision',
    by: [],
    insight: 'drawnByLot',
    fold: 'pods',
  },
  { ends: scheduler.selected.name, because: 'decision', by: [], insight: 'nodeWins', fold: 'pods' },
  { ends: scheduler.bindFailed.name, because: 'surprise', most: 2 },
  { ends: scheduler.unschedulable.name, because: 'decision', by: ['args.message'] },
  { ends: scheduler.gated.name, because: 'decision' },
  { ends: scheduler.waitsForClaims.name, because: 'surprise' },
  { ends: scheduler.skipped.name, because: 'surprise', by: ['args.why'] },
  { ends: scheduler.preempting.name, because: 'decision', most: 2 },
  { ends: scheduler.victim.name, because: 'decision', most: 2 },
];
