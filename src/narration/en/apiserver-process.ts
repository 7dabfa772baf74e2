import type { apiserverProcess as kinds } from '../../steps/apiserver-process.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const apiserverProcess: Texts<typeof kinds> = {
  fault: {
    say: ({ state }) => (state === 'stopped' ? 'You **stop the API server**.' : 'You **start the API server** again.'),
    why: 'A fault that you cause is part of the run, like a command: it happens again at the same moment when the run is repeated.',
  },
  shutDown: {
    say: ({ inFlight }) =>
      inFlight === 0
        ? 'The API server **ends**: nobody listens at its port any more.'
        : `The API server **ends**: it takes no more requests and still answers ${counted(inFlight, 'request', 'requests')}.`,
    why: 'A server that is told to stop closes its port first, finishes what it has begun, and then goes. Running containers do not notice: kubelets go on with what they know. But nothing new can be decided, because every component decides by writing to this server.',
  },
  cachesLost: {
    say: '**{caches} caches** are gone with the process, and every open watch has ended.',
    why: 'The API server keeps nothing for good: objects are in etcd. What it had in memory were copies of the present and the last changes. Clients whose watch has ended try again until somebody answers.',
  },
  cacheFilled: {
    say: 'The cache of {subject} begins with **{objects} objects**, as of revision {revision}.',
    why: 'A new process lists each resource from etcd once and follows it from there. It knows the present and nothing of the past: a watch that wants to go on from an older revision gets 410 Gone, and its client must list again.',
  },
  cacheStuck: {
    say: 'The cache of {subject} **cannot read** what was put at `{key}`: {error}.',
    why: 'Somebody wrote into etcd past the API server. Whatever the cache is told it decodes into the type of its kind, and this is none. The watch of etcd ends at this change, and every new one from the same revision meets it again: for half a minute the cache tries, and hears of nothing that came after. Other resources have caches of their own.',
  },
  cacheReinitializing: {
    say: 'The cache of {subject} is **given up** and is to be read anew from etcd: {error}.',
    why: 'Each second the server lists the resource again. A single value that cannot be decoded fails the whole list, so that watches are refused with 429 until that key is gone, or holds an object again. Reading single objects still works: those come from etcd.',
  },
  started: {
    say: 'The API server **answers again**, with {caches} caches filled as of revision {revision}.',
    why: 'Readiness waits for the caches. Then all components come back at once: each begins its watches anew, and whoever is told that its revision is too old reads everything again.',
  },
  reconciled: {
    say: ({ change }) =>
      change === 'create'
        ? '{subject} is missing and is **made again**.'
        : '{subject} gets back what is missing of its **{change}**.',
    why: 'At each start the server compares the default roles and bindings with what it ships. Permissions that somebody took away come back; what somebody added stays. The Service kubernetes and its namespaces it misses within seconds, its FlowSchemas within a minute. An object with the annotation autoupdate: "false" is left alone.',
  },
  ownAddress: {
    say: ({ change }) =>
      change === 'left'
        ? 'The server **takes its address out** of {subject}.'
        : 'The server **puts its address back** into {subject}.',
    why: 'Pods reach the API server through the Service kubernetes. A server that is about to end takes its address out of it, so that nobody is sent to it any more; one that has begun puts it in.',
  },
  refusedConnection: {
    say: '**Nobody answers** at the address of the API server: the connection is refused.',
    why: 'No process listens at the port, so the operating system of that machine refuses at once. Clients with work to do try again after a pause; a kubectl command ends with an error.',
  },
};
