import type { Json, JsonObject } from './json.ts';
import { isObject } from './json.ts';
import type { AuditEntry, Recording, WatchEntry } from './recording.ts';

/** One deliberate mistake, and what a report must say about it. */
export interface Mutation {
  readonly name: string;
  readonly apply: (recording: Recording) => Recording;
  readonly told: RegExp;
}

/** A copy of a value with the leaf at a path replaced; `undefined` removes it. Lists take a number. */
function withAt(value: Json | undefined, path: readonly (string | number)[], leaf: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return leaf ?? null;
  if (Array.isArray(value)) {
    const list = [...value] as Json[];
    const index = Number(key);
    if (rest.length === 0 && leaf === undefined) list.splice(index, 1);
    else list[index] = withAt(list[index], rest, leaf);
    return list;
  }
  const copy: Record<string, Json | undefined> = { ...(isObject(value) ? value : {}) };
  if (rest.length === 0 && leaf === undefined) delete copy[String(key)];
  else copy[String(key)] = withAt(copy[String(key)], rest, leaf);
  return copy as JsonObject;
}

type Pick = (entry: AuditEntry) => boolean;

function indexOf(recording: Recording, pick: Pick, nth = 0): number {
  const found = recording.audit.map((entry, index) => (pick(entry) ? index : -1)).filter((index) => index >= 0);
  const index = found[nth];
  if (index === undefined) throw new Error('the recording has no such write');
  return index;
}

function editWrite(recording: Recording, index: number, edit: (entry: AuditEntry) => AuditEntry): Recording {
  return { ...recording, audit: recording.audit.map((entry, place) => (place === index ? edit(entry) : entry)) };
}

function edit(pick: Pick, change: (entry: AuditEntry) => AuditEntry, nth = 0) {
  return (recording: Recording) => editWrite(recording, indexOf(recording, pick, nth), change);
}

function put(
  pick: Pick,
  part: 'request' | 'response',
  path: readonly (string | number)[],
  leaf: Json | undefined,
  nth = 0,
) {
  return edit(pick, (entry) => ({ ...entry, [part]: withAt(entry[part], path, leaf) }), nth);
}

function drop(pick: Pick, nth = 0) {
  return (recording: Recording) => {
    const index = indexOf(recording, pick, nth);
    return { ...recording, audit: recording.audit.filter((_, place) => place !== index) };
  };
}

function repeat(pick: Pick, nth = 0) {
  return (recording: Recording) => {
    const index = indexOf(recording, pick, nth);
    return {
      ...recording,
      audit: recording.audit.flatMap((entry, place) => (place === index ? [entry, entry] : [entry])),
    };
  };
}

function swap(pick: Pick, first = 0, second = 1) {
  return (recording: Recording) => {
    const [a, b] = [indexOf(recording, pick, first), indexOf(recording, pick, second)];
    const audit = [...recording.audit];
    [audit[a], audit[b]] = [audit[b] as AuditEntry, audit[a] as AuditEntry];
    return { ...recording, audit };
  };
}

function editCommand(index: number, change: (command: Recording['commands'][number]) => Recording['commands'][number]) {
  return (recording: Recording) => ({
    ...recording,
    commands: recording.commands.map((command, place) => (place === index ? change(command) : command)),
  });
}

function editWatch(resource: string, change: (entry: WatchEntry) => WatchEntry) {
  return (recording: Recording) => {
    const index = recording.watch.findIndex((entry) => entry.resource === resource);
    return { ...recording, watch: recording.watch.map((entry, place) => (place === index ? change(entry) : entry)) };
  };
}

function putFinal(kind: string, path: readonly (string | number)[], leaf: Json | undefined) {
  return (recording: Recording) => {
    const index = recording.final.findIndex((object) => object.kind === kind);
    return {
      ...recording,
      final: recording.final.map((object, place) =>
        place === index ? (withAt(object, path, leaf) as JsonObject) : object,
      ),
    };
  };
}

const isKubelet = (entry: AuditEntry) => entry.user.startsWith('system:node:');
const podCreate: Pick = (entry) => entry.resource === 'pods' && entry.verb === 'create' && !entry.subresource;
const binding: Pick = (entry) => entry.subresource === 'binding';
const deploymentStatus: Pick = (entry) => {
  return entry.resource === 'deployments.apps' && entry.subresource === 'status' && entry.code === 200;
};
const conflict: Pick = (entry) => entry.code === 409;
const replicaSetStatus: Pick = (entry) => entry.resource === 'replicasets.apps' && entry.subresource === 'status';
const replicaSetCreate: Pick = (entry) => entry.resource === 'replicasets.apps' && entry.verb === 'create';
const podStatus: Pick = (entry) => isKubelet(entry) && entry.resource === 'pods' && entry.subresource === 'status';
/** The kubelet's word that the sandbox is up: it could be merged with its neighbours, but not be left out. */
const sandboxReady: Pick = (entry) => podStatus(entry) && JSON.stringify(entry.request).length < 400;
const event =
  (reason: string): Pick =>
  (entry) =>
    entry.resource.startsWith('events') && isObject(entry.request) && entry.request.reason === reason;
