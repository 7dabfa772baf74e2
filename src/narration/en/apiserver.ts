import type { apiserver as kinds } from '../../steps/apiserver.ts';
import { grantOf, programOf } from '../facts.ts';
import type { Texts } from '../text.ts';
import { article, counted } from './words.ts';

const METHODS: { readonly [method: string]: string | undefined } = {
  x509: 'by its **client certificate**',
  serviceaccount: 'by its **ServiceAccount token**',
  'static-token': 'by a **token** from a list the server was started with',
  anonymous: 'although it shows **no credentials**: everybody who shows none is this user',
};

const EVENTS: { readonly [event: string]: string | undefined } = {
  ADDED: 'is new',
  MODIFIED: 'has changed',
  DELETED: 'is gone',
};

const PATCHES: { readonly [type: string]: string | undefined } = {
  'strategic-merge-patch+json': '**strategic merge patch**',
  'merge-patch+json': '**merge patch**',
  'json-patch+json': '**JSON patch**',
  'apply-patch+yaml': '**applied configuration**',
};

const STORED: { readonly [operation: string]: string | undefined } = {
  create: '{subject} is **stored**',
  update: '{subject} is **stored in its new form**',
  delete: '{subject} is **deleted**, or marked for deletion',
};

export const apiserver: Texts<typeof kinds> = {
  bootstrapped: {
    say: 'The cluster begins with **{objects} objects** that every cluster has: namespaces, roles, priority levels.',
    why: 'The API server makes sure that some objects always exist: its namespaces, the default roles, two priority classes, the Service kubernetes. Without them nobody could be allowed to do anything.',
  },
  turnedAway: {
    say: 'The API server cannot answer **{method}** {path}: in this run **{perMille} of a thousand requests** fail by themselves.',
    why: 'A fault that you ask for is part of the run: the same requests fail again when it is repeated. Who asked hears 503 and is to try again; who speaks for a node and is not heard for long enough is taken for lost.',
  },
  received: {
    say: ({ userAgent, method, verb }) =>
      `The API server receives **{method}** {path}${userAgent === '' ? '' : ` from ${programOf(userAgent)}`}${verb === method.toLowerCase() ? '' : '; its verb is **{verb}**'}.`,
    why: 'Everything in Kubernetes talks to everything else through this one door. Each request passes the same filters, in the same order, and each of them may end it.',
  },
  requestInfo: {
    say: ({ group, resource, subresource, namespace, name }) =>
      resource === ''
        ? 'The **request info** is read from the path: verb **{verb}**, no resource.'
        : `The **request info** is read from the path: verb **{verb}**, ${group === '' ? 'the core group' : 'group {group}'}, version {version}, resource **{resource}**${subresource === '' ? '' : ', subresource **{subresource}**'}${namespace === '' ? '' : ', namespace {namespace}'}${name === '' ? '' : ', name {name}'}.`,
    why: 'A path is only text until it is taken apart. From here on nobody looks at it again: who may do this, in which queue it waits, what the audit log notes and which handler gets it is decided by this description.',
  },
  authenticated: {
    say: ({ method }) => `It knows the caller ${METHODS[method] ?? 'by {method}'}: **{user}**.`,
    why: 'Before asking what somebody may do, the server asks who it is. Authenticators are tried in order: client certificate, token, and last of all anonymous. Kubernetes stores no users: the name and groups come from the certificate or the token.',
  },
  unauthenticated: {
    say: 'Nobody vouches for the caller: **{reason}**.',
    why: 'A token that is presented but not valid is refused at once; it does not fall back to anonymous. The client hears only “Unauthorized”, the reason stays on the server.',
  },
  audited: {
    say: 'The request is noted in the **audit log**, stage {stage}.',
    why: 'The audit log answers later who did what, and when. It is written before the request is decided, so refused requests are in it too.',
  },
  impersonated: {
    say: '**{by}** acts as **{user}** from here on.',
    why: 'Whoever may impersonate can try what another user is allowed to do, as kubectl does with --as. Everything that follows is decided for that user; the audit log names both.',
  },
  classified: {
    say: 'Flow schema **{schema}** gives the request the priority level **{level}**.',
    why: 'When the server is busy, requests wait in queues by priority level, and fairly between users. So a runaway client cannot starve the kubelets. Administrators in system:masters are exempt.',
  },
  queued: {
    say: 'All seats of the priority level **{level}** are taken: the request **waits in queue {queue}**.',
    why: 'A flow is dealt a few of the level’s queues and joins the shortest. A client that asks too much fills only its own few, and others still find a short one.',
  },
  seated: {
    say: 'A seat of **{level}** is free: the request goes on.',
    why: 'The queues of a level take turns, so that every flow gets its share.',
  },
  overloaded: {
    say: 'The priority level **{level}** is full and so are its queues: **429**, try again later.',
    why: 'Rather than growing slower for everybody, the server sends some away. The answer says after how many seconds to come back, and clients do.',
  },
  authorized: {
    say: ({ authorizer, reason }) => {
      if (authorizer === 'privileged groups')
        return 'The caller may **{verb}**: members of **system:masters** are allowed everything.';
      if (authorizer === 'Node')
        return 'The **Node** authorizer lets the kubelet **{verb}** what concerns its own node.';
      const grant = grantOf(reason);
      return grant === undefined
        ? '**{authorizer}** allows the caller to **{verb}**.'
        : `**RBAC** allows the caller to **{verb}**: ${grant.binding} grants ${grant.role}.`;
    },
    why: 'Authorizers are asked one after another, and the first that allows ends the search. RBAC knows only permissions, never prohibitions: what no rule grants is refused. Kubelets are judged by the Node authorizer, which knows which pods are theirs.',
  },
  forbidden: {
    say: '**{user}** may not **{verb}** this: the request is refused with **403**.',
    why: 'No authorizer allowed the request. The answer names user, verb, resource and namespace, which is exactly what a new role would have to contain.',
  },
  decoded: {
    say: ({ kind, defaulted }) =>
      `The body is decoded as ${article(kind)} **{kind}** of {apiVersion}${defaulted ? ', and fields left out get their **defaults**' : '; nothing was left to fill in'}.`,
    why: 'The server reads the body strictly: a field that does not exist is an error, or a warning, as the client asked. Then it fills in what was left out. That is why the object you read back is longer than the manifest you sent.',
  },
  decodeFailed: {
    say: 'The body cannot be read: **{error}**',
    why: 'A wrong type or an unknown field stops the request before any controller could misunderstand it. The text names the field.',
  },
  patched: {
    say: ({ type, changed }) =>
      changed
        ? `The ${PATCHES[type] ?? '**{type}** patch'} is applied to the object as it is now.`
        : `The ${PATCHES[type] ?? '**{type}** patch'} is applied, and the object already is what it asks for.`,
    why: 'A patch says only what should be different. The server applies it to the newest version itself, and again if somebody else was faster, so a patch rarely conflicts.',
  },
  mutated: {
    say: ({ changed }) =>
      changed === '' ? '**{plugin}** has nothing to change.' : '**{plugin}** changes the object: {changed}.',
    why: 'Mutating admission plugins may change the object on its way in, in a fixed order. They add what policy and comfort demand: a service account, tolerations, default limits. What they add belongs to no field manager.',
  },
  mutationFailed: {
    say: '**{plugin}** refuses the request: {message}',
    why: 'A plugin that cannot make the object acceptable stops the request. Nothing has been stored.',
  },
  webhookCalled: {
    say: 'The webhook **{webhook}** is called at {url}: **{outcome}**.',
    why: 'Admission can be extended by programs outside the API server. It sends them an AdmissionReview and waits for their word, up to the timeout; when they do not answer, the failurePolicy decides whether the write fails.',
  },
  validated: {
    say: ({ errors }) =>
      errors === 0
        ? 'The **{kind}** is **valid**, field by field.'
        : `The **{kind}** is **not valid**: ${counted(errors, 'field is', 'fields are')} wrong.`,
    why: 'Each kind has its own rules: names, ranges, fields that belong together, fields that never change. They run after mutation, on the object as it would be stored. All errors are reported at once.',
  },
  approved: {
    say: ({ note }) => (note === '' ? '**{plugin}** has no objection.' : '**{plugin}** has no objection: {note}.'),
    why: 'These plugins can only say no. They run last, when the object will not change any more. Quota is counted at the very end.',
  },
  rejected: {
    say: '**{plugin}** refuses the request: {message}',
    why: 'A policy of the cluster or the namespace forbids this object. It is refused as a whole, and nothing has been stored.',
  },
  prepared: {
    say: ({ operation, generation }) => `${preparing(operation)}${generation > 0 ? `, generation ${generation}` : ''}.`,
    why: 'Every resource has a strategy: what a client may not set is reset, status and spec are kept apart, a change of the spec raises the generation. On creation the object gets its uid and its timestamp here.',
  },
  retried: {
    say: 'Another write came first: the server takes the **newer object** and tries again.',
    why: 'The server read the object, worked out the change and found at writing time that the object had moved on. It repeats the work on the new version. Only a client that insists on a version gets a conflict.',
  },
  unchanged: {
    say: '**{subject}** would stay exactly as it is, so **nothing is written**.',
    why: 'An update that leaves every byte as it was does not touch etcd. So there is no new revision, no watch event, and no controller wakes up for nothing.',
  },
  stored: {
    say: ({ operation }) => `${STORED[operation] ?? '{subject} is **stored**'}, at revision **{revision}**.`,
    why: 'The wish is now part of the cluster’s state, and that is all the API server does about it. It starts no container and calls no controller. Whoever is watching will notice.',
  },
  passedToNode: {
    say: 'The API server passes the request for **{subresource}** on to the kubelet of **{node}**.',
    why: 'Logs and running processes are on the node, nowhere else. The API server checks who may ask, then opens a connection to port 10250 of the node and copies bytes in both directions. So a client never needs a way to the nodes, and a node that is cut off cannot show its logs.',
  },
  dialed: {
    say: 'The API server becomes a client itself and sends the request on to **{url}**.',
    why: 'With the subresource `proxy` it looks up an address behind the Service, Pod or Node and dials it from where it runs. Whoever may reach the API server and is allowed `services/proxy` reaches programs that have no way in from outside. It goes to a Pod directly: neither the Service’s address nor kube-proxy takes part.',
  },
  fetched: {
    say: ({ from }) =>
      from === 'cache'
        ? 'It finds {subject} in its own **cache**, at revision {revision}.'
        : 'It reads {subject} from **etcd**, at revision {revision}.',
    why: 'A plain GET is answered from etcd, so that it is never stale. A client that is content with some recent state may ask for resourceVersion 0 and gets the cache.',
  },
  listed: {
    say: ({ items }) =>
      `It lists **${counted(items, 'object', 'objects')}** as of revision {revision}, from the {from}.`,
    why: 'Lists come from memory, after the cache has made sure that it is as new as etcd. The list carries one revision for all items: a watch can begin exactly there.',
  },
  tokenIssued: {
    say: ({ boundTo, seconds, honoured }) =>
      `It signs a **token** for ServiceAccount {serviceAccount}, valid for ${Math.round(seconds / 60)} minutes${boundTo === '' ? '' : ` and bound to **{boundTo}**`}${honoured > seconds ? '; it will honour it for a year' : ''}.`,
    why: 'Pods do not hold passwords. The kubelet asks for a token that is valid for this pod only and for about an hour, and renews it. Old programs read the file only once: for their sake the server honours such a token for a year, and counts those that come with one too late. Nothing is stored: the signature proves it, and it dies with the pod.',
  },
  allocated: {
    say: 'The Service is given the {what} **{value}**.',
    why: 'Addresses of Services come from one range and exist on no network card. They must be unique in the cluster, so the API server hands them out.',
  },
  responded: {
    say: ({ code, reason }) =>
      reason === '' ? `It answers **${code}**${meaning(code)}.` : `It answers **${code}**: {reason}`,
    why: ({ code }) => whyAnswered(code),
  },
  watchOpened: {
    say: ({ since, selector }) =>
      `A **watch** on {subject} is open${selector === '' ? '' : ` for **${selector}**`}: ${since === 'now' ? 'first what there is, then every change' : 'every change after revision {since}'}.`,
    why: 'Instead of asking again and again, clients keep one long request open and are told of every change, in order of revision. All controllers and kubelets live on watches.',
  },
  watchClosed: {
    say: 'A watch on {subject} **ends**.',
    why: 'A watch ends when the time that the client asked for is over (half an hour or more if it named none), or when the client goes. The client begins a new one at the last revision it saw and misses nothing.',
  },
  bookmarked: {
    say: ({ watchers }) =>
      `${counted(watchers, 'watch', 'watches')} on {subject} ${watchers === 1 ? 'gets' : 'get'} a **bookmark**: revision {revision} has been reached.`,
    why: 'A watch on a quiet resource would know only very old revisions. A bookmark tells it how far the store has come, so that it can resume later without listing everything.',
  },
  cached: {
    say: ({ event, watchers }) =>
      `The watch cache hears that **{subject}** ${EVENTS[event] ?? 'has changed'}, revision {revision}, and ${
        watchers === 0 ? '**no watch** asked for it' : `tells **${counted(watchers, 'watch', 'watches')}**`
      }.`,
    why: 'One watch on etcd feeds one cache for each resource, and the cache serves everybody else. Watches are sorted by what they ask for, so a change of a pod reaches its kubelet without asking the other thousands.',
  },
  graphUpdated: {
    say: ({ node, edges }) =>
      node === ''
        ? 'The Node authorizer notes that {subject} is on **no node**.'
        : edges === 0
          ? 'The Node authorizer notes that **{node}** needs to read **nothing** for {subject}.'
          : `The Node authorizer notes that **{node}** may now read ${counted(edges, 'object', 'objects')} for {subject}.`,
    why: 'A kubelet may read only what its own pods need. For this the authorizer keeps a graph of nodes, pods, secrets and config maps. It follows the watch, so it can lag: a kubelet that is very quick may get a 403 on its newest pod.',
  },
};

