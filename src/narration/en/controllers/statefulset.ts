import type { statefulsetSteps } from '../../../steps/controllers/statefulset.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

const REASONS: { readonly [reason: string]: string | undefined } = {
  'scale down': 'there are too many',
  finished: 'its containers have ended',
  outdated: 'it is made of an old template',
  terminating: 'it is still being deleted',
  'not ready': 'it is not ready',
};

export const statefulset: Texts<typeof statefulsetSteps> = {
  sync: {
    say: 'The StatefulSet controller looks at **{subject}**: **{want} wanted**, **{have} found**.',
    why: 'Its Pods are not interchangeable: each has a number, and number by number the controller compares what is there with what should be.',
  },
  revision: {
    say: 'The Pod template of **{subject}** is kept as **revision {revision}**.',
    why: 'During an update some Pods are still made from the old revision, so both must be kept.',
  },
  createPod: {
    say: ({ claims }) =>
      `**{pod}** is missing: the controller creates it${claims > 0 ? ', after its volume claims' : ''}.`,
    why: 'The name is stable: a Pod that is replaced comes back with the same name and the same claims, perhaps on another node.',
  },
  deletePod: {
    say: ({ reason }) => `**{pod}** is deleted: ${REASONS[reason] ?? reason}.`,
    why: 'The highest number goes first, and only one at a time: lower numbers are often the ones that others depend on.',
  },
  wait: {
    say: ({ reason }) => `The controller **waits for {pod}**: ${REASONS[reason] ?? reason}.`,
    why: 'In order means one after the other: no next step until this Pod is ready, or gone.',
  },
  repair: {
    say: '**{pod}** is not as {subject} wants it: its labels or the owners of its claims are put right.',
    why: 'The labels tell a Pod’s name and number, and a Service may select by them. Whoever takes them off finds them back at the next look.',
  },
  claimOwner: {
    say: ({ owner }) =>
      owner === 'nobody'
        ? 'The claim **{subject}** stays, whatever goes: it has **no owner** any more.'
        : `The claim **{subject}** will go with **its ${owner === 'set' ? 'StatefulSet' : 'Pod'}**, which becomes its owner.`,
    why: 'persistentVolumeClaimRetentionPolicy says what happens to claims when the set is deleted or made smaller. The controller deletes none itself: it names an owner, and the garbage collector does the rest.',
  },
  writeStatus: {
    say: ({ replicas }) =>
      `The status of **{subject}** is written: ${counted(replicas, 'Pod', 'Pods')}, **{ready} ready**, {updated} up to date.`,
    why: 'When all Pods are of the update revision and ready, it becomes the current revision.',
  },
};
