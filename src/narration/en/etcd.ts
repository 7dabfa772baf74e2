import type { etcd as steps } from '../../steps/etcd.ts';
import type { Texts } from '../text.ts';

export const etcd: Texts<typeof steps> = {
  loaded: {
    say: 'etcd begins with **{keys}** keys, at revision **{revision}**.',
    why: 'A cluster that has just started is not empty: namespaces, roles and priority classes are there already. Here they are put into the store at once, so that the first story is yours.',
  },
  proposed: {
    say: 'The leader **proposes** a {op} of `{key}`.',
    why: 'A write is first only a proposal, an entry that the leader adds to its log. Nobody can see it yet. It takes effect when a majority of the members has it on disk.',
  },
  appended: {
    say: 'Entry **{index}** is in the write-ahead log, and the disk has confirmed it.',
    why: 'The log is flushed to disk before anything else happens, so that a crash cannot lose what was promised. This flush is what makes etcd sensitive to slow disks.',
  },
  committed: {
    say: 'Entry {index} is **committed**: {quorum} of {members} members have it.',
    why: 'Once a majority has an entry it can never be lost or reordered. With a single member that is as soon as its own disk has it; with three, one follower must confirm as well.',
  },
  applied: {
    say: ({ op, key, revision, version }) =>
      op === 'delete'
        ? `\`${key}\` is deleted: revision **${revision}**.`
        : `\`${key}\` is written: revision **${revision}**, version ${version} of this key.`,
    why: 'Committed entries are applied in order, and each change raises the one revision counter of the whole store. That number becomes the object’s resourceVersion. Old revisions stay readable until they are compacted.',
  },
  compareFailed: {
    say: '`{key}` is at revision **{actual}**, not {expected}: nothing is written.',
    why: 'The transaction said: only if nobody has changed the key since I read it. Somebody has. This comparison is how many writers share one object without locks.',
  },
  read: {
    say: 'etcd reads `{key}` at revision {revision}.',
    why: 'The leader confirms that it still leads before it answers, so the answer cannot be stale. That is why reads that must be exact come here and not to a cache.',
  },
  leaseGranted: {
    say: 'A **lease** of {ttl} seconds is granted.',
    why: 'Keys that are put with a lease disappear when it runs out. Events are stored this way: they are gone after an hour without anybody deleting them.',
  },
  leaseExpired: {
    say: 'A lease has run out: **{keys}** keys go with it.',
    why: 'Nobody renewed it. etcd deletes the keys itself, and the deletions are ordinary revisions that watchers see.',
  },
  compacted: {
    say: 'History before revision **{revision}** is dropped.',
    why: 'Every change keeps its predecessor, so the store would grow for ever. The API server asks for a compaction every five minutes. Whoever wants to watch from an older revision must list again.',
  },
};
