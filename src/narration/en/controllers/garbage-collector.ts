import type { garbageCollectorSteps } from '../../../steps/controllers/garbage-collector.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

const POLICIES: { readonly [policy: string]: string | undefined } = {
  Background: 'in the **background**: it goes first, what it owns later',
  Foreground: 'in the **foreground**: what it owns goes first',
  Orphan: 'leaving what it owns as **orphans**',
};

const FINALIZERS: { readonly [finalizer: string]: string | undefined } = {
  foregroundDeletion: 'nothing that blocks it is left',
  orphan: 'what it owned is free',
};

const WHY_GRAPH =
  'The garbage collector watches every type of object and draws one graph: who is owned by whom. It asks for metadata only, because nothing else matters here. With the graph it finds the dependents of an owner at once, without searching the whole cluster.';

export const garbageCollector: Texts<typeof garbageCollectorSteps> = {
  node: {
    say: ({ owners, virtual }) =>
      virtual
        ? 'The garbage collector has only **heard of {subject}**, as somebody’s owner: it notes it and will make sure.'
        : `The garbage collector has **{subject}** in its graph${owners === 0 ? ', owned by nobody' : `, with ${counted(owners, 'owner', 'owners')}`}.`,
    why: WHY_GRAPH,
  },
  ownersChanged: {
    say: ({ added, removed }) => `The owners of **{subject}** have changed: ${added} added, ${removed} removed.`,
    why: 'Adopting and releasing are nothing but changes of this list. An object that loses its last living owner is collected; one whose list was emptied on purpose is not.',
  },
  nodeRemoved: {
    say: ({ dependents }) =>
      dependents === 0
        ? '**{subject}** is gone and taken out of the graph; it owned nothing.'
        : `**{subject}** is gone: **${counted(dependents, 'object it owned is', 'objects it owned are')}** looked at now.`,
    why: 'This is how deletion cascades. Whoever deleted the owner has long had an answer; from here the collector follows the references, level by level, from the Deployment to its ReplicaSets and on to their Pods.',
  },
  consider: {
    say: ({ owners, dependents, deletingDependents }) =>
      deletingDependents
        ? `The collector looks whether **{subject}** can go: ${counted(dependents, 'object', 'objects')} still ${dependents === 1 ? 'belongs' : 'belong'} to it.`
        : `The collector looks whether **{subject}** still has a **living owner**, out of ${owners}.`,
    why: 'The graph comes from watches and may be behind. Before it deletes anything the collector therefore asks the API server for the object itself: deleting cannot be taken back.',
  },
  skip: {
    say: '**{subject}** is being deleted already, so the collector leaves it alone.',
    why: 'To delete twice would change nothing and cost a request. When the object is gone, its own dependents have their turn.',
  },
  absent: {
    say: '**{subject}** does **not exist** in the API: it is dropped from the graph.',
    why: 'Either it was deleted meanwhile, or it never existed and an owner reference names something made up. In both cases those who call it their owner must be looked at.',
  },
  classified: {
    say: ({ solid, dangling, waiting }) =>
      `The owners of **{subject}**: **${solid} alive**, ${dangling} gone, ${waiting} waiting for what they own to go.`,
    why: 'One living owner is enough to keep an object. Owners are told apart by uid and not by name: a new object with the old name is somebody else.',
  },
  keep: {
    say: ({ removed }) =>
      removed === 0
        ? '**{subject}** has a living owner and **stays**.'
        : `**{subject}** **stays**, but ${counted(removed, 'reference', 'references')} to owners that are gone or leaving ${removed === 1 ? 'is' : 'are'} taken off.`,
    why: 'Dead references are removed so that the next look is shorter, and so that an owner in foreground deletion does not wait for an object that will not go.',
  },
  collect: {
    say: ({ policy }) =>
      `**No owner** of **{subject}** lives on: the collector deletes it${POLICIES[policy] === undefined ? '' : `, ${POLICIES[policy]}`}.`,
    why: 'Nobody would ever delete these objects otherwise. The request names the uid and the revision, so that it cannot hit a new object with the same name, or one that has just been adopted.',
  },
  waitForDependents: {
    say: ({ blocking }) =>
      blocking === 0
        ? 'Nothing blocks **{subject}** any more: it may go.'
        : `**{subject}** waits for **${counted(blocking, 'object', 'objects')}** that ${blocking === 1 ? 'blocks' : 'block'} its deletion.`,
    why: 'Only dependents with blockOwnerDeletion hold their owner back. Foreground deletion is for those who must know that everything is really gone once the owner has disappeared.',
  },
  foreground: {
    say: ({ dependents }) =>
      `**{subject}** is deleted in the **foreground**: first ${counted(dependents, 'object it owns', 'objects it owns')}, then itself.`,
    why: 'The owner keeps existing with a finalizer and a deletion time while its dependents go. In the default, the background, it is the other way round, and the command returns at once.',
  },
  orphan: {
    say: ({ dependents }) =>
      `**{subject}** is deleted, but what it owns shall stay: **${counted(dependents, 'object loses', 'objects lose')}** the reference to it.`,
    why: 'With --cascade=orphan the Pods go on running without a controller. Another one with a matching selector can adopt them, which makes it possible to replace a controller without stopping anything.',
  },
  removeFinalizer: {
    say: ({ finalizer }) =>
      `The finalizer **{finalizer}** is taken off **{subject}**${FINALIZERS[finalizer] === undefined ? '' : `: ${FINALIZERS[finalizer]}`}.`,
    why: 'A finalizer means: somebody still has work to do before this object may disappear. Each is removed by the one it belongs to, and with the last of them the API server removes the object. An object that will not go away nearly always has a finalizer whose owner no longer runs.',
  },
};
