import type { programSteps as kinds } from '../../steps/programs.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

/** What an operator does next. */
const ACTIONS: { readonly [action: string]: string | undefined } = {
  create: '**create** the Deployment that is to do the work',
  scale: '**scale** its Deployment',
  status: '**write that into the status**',
};

export const programs: Texts<typeof kinds> = {
  watchCut: {
    say: 'You **cut the connection** of the watch behind {informer}.',
    why: 'Networks lose connections. The listener keeps its cache and the last revision it has seen, so it can go on from there; it lists again only when the server no longer remembers that revision.',
  },
  indexDefined: {
    say: ({ values }) =>
      `You add the indexer **{index}** to {informer}: {path} of each object, ${counted(values, 'value', 'values')} at once.`,
    why: 'An indexer is a name and a function from an object to its values. The store calls it for every object it holds and for each change from now on, and keeps for each value the set of keys: that is the index of this name among the indices.',
  },
  lookedUp: {
    say: ({ found }) =>
      `**{index} = {value}** is looked up: ${counted(found, 'key', 'keys')}, without a look at any other object.`,
    why: 'Three steps: the indices have the index of this name, the index has the set of this value, and the keys of the set find their objects in the store. No request leaves: a lister answers out of the cache.',
  },
  started: {
    say: 'The program **{program}** starts, as ServiceAccount {account}.',
    why: 'It finds the address of the API server in its environment and its token among the mounted files: that is all that is needed for a client inside the cluster.',
  },
  waitsForCache: {
    say: 'It starts its informer and **waits for the cache** of {resource}.',
    why: 'Before the first list is complete a lister would answer “not there” for everything. WaitForCacheSync holds the program back until then.',
  },
  cacheSynced: {
    say: ({ objects }) => `Its cache is **complete**: ${counted(objects, 'object', 'objects')}.`,
    why: 'From now on the lister may be believed. What comes next are changes.',
  },
  handled: {
    say: 'The handler **{event}** of the program is called and prints: {printed}',
    why: 'Handlers get objects out of the cache, for an update both as it was and as it is. They must not change them, and should be quick: usually they put a key into a queue and return.',
  },
  resynced: {
    say: ({ objects }) =>
      `**Resync** after {seconds} s: ${counted(objects, 'object comes', 'objects come')} again as updates, out of the cache.`,
    why: 'A resync asks the server for nothing. It hands every object of the cache to the handlers once more, so that a program that missed its moment gets another.',
  },
  reconciled: {
    say: ({ action }) =>
      action === 'nothing'
        ? 'The operator compares: **{wanted} wanted, {running} running**, nothing to do.'
        : `The operator compares: **{wanted} wanted, {running} running**, so it will ${ACTIONS[action] ?? '**{action}**'}.`,
    why: 'An operator is a controller for a kind of one’s own. It is not told what happened, only which object to look at: it reads what is wanted and what is, and makes one step towards it. Doing so again does no harm.',
  },
  stopped: {
    say: 'The program **{program}** ends with its container; its watches are closed.',
    why: 'The API server notices that the connections are gone and forgets their watches.',
  },
};
