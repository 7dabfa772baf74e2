import type { apiserver as kinds } from '../../steps/apiserver.ts';
import { grantOf, programOf } from '../facts.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

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

const STORED: { readonly [operation: string]: string | undefined } = {
  create: 'is now **stored**',
  update: 'is **stored in its new form**',
  delete: '**leaves the store**, or is marked to do so',
};

const WHY_ADMISSION =
  'Authorization knows only who, which verb and which resource; admission sees the object itself. Plugins that may change it run first, one after the other, so that everything validated later is the final object.';

export const apiserver: Texts<typeof kinds> = {
  bootstrapped: {
    say: 'The cluster begins with **{objects} objects** that every cluster has: namespaces, roles, priority levels.',
    why: 'A control plane cannot start from nothing: without the built-in roles no component would be allowed to read or write anything. A real API server writes these objects while it starts and repairs them if somebody deletes them.',
  },
  received: {
    say: ({ userAgent }) =>
      `The API server receives **{method}** {path}${userAgent === '' ? '' : ` from ${programOf(userAgent)}`}, which it reads as **{verb}**.`,
    why: 'Every change in a cluster begins as an HTTP request to this one server. From the method and the path it works out the verb, the resource, the namespace and the name: a GET of a collection is a list, a GET with watch=true is a watch. All that follows, from authorization to audit, speaks of these and no longer of paths.',
  },
  authenticated: {
    say: ({ method }) => `It knows the caller ${METHODS[method] ?? `by ${method}`}: **{user}**.`,
    why: 'Kubernetes stores no users. A name and a list of groups are read from the credentials of each request, a certificate for people and nodes, a signed token for Pods and controllers. Authentication only says who it is; it allows nothing yet.',
  },
  unauthenticated: {
    say: 'Nobody vouches for the caller: **{reason}**.',
    why: 'A request whose credentials are wrong is refused with 401 and goes no further. It does not become anonymous: that is only for requests that show no credentials at all. The client hears nothing but “Unauthorized”, so that it learns nothing about the token it tried.',
  },
  audited: {
    say: 'The request is noted in the **audit log**, stage {stage}.',
    why: 'The audit log answers afterwards who did what and when. It is written before authorization, so refused requests are in it too. A policy decides how much of each request is kept.',
  },
  classified: {
    say: 'Flow schema **{schema}** gives the request the priority level **{level}**.',
    why: 'Each priority level has a share of the requests that the server works on at once. If one client floods its own level, the requests of nodes and leader elections still get through. Without this a single runaway controller could make every node look dead.',
  },
  authorized: {
    say: ({ authorizer, reason }) => {
      if (authorizer === 'privileged groups')
        return 'It may **{verb}**: members of **system:masters** are allowed everything.';
      if (authorizer === 'Node')
        return 'The **Node** authorizer lets the kubelet **{verb}** what concerns its own node.';
      const grant = grantOf(reason);
      return grant === undefined
        ? '**{authorizer}** allows it to **{verb}**.'
        : `**RBAC** allows it to **{verb}**: ${grant.binding} grants it ${grant.role}.`;
    },
    why: 'Authorizers are asked in order and the first that allows decides. RBAC rules can only add permissions; there is no rule that forbids. What nobody allows is refused.',
  },
  forbidden: {
    say: '**{user}** may not **{verb}** this: the request is refused with **403**.',
    why: 'No authorizer allowed it, and what is not allowed is forbidden. The server knows perfectly well who is asking: 403 means known but not permitted, 401 would mean unknown. A missing RoleBinding, or one in another namespace, is the usual reason.',
  },
  decoded: {
    say: ({ defaulted }) =>
      defaulted
        ? 'The body is decoded as a **{kind}** of {apiVersion}, and fields left out get their **defaults**.'
        : 'The body is decoded as a **{kind}** of {apiVersion}; nothing was left to fill in.',
    why: 'Text becomes a typed object here. Defaults are filled in at once and stored with the object, so a later version with other defaults does not change what already runs. This is why kubectl shows many fields that nobody wrote.',
  },
  decodeFailed: {
    say: 'The body cannot be read: **{error}**',
    why: 'A field of the wrong type, an unknown kind, or a misspelt field under strict checking ends the request here with 400. Nothing was stored. Guessing would be worse: an ignored field is a setting that its author believes to be active.',
  },
  patched: {
    say: ({ changed }) =>
      changed
        ? 'The **{type}** is applied to the object as it is now.'
        : 'The **{type}** is applied, and the object already is what it asks for.',
    why: 'A patch carries only the difference, and the server merges it with the present object. Two clients that patch different fields do not get in each other’s way, and if somebody writes in between the server merges again. A strategic merge knows which lists are keyed by name, such as containers; a plain merge patch replaces whole lists.',
  },
  mutated: {
    say: ({ changed }) =>
      changed === '' ? '**{plugin}** has nothing to change.' : '**{plugin}** changes the object: {changed}.',
    why: WHY_ADMISSION,
  },
  mutationFailed: {
    say: '**{plugin}** refuses the request: {message}',
    why: 'A plugin that completes objects must refuse when it cannot: a Pod that names a missing ServiceAccount could never get its token. Nothing has been stored. Whoever sent the request, often a controller and not you, gets the error and tries again later.',
  },
  validated: {
    say: ({ errors }) =>
      errors === 0
        ? 'The **{kind}** is **valid**, field by field.'
        : `The **{kind}** is **not valid**: ${counted(errors, 'field is', 'fields are')} wrong.`,
    why: 'Validation comes after every change by admission, so it judges exactly what would be stored. An update is compared with the old object too, because some fields may never change. All errors are reported together, so one attempt is enough to see them.',
  },
  approved: {
    say: ({ note }) => (note === '' ? '**{plugin}** has no objection.' : '**{plugin}** has no objection: {note}.'),
    why: 'These plugins may refuse but no longer change anything. Quotas are among them: what they count must be the final object, and the count is taken just before it is stored.',
  },
  rejected: {
    say: '**{plugin}** refuses the request: {message}',
    why: 'The object is well formed, yet a rule of this cluster or namespace forbids it. Nothing is stored. If a controller sent the request, look for the refusal in the events and conditions of its object: the command that created that object succeeded long ago.',
  },
  prepared: {
    say: ({ operation, generation }) => `${preparing(operation)}${generation > 0 ? `, generation ${generation}` : ''}.`,
    why: 'The server sets what clients may not choose: uid, creation time, generation, and the part of a generated name after the dash. The generation grows only when the spec changes; a controller that reports the same number has seen the latest wish.',
  },
  retried: {
    say: 'Another write came first: the server takes the **newer object** and tries again.',
    why: 'The write was conditional on the revision that was read, and that revision is no longer the newest. For patches and deletions the server can repeat the work itself. For a full update that names a resourceVersion it cannot, and the client gets 409 Conflict.',
  },
  unchanged: {
    say: '**{subject}** would stay exactly as it is, so **nothing is written**.',
    why: 'A write without a difference gets no new revision and no watch hears of it. Without this, controllers that write the same status again and again would wake each other for ever. Before it believes that nothing changes, the server makes sure that it compared with the newest object.',
  },
  stored: {
    say: ({ operation }) => `{subject} ${STORED[operation] ?? 'is now **stored**'}, at revision **{revision}**.`,
    why: 'What was stored is a wish, and that is all the command did. No Pod has been started and no controller was called: each of them will notice the new revision through its watch and do its part. From here on nobody directs the story.',
  },
  fetched: {
    say: ({ from }) =>
      from === 'cache'
        ? 'It finds {subject} in its own **cache**, at revision {revision}.'
        : 'It reads {subject} from **etcd**, at revision {revision}.',
    why: 'A plain get asks etcd and so returns the newest state. A client that is content with something slightly older says so with resourceVersion=0 and is answered from memory, which spares etcd.',
  },
  listed: {
    say: ({ items }) =>
      `It lists **${counted(items, 'object', 'objects')}** as of revision {revision}, from the {from}.`,
    why: 'The whole list is one moment in time: every object in it is as it was at one revision. That revision is the place from which a watch can go on without missing anything. The server first makes sure that its cache is as new as etcd.',
  },
  tokenIssued: {
    say: ({ boundTo, seconds }) =>
      `It signs a **token** for ServiceAccount {serviceAccount}, valid for ${Math.round(seconds / 60)} minutes${boundTo === '' ? '' : ` and bound to **{boundTo}**`}.`,
    why: 'The token is not stored; its signature is the proof. It is bound to one Pod, so it dies with that Pod, and the kubelet renews it long before it ends. Older clusters kept tokens in Secrets that never expired: one leak was valid for ever.',
  },
  allocated: {
    say: '**{subject}** is given the {what} **{value}**.',
    why: 'Addresses and node ports must be unique in the cluster, so the server hands them out while it stores the Service and takes them back if storing fails. A client that chose for itself could collide with another one at the same moment.',
  },
  responded: {
    say: ({ code, reason }) =>
      reason === '' ? `It answers **${code}**${meaning(code)}.` : `It answers **${code}**: {reason}`,
    why: 'The answer says whether the wish was accepted, not whether it has been fulfilled. 201 for a Deployment means that an object exists in the store; its Pods are still to come.',
  },
  watchOpened: {
    say: ({ since, selector }) =>
      `A **watch** on {subject} is open${selector === '' ? '' : ` for **${selector}**`}: ${since === 'now' ? 'first what there is, then every change' : `every change after revision ${since}`}.`,
    why: 'The answer to a watch does not end: it is a stream on which the server writes one event after another. Thousands of clients can watch because the server reads each change from etcd once and filters it for each of them.',
  },
  watchClosed: {
    say: 'A watch on {subject} **ends**.',
    why: 'The server ends every watch after some minutes, at a random time, so that the load spreads over all servers again. The client opens the next one from the last revision it saw and misses nothing.',
  },
  bookmarked: {
    say: ({ watchers }) =>
      `${counted(watchers, 'watch', 'watches')} on {subject} ${watchers === 1 ? 'gets' : 'get'} a **bookmark**: revision {revision} has been reached.`,
    why: 'All types share one count of revisions, so a quiet type falls behind although nothing of it changed. With bookmarks a client that reconnects can name a recent revision. Without them it would name one that etcd has already forgotten, and would have to list everything again.',
  },
  cached: {
    say: ({ event, watchers }) =>
      `The watch cache hears that **{subject}** ${EVENTS[event] ?? 'has changed'}, revision {revision}, and ${
        watchers === 0 ? '**no watch** asked for it' : `tells **${counted(watchers, 'watch', 'watches')}**`
      }.`,
    why: 'The server itself watches etcd, once for each type, and keeps the objects in memory. It compares each change with the selector of every watch: a kubelet hears only of Pods on its node. An object that leaves a selector looks deleted to that watch, although it still exists.',
  },
  graphUpdated: {
    say: ({ node, edges }) =>
      node === ''
        ? 'The Node authorizer notes that {subject} is on **no node**.'
        : edges === 0
          ? 'The Node authorizer notes that **{node}** needs to read **nothing** for {subject}.'
          : `The Node authorizer notes that **{node}** may now read ${counted(edges, 'object', 'objects')} for {subject}.`,
    why: 'A kubelet may read a Secret or ConfigMap only when a Pod on its own node uses it. The server keeps this as a graph from objects to Pods to nodes. If one node is broken into, the secrets of the other nodes stay out of reach.',
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
