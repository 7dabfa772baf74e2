import type { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

const REASONS: { readonly [reason: string]: string | undefined } = {
  unassigned: 'it has **no node** yet',
  phase: 'it does **not run** yet',
  'not ready': 'it is **not ready**',
  'deletion cost': 'its **deletion cost** is lower',
  'doubled up on its node': 'its **node** has more Pods of the same owner',
  'ready for less time': 'it has been **ready for less time**',
  restarts: 'it has **restarted more often**',
  younger: 'it is **younger**',
  uid: 'its **uid** comes first: they are about equally old',
  equal: 'nothing tells them apart',
};

const WHY_OWNER =
  'Which Pods count is decided by two things together: the labels must match the selector, and the owner reference must name this object. Taking a label off a Pod is therefore a way to keep it for examination: it goes on running, and a replacement is made.';

export const replicaset: Texts<typeof replicasetSteps> = {
  sync: {
    say: ({ want, have, terminating, satisfied }) =>
      `The controller looks at **{subject}**: **${want} wanted**, **${have} found**${terminating > 0 ? `, ${terminating} more on the way out` : ''}${
        satisfied
          ? want === have
            ? ': nothing to do'
            : ''
          : '. It still waits to see what it asked for last time, so it **does not act**'
      }.`,
    why: 'The controller compares two numbers and removes the difference; how it came about is of no interest. Pods that are being deleted no longer count, so a replacement starts before they are gone. It counts in its cache, which lags behind, so it acts only when it has seen the effects of its own last writes.',
  },
  gone: {
    say: '**{subject}** no longer exists, so there is nothing to do.',
    why: 'The key was queued while the object still existed. Its Pods are left to the garbage collector, which follows their owner references.',
  },
  stale: {
    say: 'The cache of **{resource}** does not yet show this controller’s own last write: **{subject}** must wait.',
    why: 'Acting on a picture that is older than one’s own deeds leads to doing them twice. The controller remembers the revision of its last write and waits until the cache has reached it.',
  },
  createPods: {
    say: ({ missing, batches }) =>
      `**${counted(missing, 'Pod is', 'Pods are')} missing**: the controller will create ${missing === 1 ? 'it' : 'them'}${batches > 1 ? `, in ${batches} batches` : ''}.`,
    why: 'All Pods of one owner come from the same template and are interchangeable; they differ in name only. The controller notes how many it is about to create before it sends the first request, because the watch may report a Pod before the answer arrives.',
  },
  batch: {
    say: ({ size, remaining }) =>
      remaining === size
        ? `**${counted(size, 'Pod', 'Pods')}** ${size === 1 ? 'is' : 'are'} asked for: the last batch.`
        : `**${counted(size, 'Pod', 'Pods')}** ${size === 1 ? 'is' : 'are'} asked for at once; ${remaining - size} more will follow if this goes well.`,
    why: 'The batches double: 1, 2, 4 and so on. If a quota or an admission plugin refuses the very first Pod, the controller has sent one useless request and not five hundred.',
  },
  batchFailed: {
    say: ({ skipped }) =>
      `Creating Pods failed${skipped > 0 ? `, so **${counted(skipped, 'further attempt is', 'further attempts are')} skipped**` : ''}: {message}`,
    why: 'What stopped one Pod will most likely stop the next. The skipped ones are taken off the list of expected creations, or the controller would wait for them; then the whole key is tried again after a pause.',
  },
  rank: {
    say: ({ surplus }) =>
      `**${counted(surplus, 'Pod', 'Pods')} too many**: the controller ranks {candidates} Pods to choose which ${surplus === 1 ? 'goes' : 'go'} first.`,
    why: 'The cheapest loss goes first: Pods without a node, then those that do not run, then those that are not ready. Among ready ones the controller prefers to thin out crowded nodes and to keep Pods that have proven themselves for longer. People often expect the oldest to go; it is rather the newest.',
  },
  victim: {
    say: ({ reason, position, node }) =>
      `**{subject}**${node === undefined || node === '' ? '' : ' on {node}'} is number ${position + 1} to go: ${REASONS[reason] ?? reason}.`,
    why: 'Pods are compared by one criterion after the other, and the first that differs decides. The annotation controller.kubernetes.io/pod-deletion-cost is the way to have a say in it.',
  },
  deletePods: {
    say: ({ surplus }) => `The controller deletes **${counted(surplus, 'Pod', 'Pods')}** of {subject}.`,
    why: 'To delete is to ask: the Pod gets a deletion time and its kubelet then stops the containers. The controller expects these deletions by name, so that it does not pick further victims while the first ones are still going.',
  },
  adopt: {
    say: '{subject} **adopts** Pod **{pod}**, which matches its selector and has no owner.',
    why: WHY_OWNER,
  },
  release: {
    say: '{subject} **releases** Pod **{pod}**, whose labels no longer match.',
    why: WHY_OWNER,
  },
  writeStatus: {
    say: ({ terminating }) =>
      `The controller **reports** the status of **{subject}**: {replicas} Pods, {ready} ready, **{available} available**${terminating > 0 ? ', {terminating} terminating' : ''}.`,
    why: 'This is how the news travels upwards: kubelets report on Pods, the ReplicaSet counts Pods, the Deployment adds up ReplicaSets. Ready becomes available only after minReadySeconds, so that a Pod which falls over at once does not count.',
  },
  statusUnchanged: {
    say: 'The status of **{subject}** is already right, so nothing is written.',
    why: 'A write without news would wake every watch, the controller’s own included, and the cluster would never come to rest.',
  },
};
