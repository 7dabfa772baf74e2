import type { etcd as kinds } from '../../steps/etcd.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const etcd: Texts<typeof kinds> = {
  loaded: {
    say: 'etcd starts with **{keys} keys**, at revision **{revision}**.',
    why: 'A cluster that has just started is not empty: namespaces, roles and priority classes are there already. Here they are put into the store at once, so that the first story is yours.',
  },
  proposed: {
    say: ({ op, compare }) =>
      `The leader proposes to **${operation(op)}** {key}${compare === 0 ? '' : ', on condition that **nobody has changed it** meanwhile'}.`,
    why: 'A write is first only a proposal, an entry that the leader adds to its log. Nobody can see it yet. It takes effect when a majority of the members has it on disk.',
  },
  appended: {
    say: 'Entry **{index}** is written to the **log on disk**.',
    why: 'The log is flushed to disk before anything else happens, so that a crash cannot lose what was promised. This flush is what makes etcd sensitive to slow disks.',
  },
  committed: {
    say: ({ members, quorum }) =>
      members === 1
        ? 'Entry {index} is **committed**: this etcd has one member, so its own disk is the majority.'
        : `Entry {index} is **committed**: ${quorum} of ${members} members have it.`,
    why: 'Once a majority has an entry it can never be lost or reordered. With a single member that is as soon as its own disk has it; with three, one follower must confirm as well.',
  },
  applied: {
    say: ({ op, version }) =>
      op === 'delete'
        ? '{subject} is **deleted** from the store: that is revision **{revision}**.'
        : op === 'put'
          ? `{subject} is **in the store**: revision **{revision}**${version === 1 ? ', its first version' : `, its version ${version}`}.`
          : '{subject} is read at revision **{revision}**.',
    why: 'Committed entries are applied in order, and each change raises the one revision counter of the whole store. That number becomes the object’s resourceVersion. Old revisions stay readable until they are compacted.',
  },
  compareFailed: {
    say: ({ expected, actual }) =>
      expected === 0
        ? '{subject} **exists already**, so it is not created.'
        : actual === 0
          ? '{subject} is **gone**, so the write does not happen.'
          : '{subject} was changed meanwhile: expected revision **{expected}**, found **{actual}**.',
    why: 'The transaction said: only if nobody has changed the key since I read it. Somebody has. This comparison is how many writers share one object without locks.',
  },
  read: {
    say: ({ found }) =>
      found === 0
        ? 'etcd looks for {key} and finds **nothing**.'
        : found === 1
          ? 'etcd reads **{key}**, as of revision {revision}.'
          : `etcd reads **${counted(found, 'key', 'keys')}** under {key}, as of revision {revision}.`,
    why: 'The leader confirms that it still leads before it answers, so the answer cannot be stale. That is why reads that must be exact come here and not to a cache.',
  },
  leaseGranted: {
    say: ({ ttl }) =>
      `etcd grants a **lease** of ${ttl < 120 ? counted(ttl, 'second', 'seconds') : `${Math.round(ttl / 60)} minutes`}; keys attached to it vanish when it ends.`,
    why: 'Keys that are put with a lease disappear when it runs out. Events are stored this way: they are gone after an hour without anybody deleting them.',
  },
  leaseExpired: {
    say: ({ keys }) =>
      `A lease is over, and **${counted(keys, 'key', 'keys')}** attached to it ${keys === 1 ? 'is' : 'are'} deleted.`,
    why: 'Nobody renewed it. etcd deletes the keys itself, and the deletions are ordinary revisions that watchers see.',
  },
  compacted: {
    say: ({ dropped }) =>
      `etcd **forgets the past** before revision **{revision}**: ${counted(dropped, 'old revision', 'old revisions')}.`,
    why: 'Every change keeps its predecessor, so the store would grow for ever. The API server asks for a compaction every five minutes. Whoever wants to watch from an older revision must list again.',
  },
};

function operation(op: string): string {
  return op === 'put' ? 'write' : op === 'lease-revoke' ? 'end lease' : op;
}