function preparing(operation: string): string {
  switch (operation) {
    case 'create':
      return 'The object gets its **name, uid and creation time**: {subject}';
    case 'bind':
      return 'The **node name** is written into {subject}';
    case 'evict':
      return 'The **eviction** of {subject} becomes a deletion';
    case 'remove':
      return '{subject} will be **removed from the store**';
    case 'mark for deletion':
      return '{subject} gets a **deletion time** and stays for now';
    case 'update status':
      return 'Only the **status** of {subject} is taken over';
    default:
      return 'The new form of **{subject}** is made ready to be stored';
  }
}

function meaning(code: number): string {
  switch (code) {
    case 200:
      return ' OK';
    case 201:
      return ' Created';
    default:
      return '';
  }
}

/** A refusal brings no object back. */
function whyAnswered(code: number): string {
  if (code < 400)
    return 'The answer holds what was asked for, or the object as it was stored with everything the server added. For the client the request is over; for the cluster it may be just the beginning.';
  if (code === 409)
    return 'Either the name is taken, or somebody wrote the object after the caller had read it: its resourceVersion is then not the newest any more. Nothing is overwritten unseen and nobody waits for a lock. Whoever loses reads again and decides anew.';
  if (code === 403)
    return 'Who the caller is was clear; that it may do this is granted by no rule, or admission objects. Nothing was written.';
  if (code === 404)
    return 'Under this path there is no such object, or no such resource is served. For kubectl apply that is no error: it means that the object is to be created.';
  return 'A refusal is an object too, of the kind Status: a code, a reason for programs and a message for people. Nothing was written. Clients decide by the reason whether to try again.';
}
