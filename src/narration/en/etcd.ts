import type { etcd as kinds } from '../../steps/etcd.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const etcd: Texts<typeof kinds> = {
  loaded: {
    say: ({ keys }) => `etcd starts with **${counted(keys, 'key', 'keys')}**, at revision **{revision}**.`,
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
  txnApplied: {
    say: ({ succeeded, compares }) =>
      compares === 0
        ? 'A **transaction** is applied: {ops} operations as one.'
        : `The transaction’s conditions **${succeeded ? 'hold' : 'do not hold'}**: its ${succeeded ? 'first' : 'second'} branch is applied.`,
    why: 'All comparisons are made at one instant, and either one branch or the other happens as a whole, with one new revision. Every write of the API server is such a transaction.',
  },
  leaseRenewed: {
    say: 'A lease is **kept alive** for another **{ttl} seconds**.',
    why: 'Whoever holds a lease says in time that it is still there. When it stops doing so, the lease ends and its keys go: that is how something can be registered that must vanish with its owner.',
  },
  leaseRevoked: {
    say: ({ keys }) =>
      `A lease is **revoked**, and **${counted(keys, 'key', 'keys')}** attached to it ${keys === 1 ? 'goes' : 'go'} with it.`,
    why: 'Revoking is the deliberate end of a lease. All its keys are deleted in one revision.',
  },
  alarmRaised: {
    say: 'The store is full: the **{alarm} alarm** is raised, and nothing more is stored.',
    why: 'Beyond its quota etcd refuses everything that would make it grow, until somebody compacts, defragments and disarms the alarm. Deleting and reading still work. In Kubernetes every create and update then fails.',
  },
  alarmDisarmed: {
    say: 'The **{alarm} alarm** is disarmed: writes are possible again.',
    why: 'The alarm does not go by itself when there is room again; a person has to confirm it.',
  },
  defragmented: {
    say: '**{member}** gives back what compactions had freed: from {before} to **{after}** bytes.',
    why: 'A compaction only marks pages of the file as free. Defragmenting writes the file anew, member by member, because the member cannot answer meanwhile.',
  },
  forwarded: {
    say: '**{member}** does not lead; it passes the write on to **{leader}**.',
    why: 'A client may talk to any member. Only the leader may add to the log, so the others forward what they are asked to write.',
  },
  stalled: {
    say: ({ lost }) =>
      lost
        ? '**{member}** passes the write on to a leader that is **gone**.'
        : '**{member}** knows of **no leader**: the write waits.',
    why: 'A follower believes in its leader until it has missed its heartbeats for a second or more. What it passes on in that time reaches nobody, and whoever asked hears only after seven seconds that something went wrong. Once it knows that nobody leads, it keeps the write back for the next leader.',
  },
  sent: {
    say: ({ followers }) => `The leader sends entry **{index}** to **${counted(followers, 'follower', 'followers')}**.`,
    why: 'It does not wait for its own disk first: writing and sending go on at the same time, so that a write takes as long as the second fastest disk.',
  },
  replicated: {
    say: ({ entries }) =>
      entries > 1
        ? '**{member}** has caught up: **{entries} entries**, up to {index}, are on its disk.'
        : '**{member}** has entry **{index}** on its disk and says so.',
    why: 'A follower flushes the entry to its own disk before it answers. From the answers the leader knows how far everybody has got.',
  },
  followerApplied: {
    say: '**{member}** hears that everything up to **{index}** is committed, and applies it too.',
    why: 'Followers learn with the next message what has been committed. They apply the same entries in the same order and so hold the same keys at the same revisions.',
  },
  timedOut: {
    say: 'Nobody could confirm the write in time: **{error}**.',
    why: 'A member gives up after seven seconds: five, and twice the time of an election. What was asked may still happen later, if the entry survives in a log. So this error never means that nothing was written.',
  },
  fault: {
    say: ({ state, millis }) =>
      state === 'stopped'
        ? 'You **stop {member}**, a member of the store.'
        : state === 'slow'
          ? `You make the disk of **{member} slow**${millis === undefined ? '' : `: **${millis} ms** for each fsync`}.`
          : 'You let **{member} run** as it should.',
    why: 'A fault that you cause is part of the run, like a command: it happens again at the same moment when the run is repeated.',
  },
  memberSet: {
    say: ({ state, millis }) =>
      state === 'stopped'
        ? '**{member} stops** and answers nobody.'
        : state === 'slow'
          ? `Every write to the disk of **{member}** now takes ${millis === undefined ? '**sixty times as long**' : `**${millis} ms**`}.`
          : '**{member} runs** as it should.',
    why: 'Members fail, and disks become slow. With three members one may be missing and nothing is lost; with two missing the store stands still rather than risk two truths.',
  },
  warned: {
    say: '**{member}** warns in its log: {message} (**{millis} ms**).',
    why: 'etcd complains when an fsync takes more than a second, when its leader has sent no heartbeat for 200 milliseconds because it waited for its disk, and when a read takes more than 100 milliseconds. These lines are the first thing to look for when the API server is slow.',
  },
  steppedDown: {
    say: '**{member}** hears from no majority and **steps down** as leader of term {term}.',
    why: 'A leader that is cut off must not go on as if it led: the others may have elected another one. Without a majority it gives up its role after one election timeout.',
  },
  electionTimeout: {
    say: ({ alive, quorum }) =>
      alive < quorum
        ? '**{member}** misses the leader, but only **{alive}** can vote and it takes **{quorum}**: nobody can lead.'
        : '**{member}** has heard nothing from a leader for too long.',
    why: 'Every follower has a timer of one to two seconds, drawn at random so that they do not all wake at once. A heartbeat of the leader resets it. First it asks whether it could win at all; otherwise it does not disturb the others with a new term.',
  },
  campaigned: {
    say: '**{member}** stands for election in **term {term}**, with a log up to {last}.',
    why: 'A term is a number that only grows. Each term has at most one leader, because each member has one vote a term.',
  },
  voted: {
    say: ({ granted }) =>
      granted
        ? '**{member}** gives its vote of term {term} to **{candidate}**.'
        : '**{member}** **refuses** its vote to {candidate}.',
    why: 'A member votes for the first who asks, provided that the candidate’s log is at least as new as its own. So nobody can win who lacks a committed entry.',
  },
  elected: {
    say: '**{member} is the leader** of term {term}: **{votes} of {members}** votes.',
    why: 'The new leader appends an empty entry of its own term. With it everything that the former leader had replicated to a majority is committed too. What had reached no majority may be lost, and nobody was told that it was done.',
  },
  leaderMoved: {
    say: '**{from}** hands the leadership to **{to}**.',
    why: 'The leader tells a follower whose log is complete to stand for election at once, so that nobody has to wait for a timer.',
  },
};

const OPERATIONS: { readonly [op: string]: string } = {
  put: 'write',
  txn: 'run a transaction on',
  'lease-grant': 'grant a',
  'lease-revoke': 'end lease',
  alarm: 'raise the alarm',
};

function operation(op: string): string {
  return OPERATIONS[op] ?? op;
}
