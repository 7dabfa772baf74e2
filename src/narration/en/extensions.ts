import type { extensions as kinds } from '../../steps/extensions.ts';
import type { Texts } from '../text.ts';

export const extensions: Texts<typeof kinds> = {
  namesChecked: {
    say: ({ accepted, message }) =>
      accepted
        ? 'The names of **{subject}** are free in its group: plural, singular, short names, kind and list kind are **accepted**.'
        : `A name of **{subject}** is taken: **${message}**.`,
    why: 'Two definitions of one group may want the same name. The naming controller compares what this one asks for with what others already have and writes the verdict into the status. Nothing is served before the names are accepted.',
  },
  established: {
    say: '**{subject}** is **established**: from now on {resource} are a resource like any other.',
    why: 'A condition in the status of the definition says that the server serves it. With several API servers they first wait five seconds so that all have heard of it. Clients such as kubectl wait for this condition.',
  },
  served: {
    say: 'The API server serves **{path}** in version **{versions}**, with the schema, columns and subresources of the definition.',
    why: 'No code is loaded: a general handler reads the schema and does with it what generated code does for built-in kinds. It has its own prefix in etcd, its own watch cache, and the same filters in front.',
  },
  withdrawn: {
    say: 'The definition is gone: **{path}** is no longer served and its watches end.',
    why: 'Whoever asks now gets a 404 in plain text, as for any path that nobody serves. Discovery forgets the resource too.',
  },
  waited: {
    say: 'The definition is younger than two seconds: the create waits **{seconds} seconds**.',
    why: 'Another API server might not have heard of the definition yet and would answer 404 to a read of the new object. The wait gives it time.',
  },
  instancesCounted: {
    say: 'The finalizer controller finds **{instances}** objects of {subject} in {namespaces} namespaces, all of which have to go first.',
    why: 'A finalizer keeps the definition until its last object is gone: without the definition nobody could read or delete them any more, and they would lie in etcd for ever.',
  },
  instanceRemoved: {
    say: ({ removed }) =>
      removed
        ? '**{subject}** is removed with its definition.'
        : '**{subject}** is marked for deletion: a finalizer of its own holds it.',
    why: 'The controller inside the API server deletes straight in the store, so that this does not appear in the audit log. An object with finalizers stays until their owners remove them, and the definition waits as long.',
  },
  registered: {
    say: ({ wanted }) =>
      wanted
        ? 'A definition serves **{groupVersion}**: an **APIService** is registered for it.'
        : 'Nobody serves **{groupVersion}** any more: its **APIService** goes.',
    why: 'The aggregator is the outermost of the three servers in one process. It sends a request where the APIService of its group and version says, and for built-in and custom resources that is this same server.',
  },
  converted: {
    say: '**{subject}** is stored as **{from}** and asked for as **{to}**: it is converted by **{strategy}**.',
    why: 'All versions of a custom resource are views of one stored object. With the strategy None only the apiVersion is rewritten; with Webhook a service of the author translates the fields.',
  },
  availability: {
    say: ({ available, reason }) =>
      available
        ? 'The aggregated server of **{subject}** answers: the APIService is **available**.'
        : `The APIService **{subject}** is **not available**: ${reason}.`,
    why: 'The aggregator looks whether the Service exists, has the port and a ready address, and then asks the server for its discovery document. Until all that holds, requests for this group are answered with 503.',
  },
  proxied: {
    say: 'The aggregator passes the request on to **{service}** with X-Remote-User: {user} and X-Remote-Group: {groups}; the answer is **{code}**.',
    why: 'The user has been authenticated here; the request carries the name and groups in headers that only the holder of the front-proxy certificate may set. The other server authorizes by asking back.',
  },
};
