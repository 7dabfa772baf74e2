import type { Micros } from '../../base/time/units.ts';
import type { clientgoSteps } from '../../steps/clientgo.ts';
import { isOfCollection } from '../facts.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const clientgo: Texts<typeof clientgoSteps> = {
  request: {
    say: ({ verb, resource, subresource }) =>
      `A request to **${verb}** ${resource}${subresource === undefined ? '' : `/${subresource}`}${isOfCollection(verb) ? '' : ' ({subject})'} leaves for the API server.`,
    why: 'Components never talk to one another: every one of them is a client of the API server, with an identity and a rate limit of its own. What they agree on is what is stored there.',
  },
  response: {
    say: ({ verb, code, reason }) =>
      `The answer to the **${verb}** of {subject} is **${code}**${reason === undefined ? '' : ` ${reason}`}.`,
    why: 'A client learns from the status code whether its wish was accepted. 409 means that the object has changed since the client last read it: it must look again and decide anew.',
  },
  throttled: {
    say: ({ wait, qps }) =>
      `The client waits **${millis(wait)}** before it sends: its limit is ${qps} requests a second.`,
    why: 'Each client has a token bucket: a burst may go out at once, after that requests leave at the permitted rate. That is why a controller that must create a thousand pods needs most of a minute for it.',
  },
  listAndWatch: {
    say: ({ mode, revision }) =>
      mode === 'watch'
        ? `The reflector of {subject} watches again, from revision **${revision}** on.`
        : 'The reflector of {subject} asks for **everything there is, and then for every change**, in one watch.',
    why: 'An informer does not poll. It reads the present state once and then hears of each change; when a watch ends, the next one continues from the revision that was seen last, so nothing is missed and nothing is read twice.',
  },
  initialList: {
    say: ({ count }) =>
      `The reflector of {subject} has the **initial list**: ${counted(count, 'object', 'objects')} as of revision {revision}.`,
    why: 'The server streams the present objects and then sends a bookmark that says: this was all, as of this revision. From here on the same watch carries changes only.',
  },
  received: {
    say: ({ type }) => `The watch brings: {subject} was **${type.toLowerCase()}**.`,
    why: 'The reflector puts the event at the end of its queue, in the order in which the server sent it. Neither the cache nor any controller has seen it yet.',
  },
  bookmark: {
    say: 'A **bookmark** says that the watch of {subject} is up to date with revision {revision}.',
    why: 'Without bookmarks a quiet type would keep an old revision, and a reconnecting client would ask for a past that the server may have forgotten. A bookmark moves the revision forward without an event.',
  },
  watchEnded: {
    say: 'The watch of {subject} ended: {reason}.',
    why: 'Every watch has a time limit, between five and ten minutes, and connections break. The reflector continues from the last revision; only when the server has forgotten that revision (410 Gone) or answers with another error must it list again.',
  },
  indexed: {
    say: ({ type }) =>
      `The event leaves the queue and {subject} is **${type.toLowerCase()}** in the **cache** and its indices.`,
    why: 'The cache changes first and the handlers are called afterwards, so that a controller which is woken by an event finds at least this event in the cache. It may find more: later events can have arrived meanwhile.',
  },
  replaced: {
    say: ({ count, removed }) =>
      `The whole cache of {subject} is **replaced**: ${counted(count, 'object', 'objects')}${removed === 0 ? '' : `, ${removed} of the old ones ${removed === 1 ? 'is' : 'are'} gone`}.`,
    why: 'A list is a new beginning: what it does not contain was deleted while nobody listened. Handlers hear of these as deletions whose last state is unknown.',
  },
  notified: {
    say: ({ event }) => `**{handler}** is told that {subject} was ${EVENTS[event] ?? '{event}'}.`,
    why: 'Any number of controllers share one watch and one cache of a type; each has a handler of its own. A handler does no work: it decides which keys are concerned and queues them.',
  },
  queued: {
    say: ({ key, merged }) =>
      merged
        ? `**${key}** is in the queue already: this reason is merged with the others.`
        : `**${key}** goes into the work queue.`,
    why: 'The queue holds keys, not events. However many things happened to an object, its controller looks at it once and acts on what it is now: that is what level-triggered means.',
  },
  delayed: {
    say: ({ key, delay }) => `**${key}** will be looked at again in ${millis(delay)}.`,
    why: 'A key that failed is tried again after a pause that doubles with each failure, in most queues from 5 ms up to 1000 s; Jobs begin with a second. Some keys are put off on purpose, because something is only due later.',
  },
  dequeued: {
    say: 'A worker takes **{key}** from the queue.',
    why: 'A key is never worked on by two workers at once. If something happens to it meanwhile, it is queued again afterwards.',
  },
  done: {
    say: ({ key, again }) =>
      again
        ? `The worker is done with **${key}**, which was queued again meanwhile.`
        : `The worker is done with **${key}**.`,
    why: 'Only now may the key be worked on again.',
  },
  expected: {
    say: ({ adds, deletions }) =>
      `The controller notes what it **expects** to see: ${counted(adds, 'creation', 'creations')}, ${counted(deletions, 'deletion', 'deletions')}.`,
    why: 'The cache lags behind the writes. Without this note the controller would count too few pods a moment later and create them a second time.',
  },
  observed: {
    say: ({ event, adds, deletions }) =>
      `An expected **${event}** has been seen; ${counted(adds, 'creation', 'creations')} and ${counted(deletions, 'deletion', 'deletions')} are still awaited.`,
    why: 'Once everything that was asked for has shown up in the cache, the controller trusts its count of pods again.',
  },
  eventRecorded: {
    say: ({ reason, message }) => `It records an event **${reason}**: ${message}`,
    why: 'Events are for people. They are written beside the work, and the work does not wait for them nor fail with them.',
  },
  eventCorrelated: {
    say: ({ outcome, reason, count }) =>
      outcome === 'create'
        ? `The event **${reason}** is new and will be created.`
        : outcome === 'patch'
          ? `The event **${reason}** has been seen before: its count becomes ${count}.`
          : `The event **${reason}** is **dropped**: too many about one object.`,
    why: 'The recorder counts equal events, combines similar ones after ten within ten minutes, and drops what exceeds a bucket of 25 for each object. This keeps a crash loop from filling the store.',
  },
  leading: {
    say: '**{identity}** holds the lease {subject}: it leads.',
    why: 'Several copies of a component may run, but only the one that keeps renewing the lease does the work. When it falls silent for 15 s, another takes over.',
  },
  leaseTried: {
    say: '{identity} renews the lease {subject}, or tries to get it.',
    why: 'The leader renews every 2 s; the others look whether it still does. These writes belong to no story.',
  },
};

const EVENTS: { readonly [event: string]: string | undefined } = { add: 'added', update: 'updated', delete: 'deleted' };

function millis(micros: Micros): string {
  return micros >= 1_000_000 ? `${Math.round(micros / 100_000) / 10} s` : `${Math.round(micros / 100) / 10} ms`;
}
