import type { apiserver as steps } from '../../steps/apiserver.ts';
import type { Texts } from '../text.ts';

export const apiserver: Texts<typeof steps> = {
  bootstrapped: {
    say: 'The cluster begins with **{objects}** objects.',
    why: 'The API server makes sure that some objects always exist: its namespaces, the default roles, two priority classes, the Service `kubernetes`. Without them nobody could be allowed to do anything.',
  },
  received: {
    say: '**{method}** `{path}` arrives at the API server.',
    why: 'Everything in Kubernetes talks to everything else through this one door. The server reads from the path what is meant: a verb, a group, a resource, a namespace, a name. All filters after this use that description.',
  },
  authenticated: {
    say: ({ user, method }) => `This is **${user}**, shown by ${METHODS.get(method) ?? method}.`,
    why: 'Before asking what somebody may do, the server asks who it is. Authenticators are tried in order: client certificate, token, and last of all anonymous. Kubernetes stores no users: the name and groups come from the certificate or the token.',
  },
  unauthenticated: {
    say: 'Nobody can say who this is: **401** ({reason}).',
    why: 'A token that is presented but not valid is refused at once; it does not fall back to anonymous. The client hears only “Unauthorized”, the reason stays on the server.',
  },
  audited: {
    say: 'The request is noted in the **audit log** ({stage}).',
    why: 'The audit log answers later who did what, and when. It is written before the request is decided, so refused requests are in it too.',
  },
  classified: {
    say: 'Flow schema **{schema}** puts the request on priority level **{level}**.',
    why: 'When the server is busy, requests wait in queues by priority level, and fairly between users. So a runaway client cannot starve the kubelets. Administrators in system:masters are exempt.',
  },
  authorized: {
    say: ({ authorizer, verb, reason }) =>
      reason === '' ? `**${authorizer}** allows ${verb}.` : `**${authorizer}** allows ${verb}: ${reason}.`,
    why: 'Authorizers are asked one after another, and the first that allows ends the search. RBAC knows only permissions, never prohibitions: what no rule grants is refused. Kubelets are judged by the Node authorizer, which knows which pods are theirs.',
  },
  forbidden: {
    say: '**{user}** may not {verb} this: **403**.',
    why: 'No authorizer allowed the request. The answer names user, verb, resource and namespace, which is exactly what a new role would have to contain.',
  },
  decoded: {
    say: ({ kind, apiVersion, defaulted }) =>
      defaulted
        ? `The body becomes a **${kind}** of ${apiVersion}, with defaults filled in.`
        : `The body becomes a **${kind}** of ${apiVersion}.`,
    why: 'The server reads the body strictly: a field that does not exist is an error, or a warning, as the client asked. Then it fills in what was left out. That is why the object you read back is longer than the manifest you sent.',
  },
  decodeFailed: {
    say: 'The body cannot be read: {error}.',
    why: 'A wrong type or an unknown field stops the request before any controller could misunderstand it. The text names the field.',
  },
  patched: {
    say: ({ type, changed }) =>
      changed ? `The patch (${type}) is applied to the current object.` : 'The patch changes nothing.',
    why: 'A patch says only what should be different. The server applies it to the newest version itself, and again if somebody else was faster, so a patch rarely conflicts.',
  },
  mutated: {
    say: ({ plugin, changed }) =>
      changed === '' ? `Admission **${plugin}** leaves it as it is.` : `Admission **${plugin}**: ${changed}.`,
    why: 'Mutating admission plugins may change the object on its way in, in a fixed order. They add what policy and comfort demand: a service account, tolerations, default limits. What they add belongs to no field manager.',
  },
  mutationFailed: {
    say: 'Admission **{plugin}** refuses: {message}.',
    why: 'A plugin that cannot make the object acceptable stops the request. Nothing has been stored.',
  },
  validated: {
    say: ({ kind, errors }) => (errors === 0 ? `The ${kind} is **valid**.` : `The ${kind} has **${errors}** errors.`),
    why: 'Each kind has its own rules: names, ranges, fields that belong together, fields that never change. They run after mutation, on the object as it would be stored. All errors are reported at once.',
  },
  approved: {
    say: 'Validating admission **{plugin}** has no objection.',
    why: 'These plugins can only say no. They run last, when the object will not change any more. Quota is counted at the very end.',
  },
  rejected: {
    say: 'Validating admission **{plugin}** refuses: {message}.',
    why: 'A policy of the cluster or the namespace forbids this object. It is refused as a whole, and nothing has been stored.',
  },
  prepared: {
    say: 'The registry prepares {subject}: **{operation}**.',
    why: 'Every resource has a strategy: what a client may not set is reset, status and spec are kept apart, a change of the spec raises the generation. On creation the object gets its uid and its timestamp here.',
  },
  retried: {
    say: 'The write starts over: {reason}.',
    why: 'The server read the object, worked out the change and found at writing time that the object had moved on. It repeats the work on the new version. Only a client that insists on a version gets a conflict.',
  },
  unchanged: {
    say: 'Nothing would change in {subject}: it is **not written**.',
    why: 'An update that leaves every byte as it was does not touch etcd. So there is no new revision, no watch event, and no controller wakes up for nothing.',
  },
  stored: {
    say: ({ operation, revision }) =>
      operation === 'delete'
        ? `{subject} is deleted, at revision **${revision}**.`
        : `{subject} is **stored**, at revision **${revision}**.`,
    why: 'The wish is now part of the cluster’s state, and that is all the API server does about it. It starts no container and calls no controller. Whoever is watching will notice.',
  },
  fetched: {
    say: '{subject} is read from **{from}**.',
    why: 'A plain GET is answered from etcd, so that it is never stale. A client that is content with some recent state may ask for resourceVersion 0 and gets the cache.',
  },
  listed: {
    say: '**{items}** objects are listed from the {from}, at revision {revision}.',
    why: 'Lists come from memory, after the cache has made sure that it is as new as etcd. The list carries one revision for all items: a watch can begin exactly there.',
  },
  tokenIssued: {
    say: ({ serviceAccount, boundTo }) =>
      boundTo === ''
        ? `A **token** is made for ServiceAccount ${serviceAccount}.`
        : `A **token** is made for ServiceAccount ${serviceAccount}, bound to ${boundTo}.`,
    why: 'Pods do not hold passwords. The kubelet asks for a token that is valid for this pod only and for about an hour, and renews it. Nothing is stored: the signature proves it, and it dies with the pod.',
  },
  allocated: {
    say: 'The Service gets its {what}: **{value}**.',
    why: 'Addresses of Services come from one range and exist on no network card. They must be unique in the cluster, so the API server hands them out.',
  },
  responded: {
    say: ({ code, reason }) =>
      reason === '' ? `The API server answers **${code}**.` : `The API server answers **${code}**: ${reason}.`,
    why: 'The answer holds the object as it was stored, with everything the server added. For the client the request is over; for the cluster it may be just the beginning.',
  },
  watchOpened: {
    say: 'A **watch** on {subject} is open.',
    why: 'Instead of asking again and again, clients keep one long request open and are told of every change, in order of revision. All controllers and kubelets live on watches.',
  },
  watchClosed: {
    say: 'A watch on {subject} ends.',
    why: 'Watches end by themselves after half an hour or more, or when the client goes. The client begins a new one at the last revision it saw and misses nothing.',
  },
  bookmarked: {
    say: '**{watchers}** watches learn that they have seen everything up to revision {revision}.',
    why: 'A watch on a quiet resource would know only very old revisions. A bookmark tells it how far the store has come, so that it can resume later without listing everything.',
  },
  cached: {
    say: ({ event, revision, watchers }) =>
      `The watch cache hears of {subject} (**${event}**, revision ${revision}) and tells ${watchers === 1 ? 'one watch' : `${watchers} watches`}.`,
    why: 'One watch on etcd feeds one cache for each resource, and the cache serves everybody else. Watches are sorted by what they ask for, so a change of a pod reaches its kubelet without asking the other thousands.',
  },
  graphUpdated: {
    say: 'The Node authorizer learns that {subject} is on **{node}**.',
    why: 'A kubelet may read only what its own pods need. For this the authorizer keeps a graph of nodes, pods, secrets and config maps. It follows the watch, so it can lag: a kubelet that is very quick may get a 403 on its newest pod.',
  },
};

const METHODS: ReadonlyMap<string, string> = new Map([
  ['x509', 'a client certificate'],
  ['serviceaccount', 'a ServiceAccount token'],
  ['static-token', 'a static token'],
  ['anonymous', 'nothing at all: anonymous'],
]);
