import type { garbageCollectorSteps } from '../../steps/garbage-collector.ts';
import type { Texts } from '../text.ts';

export const garbageCollector: Texts<typeof garbageCollectorSteps> = {
  node: {
    say: ({ owners, virtual }) =>
      virtual
        ? '{subject} is named as an owner, but nobody has seen it yet: it is noted as virtual.'
        : `The collector notes {subject} in its graph, with ${owners} owners.`,
    why: 'The collector watches every kind of object and remembers who owns whom, by UID. A name alone would not do: a new object may take an old name.',
  },
  ownersChanged: {
    say: 'The owners of {subject} changed: {added} more, {removed} fewer.',
    why: 'Adoption and release change the graph.',
  },
  nodeRemoved: {
    say: ({ dependents }) =>
      `{subject} is gone; **${dependents}** objects named it as their owner and are looked at now.`,
    why: 'Deleting an owner in the background removes only the owner. Its dependents go afterwards, one level at a time: the ReplicaSet first, then its pods.',
  },
  consider: {
    say: 'The collector looks at {subject}: does it still have an owner?',
    why: 'The graph may lag behind. Before it deletes anything, the collector reads the object live.',
  },
  skip: {
    say: '{subject} needs nothing: {reason}.',
    why: 'A deletion cannot be taken back; the collector only waits for its end.',
  },
  absent: {
    say: '{subject} does not exist: it is taken out of the graph.',
    why: 'It was only named by others, or has been deleted meanwhile. What depended on it is looked at next.',
  },
  classified: {
    say: ({ solid, dangling, waiting }) =>
      `Of its owners **${solid}** exist, **${dangling}** are gone and ${waiting} wait for their dependents.`,
    why: 'An object lives as long as one of its owners does. An owner that is deleted in the foreground waits for the objects that block it.',
  },
  keep: {
    say: ({ removed }) =>
      removed === 0
        ? '{subject} has an owner and stays.'
        : `{subject} stays; ${removed} references to owners that are gone are removed.`,
    why: 'As long as one owner exists, the object is needed.',
  },
  collect: {
    say: '{subject} has no owner left: it is **deleted** ({policy}).',
    why: 'The request carries UID and revision as preconditions: if the object was changed or replaced since it was read, nothing is deleted and the collector looks again. The policy decides what becomes of its own dependents.',
  },
  waitForDependents: {
    say: ({ blocking }) =>
      blocking === 0
        ? 'Nothing blocks {subject} any more.'
        : `{subject} waits for **${blocking}** dependents to go first.`,
    why: 'In a foreground deletion the owner stays, marked and with a finalizer, until every dependent that blocks it is gone.',
  },
  foreground: {
    say: '{subject} is deleted in the **foreground**: its {dependents} dependents go first.',
    why: 'The finalizer foregroundDeletion keeps the owner in place meanwhile, so that one can see that the work is not finished.',
  },
  orphan: {
    say: '{subject} is deleted without its {dependents} dependents: they become **orphans**.',
    why: 'The collector removes the references to the owner, then the finalizer that held the owner back. The dependents live on, and may be adopted.',
  },
  removeFinalizer: {
    say: 'The finalizer **{finalizer}** is removed from {subject}, which now vanishes.',
    why: 'An object that is marked for deletion is removed from the store when its last finalizer is gone.',
  },
};
