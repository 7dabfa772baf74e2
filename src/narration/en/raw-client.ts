import type { rawClient as kinds } from '../../steps/raw-client.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

const HEARD: { readonly [type: string]: string | undefined } = {
  ADDED: 'The stream says **ADDED**: {name} exists.',
  MODIFIED: 'The stream says **MODIFIED**: {name} has changed.',
  DELETED: 'The stream says **DELETED**: {name} is gone.',
  BOOKMARK: 'The stream says **BOOKMARK**: nothing has changed, but everything up to this revision has been told.',
  ERROR: 'The stream says **ERROR** and will say no more: the client has to begin anew.',
};

export const rawClient: Texts<typeof kinds> = {
  sent: {
    say: '**{user}** sends **{method}** {path}, without kubectl.',
    why: 'The API is plain HTTP with JSON: whatever kubectl does can be done by any client that has credentials. A request by hand shows what the server really says.',
  },
  hungUp: {
    say: 'You **hang up** request {request}.',
    why: 'The connection is closed from this side. The server notices and forgets the watch; nothing else changes.',
  },
  answered: {
    say: ({ type }) =>
      type === 'watch'
        ? 'The server answers **{code}** and keeps the connection open: events will follow as lines of JSON.'
        : 'The server answers **{code}**.',
    why: 'The code says how it went; for errors the body is a Status object with a reason for programs and a message for people. A watch is answered at once and ends only later.',
  },
  heard: {
    say: ({ type }) => HEARD[type] ?? 'The stream says **{type}** about {name}.',
    why: 'Each line of a watch is an event: its type and the whole object as it is then. At the beginning of a watch without a revision, what exists already comes as ADDED.',
  },
  ended: {
    say: ({ by, events }) =>
      by === 'server'
        ? `The server **ends the stream** after ${counted(events, 'event', 'events')}.`
        : `The client **hangs up** after ${counted(events, 'event', 'events')}.`,
    why: 'No watch lasts: the server ends each after some minutes so that load can move, and after an error. A client begins again from the last revision it heard.',
  },
};
