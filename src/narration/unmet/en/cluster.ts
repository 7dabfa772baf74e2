import type { HoldWords } from '../args.ts';

const more = (others: number, one: string, many: string) =>
  others === 0 ? '' : ` (and ${others} more ${others === 1 ? one : many})`;

/** What the parts of the cluster itself hold up, and what is to be gone. */
export const cluster: HoldWords<
  | 'noQuorum'
  | 'slowDisk'
  | 'serverStopped'
  | 'kubeletStopped'
  | 'turnedAway'
  | 'nodeNotReady'
  | 'finalizer'
  | 'namespaceHeld'
  | 'namespaceWaits'
  | 'namespaceFails'
> = {
  noQuorum: {
    say: ({ running, members }) =>
      members === 1
        ? 'its only member, {stopped}, is stopped'
        : `${running === 0 ? 'none' : '{running}'} of its {members} members ${running > 1 ? 'run' : 'runs'}, and {quorum} must agree on a write (stopped: {stopped})`,
    change: 'Start a member again: reads and writes go on once {quorum} of {members} run.',
  },
  slowDisk: {
    say: ({ millis, warned }) =>
      `its leader **{member}** has a slow disk${millis === 0 ? '' : ': **{millis} ms** for each fsync'}, and every write waits for it${warned === 0 ? '' : warned === 1 ? '; there is a warning in its log' : '; there are {warned} warnings in its log'}`,
    change: ({ members }) =>
      members === 1
        ? 'Give {member} a faster disk.'
        : 'Give {member} a faster disk, or let another member lead: `etcdctl move-leader`.',
  },
  serverStopped: {
    say: 'it was stopped; containers go on, and nothing else changes until it runs again',
    change: 'Start the API server again.',
  },
  kubeletStopped: {
    say: ({ pods }) =>
      `its kubelet is stopped, and ${pods === 0 ? 'no Pod is on it' : pods === 1 ? 'nobody looks after its one Pod' : 'nobody looks after its {pods} Pods'}`,
    change:
      'Start the kubelet of {node} again. Without it the node counts as lost after a while, and later so do its Pods.',
  },
  turnedAway: {
    say: 'its kubelet runs and is not heard: in this run **{perMille} of a thousand requests** fail by themselves, and {node}’s signs of life are among them',
    change:
      'Begin the run again without that fault (`--faults requests=0`), or with fewer; nothing is wrong with the kubelet of {node}.',
  },
  nodeNotReady: {
    say: '{reason}, {message}',
    change: 'See what the kubelet of the node says, and put that right.',
  },
  finalizer: {
    say: ({ others }) =>
      `its finalizer **{finalizer}**${more(others, 'finalizer', 'finalizers')} has not been taken off`,
    change:
      'Whoever looks after that finalizer must take it off. If nobody does any more, take it off by hand: what it protects is then yours to clean up.',
  },
  namespaceHeld: {
    say: ({ others }) => `**{object}**${more(others, 'object', 'objects')} in it keeps its finalizer **{finalizer}**`,
    change: 'Whoever looks after that finalizer must take it off; a namespace goes only when nothing is left in it.',
  },
  namespaceWaits: {
    say: ({ others }) => `**{object}**${more(others, 'object', 'objects')} in it is still on its way out`,
    change: 'Give it time: a namespace goes only when nothing is left in it.',
  },
  namespaceFails: {
    say: 'what is in it cannot be found out: {message}',
    change: 'Mend or delete the APIService that does not answer.',
  },
};
