import type { replicasetSteps } from '../../steps/replicaset.ts';
import type { Texts } from '../text.ts';

export const replicaset: Texts<typeof replicasetSteps> = {
  sync: {
    say: ({ want, have }) => `The ReplicaSet {subject} wants **${want}** pods and has **${have}**.`,
    why: 'The controller does not ask what happened. It compares the number that is wanted with the pods in its cache, and acts on the difference; that is why it repairs every kind of accident in the same way.',
  },
  gone: {
    say: 'The ReplicaSet {subject} no longer exists: there is nothing to do.',
    why: 'A key may outlive its object in the queue. Its pods are the garbage collector’s business.',
  },
  stale: {
    say: 'The cache of {resource} does not yet show the controller’s own last write: it waits.',
    why: 'Acting on a cache that is older than its own writes would mean counting wrongly. Since 1.36 the controller remembers the revision of what it wrote and looks again when the cache has reached it.',
  },
  createPods: {
    say: ({ missing }) => `**${missing}** pods are missing: the ReplicaSet {subject} asks for them.`,
    why: 'They are made in batches of 1, 2, 4, 8 …. If the first is refused, by a quota for example, the others would be refused too and are not even tried.',
  },
  batch: {
    say: ({ size, remaining }) => `A batch of **${size}** is created in parallel; ${remaining} are still to come.`,
    why: 'Each batch that succeeds doubles the next. A controller that is new to a problem thus makes few failing requests.',
  },
  batchFailed: {
    say: 'A pod could not be created: {message}. The remaining {skipped} are not tried now.',
    why: 'What was not tried is taken off the expectations again, so that the next attempt is not held up. The key is retried with growing pauses.',
  },
  rank: {
    say: ({ surplus, candidates }) =>
      `**${surplus}** of ${candidates} pods are too many: they are put in order of who goes first.`,
    why: 'Pods that are worth least go first: not scheduled, pending, not ready, with a lower deletion cost, doubled up on one node, ready for less time, restarted more often, younger. Ages are compared by order of magnitude only, so that the same pods are not always chosen.',
  },
  victim: {
    say: ({ position, reason }) => `{subject} goes as number **${position}**, before the next one because: ${reason}.`,
    why: 'The first criterion in which two pods differ decides. The count of related pods on a node includes those of other ReplicaSets of the same Deployment.',
  },
  deletePods: {
    say: '**{surplus}** pods are deleted, all at once.',
    why: 'Deleting only marks a pod: its kubelet stops the containers and then removes it. The controller no longer counts it from this moment on.',
  },
  adopt: {
    say: 'The pod **{pod}** matches and belongs to nobody: {subject} adopts it.',
    why: 'A controller owns what its selector matches, unless somebody else owns it already. Before it adopts, it reads itself live, lest it adopt while being deleted.',
  },
  release: {
    say: 'The pod **{pod}** no longer matches: {subject} lets go of it.',
    why: 'Changing a label takes a pod out of its ReplicaSet, which then makes another. This is a handy way to keep a broken pod for a closer look.',
  },
  writeStatus: {
    say: ({ replicas, ready, available }) =>
      `The ReplicaSet {subject} reports **${replicas}** pods, ${ready} ready, ${available} available.`,
    why: 'The status is what the controller saw, not what is wanted. The Deployment controller watches it and decides by it how far the rollout has come.',
  },
  statusUnchanged: {
    say: 'The status of {subject} is still true: nothing is written.',
    why: 'Every write wakes all who watch. A controller therefore writes only when something changed.',
  },
};
