import type { deploymentSteps } from '../../steps/deployment.ts';
import type { Texts } from '../text.ts';

export const deployment: Texts<typeof deploymentSteps> = {
  sync: {
    say: ({ replicas, replicaSets }) =>
      `The Deployment {subject} wants **${replicas}** pods; it has ${replicaSets} ReplicaSets.`,
    why: 'A Deployment never makes pods. It manages ReplicaSets, one for each version of the pod template, and moves pods from the old ones to the new one by changing their sizes.',
  },
  gone: {
    say: 'The Deployment {subject} no longer exists: there is nothing to do.',
    why: 'Its ReplicaSets name it as their owner; the garbage collector removes them.',
  },
  selectsAll: {
    say: 'The selector of {subject} is empty and would select every pod: the controller refuses.',
    why: 'An empty selector matches everything in the namespace, so the controller would take over pods of others.',
  },
  adopt: {
    say: 'The ReplicaSet **{replicaSet}** matches and belongs to nobody: {subject} adopts it.',
    why: 'This is how a Deployment finds its ReplicaSets again after it was deleted without them and created anew.',
  },
  release: {
    say: 'The ReplicaSet **{replicaSet}** no longer matches: {subject} lets go of it.',
    why: 'Ownership follows the selector; what does not match is left to itself.',
  },
  newReplicaSet: {
    say: ({ replicaSet, replicas }) =>
      `No ReplicaSet has this pod template yet: **${replicaSet}** is made, with ${replicas} pods.`,
    why: 'Its name ends in a hash of the pod template, and the same hash becomes a label of its pods and part of its selector. Thus two versions of one Deployment never fight over pods. Its size respects the surge that a rolling update is allowed.',
  },
  foundReplicaSet: {
    say: '**{replicaSet}** has exactly this pod template: it is the new ReplicaSet, revision {revision}.',
    why: 'Templates are compared without the hash label. If an old ReplicaSet has the wanted template, as after a rollback, it becomes the new one again.',
  },
  annotateReplicaSet: {
    say: '**{replicaSet}** takes the annotations of its Deployment, as revision **{revision}**.',
    why: 'The history that kubectl shows lives in annotations of the ReplicaSets. A ReplicaSet that becomes the new one again gets the next number, and remembers its old one.',
  },
  hashCollision: {
    say: 'A different ReplicaSet is already named **{replicaSet}**: the hash is computed again.',
    why: 'Counting the collision changes the hash of the next attempt. It happens hardly ever.',
  },
  createFailed: {
    say: 'The ReplicaSet **{replicaSet}** could not be created: {message}.',
    why: 'The failure is shown as a condition and an event; the key is tried again with growing pauses.',
  },
  scalingEvent: {
    say: ({ annotated, replicas }) =>
      `The wanted size changed from ${annotated} to **${replicas}**: this sync only scales.`,
    why: 'Each ReplicaSet notes the size that its Deployment wanted when it was last scaled. When they differ, somebody scaled the Deployment; this is settled before any rollout continues.',
  },
  proportion: {
    say: '**{replicaSet}** goes from {size} to {target}: its share of the change.',
    why: 'When a rollout is under way, a change of size is spread over old and new ReplicaSets by their sizes. If the new version is bad, a scale-up then does not make it the majority.',
  },
  rollout: {
    say: ({ total, desired, surge, unavailable }) =>
      `Rolling update: **${total}** pods planned, ${desired} wanted, at most ${surge} more and ${unavailable} fewer.`,
    why: 'Percentages of surge are rounded up, those of unavailability down, so that the default of 25 % always allows some progress and never too much of an outage. In each sync the new ReplicaSet grows, or the old ones shrink, not both.',
  },
  scaleDownBudget: {
    say: ({ budget }) => (budget > 0 ? `**${budget}** old pods may go now.` : 'No old pod may go yet.'),
    why: 'What may go is everything planned, minus what must stay available, minus new pods that are not available yet. While new pods start, the old ones stay: this is what makes the update safe.',
  },
  recreate: {
    say: ({ oldPods }) =>
      oldPods > 0
        ? `**${oldPods}** old pods still run: the new ones wait.`
        : 'No old pod is left: the new ones may start.',
    why: 'With the strategy Recreate, versions never overlap. The price is an outage.',
  },
  scaleReplicaSet: {
    say: ({ replicaSet, from, to }) => `**${replicaSet}** is scaled from ${from} to **${to}**.`,
    why: 'This one write is all the Deployment controller does about pods. The ReplicaSet controller hears of it by its watch and creates or deletes them.',
  },
  condition: {
    say: 'The condition **{type}** becomes {status}: {reason}.',
    why: 'Conditions are what people and tools look at: Available says that enough pods work, Progressing that the rollout moves or has arrived.',
  },
  writeStatus: {
    say: ({ replicas, updated, available }) =>
      `The Deployment {subject} reports ${replicas} pods, **${updated}** of the new version, **${available}** available.`,
    why: 'The write carries the revision that was in the controller’s cache. If something else was written in between, often by this controller itself a moment ago, the server answers 409 Conflict; the key is queued again and the next sync finds the newer object. That is not an error but how optimistic concurrency works.',
  },
  complete: {
    say: 'The rollout is **complete**: all pods are of {replicaSet} and available.',
    why: 'A rollout is done when the number of new pods, of all pods and of available pods are all the wanted one. kubectl rollout status waits for this.',
  },
  statusUnchanged: {
    say: 'The status of {subject} is still true: nothing is written.',
    why: 'Every write wakes all who watch. A controller therefore writes only when something changed.',
  },
  deadline: {
    say: 'The Deployment will be looked at again when its progress deadline has passed.',
    why: 'If nothing moves for progressDeadlineSeconds, nobody would wake the controller; so it sets its own alarm. A rollout that is stuck is reported, not undone.',
  },
  cleanUp: {
    say: 'The old ReplicaSet **{replicaSet}** is beyond the limit of revisions: it is deleted.',
    why: 'Old ReplicaSets of size zero are the history that a rollback needs. Only the newest ten are kept, unless revisionHistoryLimit says otherwise.',
  },
  rollback: {
    say: 'The annotation asks for a rollback to revision {revision}: {outcome}.',
    why: 'Old clients asked for rollbacks by an annotation. kubectl now patches the template itself.',
  },
  failed: {
    say: ({ reason, retries }) =>
      `The sync of {subject} failed with **${reason}**; attempt ${retries + 1} will follow.`,
    why: 'A failed key is put back with a pause that doubles each time, from 5 ms on. After fifteen failures the controller waits for the next event instead.',
  },
};
