import type { etcd as kinds } from '../../steps/etcd.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const etcd: Texts<typeof kinds> = {
  loaded: {
    say: 'etcd starts with **{keys} keys**, at revision **{revision}**.',
    why: 'etcd is the only place where a cluster keeps anything for good. All other components can be lost and started again; they rebuild what they know from here.',
  },
  proposed: {
    say: ({ op, compare }) =>
      `The leader proposes to **${operation(op)}** {key}${compare === 0 ? '' : ', on condition that **nobody has changed it** meanwhile'}.`,
    why: 'A write is first only a proposal. The condition travels with it and is checked when its turn comes, not now: this is what lets many servers write at once without locks and without overwriting each other.',
  },
  appended: {
    say: 'Entry **{index}** is written to the **log on disk**.',
    why: 'The entry must be on disk before anybody may rely on it, so that it survives a loss of power. Waiting for the disk is the largest part of the time a write takes, which is why etcd wants fast disks.',
  },
  committed: {
    say: ({ members, quorum }) =>
      members === 1
        ? 'Entry {index} is **committed**: this etcd has one member, so its own disk is the majority.'
        : `Entry {index} is **committed**: ${quorum} of ${members} members have it.`,
    why: 'A majority is enough, and any two majorities share a member, so a committed entry can never be forgotten. With three members one may fail, with five two may. A single member loses no time on this, and has no spare.',
  },
  applied: {
    say: ({ op, version }) =>
      op === 'delete'
        ? '{subject} is **deleted** from the store: that is revision **{revision}**.'
        : op === 'put'
          ? `{subject} is **in the store**: revision **{revision}**${version === 1 ? ', its first version' : `, its version ${version}`}.`
          : '{subject} is read at revision **{revision}**.',
    why: 'The revision counts every change of the whole store, and it becomes the resourceVersion of the object. Because it only grows, “everything since revision n” has one exact answer, and watches are built on that.',
  },
  compareFailed: {
    say: ({ expected, actual }) =>
      expected === 0
        ? '{subject} **exists already**, so it is not created.'
        : actual === 0
          ? '{subject} is **gone**, so the write does not happen.'
          : '{subject} was changed meanwhile: expected revision **{expected}**, found **{actual}**.',
    why: 'The writer had decided on the basis of an older state. Writing anyway would silently undo somebody else’s change. Instead nothing is written, and the writer must look again.',
  },
  read: {
    say: ({ found }) =>
      found === 0
        ? 'etcd looks for {key} and finds **nothing**.'
        : `etcd reads **${counted(found, 'key', 'keys')}** under {key}, as of revision {revision}.`,
    why: 'A read waits until this member knows that it is up to date, so it never returns a past that was already overwritten. That certainty has a price, and it is why most reads are answered by caches further up.',
  },
  leaseGranted: {
    say: ({ ttl }) =>
      `etcd grants a **lease** of ${counted(ttl, 'second', 'seconds')}; keys attached to it vanish when it ends.`,
    why: 'Events are stored under such leases, which is why they disappear after about an hour. Many events share one lease, because each lease costs the store something.',
  },
  leaseExpired: {
    say: ({ keys }) =>
      `A lease is over, and **${counted(keys, 'key', 'keys')}** attached to it ${keys === 1 ? 'is' : 'are'} deleted.`,
    why: 'Events are notes for people and not part of the state. Letting them expire keeps the store small without anybody having to clean up.',
  },
  compacted: {
    say: ({ dropped }) =>
      `etcd **forgets the past** before revision **{revision}**: ${counted(dropped, 'old revision', 'old revisions')}.`,
    why: 'Old versions are kept so that watches can start a little in the past, but not for ever, or the disk would fill. Whoever asks for a forgotten revision gets 410 Gone and must list again. The newest version of every key always stays.',
  },
};

function operation(op: string): string {
  return op === 'put' ? 'write' : op === 'lease-revoke' ? 'end lease' : op;
}