const startedOfOnePod: Pick = (entry) => isKubelet(entry) && entry.resource === 'events';

/** Mistakes in a copy of `a01`; a comparison that does not see one of them is worth nothing. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a changed field in a request',
    apply: put(podCreate, 'request', ['spec', 'dnsPolicy'], 'Default'),
    told: /request spec\.dnsPolicy: ClusterFirst → Default/,
  },
  {
    name: 'a changed field in an answer',
    apply: put(podCreate, 'response', ['spec', 'priority'], 7),
    told: /effect spec\.priority: 0 → 7/,
  },
  {
    name: 'a changed field in an intermediate status update',
    apply: put(deploymentStatus, 'request', ['status', 'unavailableReplicas'], 9, 1),
    told: /request status\.unavailableReplicas: 3 → 9/,
  },
  { name: 'a dropped write', apply: drop(binding), told: /MISSING writes: system:kube-scheduler create binding/ },
  { name: 'a dropped status patch', apply: drop(sandboxReady), told: /PodReadyToStartContainers|unexplained revision/ },
  {
    name: 'a dropped status update',
    apply: drop(deploymentStatus, 2),
    told: /unexplained revision: UPDATE \/registry\/deployments/,
  },
  { name: 'an extra write', apply: repeat(binding), told: /EXTRA writes: system:kube-scheduler create binding/ },
  { name: 'an extra status update', apply: repeat(replicaSetStatus, 2), told: /EXTRA writes|CHANGED writes/ },
  {
    name: "swapped order of one writer's status updates",
    apply: swap(deploymentStatus, 2, 4),
    told: /deployment-controller/,
  },
  {
    name: 'swapped order of neighbouring status updates',
    apply: swap(replicaSetStatus, 2, 3),
    told: /replicaset-controller/,
  },
  {
    name: "swapped order of one writer's events about one object",
    apply: (recording) => {
      const pod = recording.audit.find(startedOfOnePod)?.name.replace(/\.[0-9a-f]+$/, '') ?? '';
      return swap((entry) => startedOfOnePod(entry) && entry.name.startsWith(pod), 1, 2)(recording);
    },
    told: /ORDER events: .*|Created → Started/,
  },
  {
    name: 'a changed event message',
    apply: put(event('Started'), 'request', ['message'], 'Started container nginx'),
    told: /request message: Container started → Started container nginx/,
  },
  {
    name: 'a changed event reason',
    apply: put(event('ScalingReplicaSet'), 'request', ['reason'], 'Scaled'),
    told: /request reason: ScalingReplicaSet → Scaled/,
  },
  {
    name: 'a changed event type',
    apply: put(event('Scheduled'), 'request', ['type'], 'Warning'),
    told: /request type: Normal → Warning/,
  },
  { name: 'a duplicated event', apply: repeat(event('Scheduled')), told: /EXTRA events: system:kube-scheduler create/ },
  {
    name: 'a dropped event',
    apply: drop(event('SuccessfulCreate'), 1),
    told: /MISSING events: .*replicaset-controller/,
  },
  {
    name: 'the wrong user',
    apply: edit(replicaSetCreate, (entry) => ({
      ...entry,
      user: 'system:serviceaccount:kube-system:replicaset-controller',
    })),
    told: /user: .*deployment-controller → .*replicaset-controller/,
  },
  {
    name: 'the wrong node as writer',
    apply: edit(podStatus, (entry) => ({
      ...entry,
      user: entry.user === 'system:node:worker-1' ? 'system:node:worker-2' : 'system:node:worker-1',
    })),
    told: /system:node:<node>/,
  },
  {
    name: 'the wrong groups',
    apply: edit(binding, (entry) => ({ ...entry, groups: ['system:masters'] })),
    told: /groups: /,
  },
  {
    name: 'the wrong verb',
    apply: edit(podStatus, (entry) => ({ ...entry, verb: 'update' })),
    told: /verb: patch status → update status/,
  },
  {
    name: 'the wrong subresource',
    apply: edit(binding, (entry) => ({ ...entry, subresource: '' })),
    told: /verb: create binding → create/,
  },
  { name: 'the wrong code', apply: edit(podCreate, (entry) => ({ ...entry, code: 200 })), told: /code: 201 → 200/ },
  {
    name: 'a changed final object',
    apply: putFinal('Deployment', ['spec', 'replicas'], 4),
    told: /CHANGED objects: deployments\.apps default\/nginx/,
  },
  {
    name: 'a missing final object',
    apply: (recording) => ({ ...recording, final: recording.final.slice(0, -1) }),
    told: /MISSING objects/,
  },
  {
    name: 'a changed etcd key',
    apply: (recording) => ({
      ...recording,
      etcd: recording.etcd.map((row) => ({
        ...row,
        key: row.key.replace('/registry/replicasets/', '/registry/replicaset/'),
      })),
    }),
    told: /MISSING etcd: \/registry\/replicasets\/default\/nginx-775786f995/,
  },
  {
    name: 'an event without a lease',
    apply: (recording) => ({
      ...recording,
      etcd: recording.etcd.map((row, index) => (index === 3 ? { ...row, lease: '0' } : row)),
    }),
    told: /CHANGED etcd: .*\n {2}~ operations: CREATE\+lease → CREATE/,
  },
  {
    name: 'a missing etcd revision',
    apply: (recording) => ({ ...recording, etcd: recording.etcd.filter((_, index) => index !== 12) }),
    told: /CHANGED etcd/,
  },
  {
    name: 'a changed line of stdout',
    apply: editCommand(1, (command) => ({ ...command, stdout: command.stdout.replace('3/3', '2/3') })),
    told: /kubectl get deployments\n {2}- stdout = nginx {2}3\/3/,
  },
  {
    name: 'wrong padding in a table',
    apply: editCommand(1, (command) => ({
      ...command,
      stdout: command.stdout.replaceAll('   UP-TO-DATE', '  UP-TO-DATE'),
    })),
    told: /kubectl get deployments/,
  },
  { name: 'a changed rc', apply: editCommand(0, (command) => ({ ...command, rc: 1 })), told: /rc: 0 → 1/ },
  {
    name: 'a changed stderr',
    apply: editCommand(2, (command) => ({ ...command, stderr: 'Warning: no\n' })),
    told: /\+ stderr = Warning: no/,
  },
  {
    name: 'a dropped condition',
    apply: put(deploymentStatus, 'request', ['status', 'conditions', 1], undefined, 1),
    told: /request status\.conditions\[Available\]|conditions#order/,
  },
  {
    name: 'a changed label',
    apply: put(podCreate, 'request', ['metadata', 'labels', 'pod-template-hash'], '12345'),
    told: /request metadata\.labels\.pod-template-hash: 775786f995 → 12345/,
  },
  {
    name: 'a missing managedFields entry',
    apply: put(replicaSetCreate, 'response', ['metadata', 'managedFields'], []),
    told: /effect (metadata\.)?managedFields/,
  },
  {
    name: 'a changed generation',
    apply: put(replicaSetCreate, 'response', ['metadata', 'generation'], 2),
    told: /answer differs from watch: create replicasets\.apps/,
  },
  {
    name: 'a bad node',
    apply: (recording) => JSON.parse(JSON.stringify(recording).replaceAll('worker-3', 'worker-9')) as Recording,
    told: /is bound to: worker-1 or worker-2 or worker-3 → worker-9/,
  },
  {
    name: 'another credential',
    apply: edit(binding, (entry) => ({ ...entry, userExtra: {} })),
    told: /- extra authentication\.kubernetes\.io\/credential-id = X509SHA256=<hex64>/,
  },
  {
    name: 'a conflict of another kind',
    apply: put(conflict, 'response', ['details', 'kind'], 'replicasets'),
    told: /EXTRA writes: .*update status → deployments\.apps default\/nginx/,
  },
  {
    name: 'a status update with another spec than its writer had read',
    apply: put(replicaSetStatus, 'request', ['spec', 'template', 'spec', 'dnsPolicy'], 'Default'),
    told: /request differs from what its writer had read: update replicasets\.apps\/status/,
  },
  {
    name: 'a changed event in the watch log',
    apply: editWatch('events', (entry) => ({
      ...entry,
      object: withAt(entry.object, ['reason'], 'Other') as JsonObject,
    })),
    told: /answer differs from watch: create events/,
  },
  {
    name: 'another namespace in the watch log',
    apply: editWatch('pods', (entry) => ({ ...entry, ns: 'other' })),
    told: /watch differs from its object: ADDED pods/,
  },
  {
    name: 'another revision in the list of keys',
    apply: (recording) => ({
      ...recording,
      etcd: recording.etcd.map((row, index) => (index === 12 ? { ...row, revision: row.revision + 1 } : row)),
    }),
    told: /watch differs from etcd/,
  },
  {
    name: 'a final object that nobody saw like this',
    apply: putFinal('Node', ['status', 'capacity', 'cpu'], '64'),
    told: /final object differs from watch: Node/,
  },
];
