import { describe, expect, it } from 'vitest';
import { parseRecording, type Recording } from '../recordings/recording.ts';
import { compareRecordings } from './compare.ts';
import { isConsistent } from './counts.ts';

type Entry = { readonly [key: string]: unknown };

const ACCOUNT = 'system:serviceaccount:kube-system:';

/** A recording of these requests, one after another. */
function recording(entries: readonly Entry[], watch: readonly Entry[] = []): Recording {
  const common = { groups: [], ua: 'kube-controller-manager', namespace: 'default', annotations: {}, code: 200 };
  const audit = entries.map((entry, n) => ({
    n,
    t0: n,
    t1: n + 0.001,
    ...common,
    uri: `/${entry.resource}`,
    ...entry,
  }));
  const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  return parseRecording('x', {
    'meta.json': JSON.stringify({ name: 'x', start: '2026-11-21T02:22:48Z', seconds: 60 }),
    'commands.jsonl': '',
    'audit.jsonl': lines(audit),
    'reads.jsonl': '',
    'watch.jsonl': lines(watch),
    'etcd.txt': '',
    'final.json': '{"kind":"List","apiVersion":"v1","items":[]}',
  });
}

function told(want: Recording, got: Recording): readonly string[] {
  return compareRecordings(want, got).differences.map(({ kind, action, object }) => `${kind} ${action} ${object}`);
}

const failure = (code: number, reason: string, message: string, details = {}) => {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code };
  return { code, failure: body, response: body };
};

describe('a refusal', () => {
  const refused = (why: string): Entry => ({
    ...failure(403, 'Forbidden', `pods "web-<refused>" is forbidden: ${why}`),
    user: `${ACCOUNT}replicaset-controller`,
    verb: 'create',
    resource: 'pods',
    name: '',
    request: { kind: 'Pod', apiVersion: 'v1', metadata: { generateName: 'web-' } },
  });
  it('at the end of a namespace comes any number of times, and in the same words', () => {
    const ended = (name: string): Entry => {
      const why = 'unable to create new content in namespace x because it is being terminated';
      return { ...refused(''), ...failure(403, 'Forbidden', `pods ${name}is forbidden: ${why}`) };
    };
    const once = recording([ended('"web-" ')]);
    expect(told(once, recording([ended('"web-" '), ended('"web-" ')]))).toEqual([]);
    expect(told(once, recording([]))).toEqual([]);
    expect(told(once, recording([ended('')]))).toEqual(['changed create pods default/web-<none>']);
  });

  const event = (n: number): Entry => ({
    code: 201,
    user: `${ACCOUNT}replicaset-controller`,
    verb: 'create',
    resource: 'events',
    name: `web.18e9ee24bf1443d${n}`,
    request: {
      kind: 'Event',
      apiVersion: 'v1',
      involvedObject: { kind: 'ReplicaSet', namespace: 'default', name: 'web' },
      reason: 'FailedCreate',
      message: 'Error creating: pods "web-<refused>" is forbidden: no',
    },
  });

  it('may come again, and be told of again', () => {
    const some = recording([refused('no'), refused('no'), event(1), event(2)]);
    const more = recording([refused('no'), refused('no'), refused('no'), event(1), event(2), event(3)]);
    expect(told(some, more)).toEqual([]);
    expect(told(more, some)).toEqual([]);
  });

  it('is missed where there is none, or another', () => {
    expect(told(recording([refused('no')]), recording([]))).toHaveLength(1);
    expect(told(recording([refused('no'), refused('no')]), recording([refused('no'), refused('yes')]))).not.toEqual([]);
    expect(told(recording([refused('no'), event(1)]), recording([refused('no'), event(1), event(2)]))).toHaveLength(1);
  });
});

describe('a deletion by the garbage collector', () => {
  const remove = (preconditions: object, answer: object = {}): Entry => ({
    user: `${ACCOUNT}generic-garbage-collector`,
    verb: 'delete',
    resource: 'pods',
    name: 'a',
    request: { kind: 'DeleteOptions', preconditions },
    response: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' },
    ...answer,
  });
  const conflict = (revision: string) =>
    remove(
      { uid: 'u', resourceVersion: revision },
      failure(
        409,
        'Conflict',
        `Operation cannot be fulfilled on Pod "a": the ResourceVersion in the precondition (${revision}) does not match the ResourceVersion in record (9). The object might have been modified`,
      ),
    );
  const plain = recording([remove({ uid: 'u', resourceVersion: '5' })]);

  it('may be overtaken and asked for without a revision', () => {
    expect(told(plain, recording([conflict('4'), remove({ uid: 'u' })]))).toEqual([]);
    expect(told(recording([conflict('7'), remove({ uid: 'u' })]), plain)).toEqual([]);
  });

  it('names a revision otherwise', () => {
    expect(told(plain, recording([remove({ uid: 'u' })]))).toHaveLength(1);
    expect(told(plain, recording([conflict('4')]))).not.toEqual([]);
  });
});

describe('the last finalizer of something', () => {
  const taken = (code: number, finalizers: readonly string[] = []): Entry => {
    const claim = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', metadata: { name: 'c', uid: 'u', finalizers } };
    return {
      ...(code === 404 ? failure(404, 'NotFound', 'persistentvolumeclaims "c" not found') : { response: claim }),
      user: `${ACCOUNT}pvc-protection-controller`,
      verb: 'update',
      resource: 'persistentvolumeclaims',
      name: 'c',
      request: claim,
    };
  };

  it('may be taken again by who does not know yet that it has gone', () => {
    const once = recording([taken(200)]);
    expect(told(once, recording([taken(200), taken(404)]))).toEqual([]);
    expect(told(recording([taken(200), taken(404)]), once)).toEqual([]);
  });

  it('is missed where it was not taken, or another was', () => {
    const once = recording([taken(200)]);
    const action = 'update persistentvolumeclaims default/c';
    expect(told(recording([taken(404)]), recording([]))).toEqual([`missing ${action}`]);
    expect(told(once, recording([taken(200), taken(404, ['other'])]))).toEqual([`extra ${action}`]);
  });
});

describe('what is applied again', () => {
  const range = (status: object) => ({
    kind: 'ServiceCIDR',
    apiVersion: 'networking.k8s.io/v1',
    metadata: { name: 'more', uid: 'u', resourceVersion: '7' },
    status,
  });
  const said = (text: string, before: object, after = range({ conditions: [{ type: 'Ready', message: text }] })) => ({
    first: { code: 201, verb: 'create', request: before, response: before },
    again: { verb: 'patch', subresource: 'status', request: { status: after.status }, response: after },
  });
  const entry = (each: object): Entry => ({
    user: `${ACCOUNT}service-cidrs-controller`,
    resource: 'servicecidrs.networking.k8s.io',
    namespace: '',
    name: 'more',
    ...each,
  });
  const ready = said('ready', range({}));
  const made = entry(ready.first);
  const once = entry({
    ...ready.again,
    response: { ...(ready.again.response as object), metadata: { name: 'more', uid: 'u', resourceVersion: '8' } },
  });
  const again = once;

  it('may be applied once more by who does not know yet that it stands there', () => {
    expect(told(recording([made, once, again]), recording([made, once]))).toEqual([]);
    expect(told(recording([made, once]), recording([made, once, again]))).toEqual([]);
  });

  it('is missed where it was not applied, or something else was', () => {
    const action = 'patch status servicecidrs.networking.k8s.io more';
    expect(told(recording([made, once]), recording([made]))).toContain(`missing ${action}`);
    const other = entry({ ...said('terminating', range({})).again });
    expect(told(recording([made, once, other]), recording([made, once]))).toContain(`missing ${action}`);
  });
});

describe('siblings', () => {
  const pod = (name: string): Entry => {
    const n = name.charCodeAt(2);
    const uid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const metadata = { name, generateName: 'w-', namespace: 'default', uid, resourceVersion: `${n}` };
    const response = { kind: 'Pod', apiVersion: 'v1', metadata };
    return { code: 201, user: `${ACCOUNT}job-controller`, verb: 'create', resource: 'pods', name, response };
  };
  const failed = (name: string, what = 'Tired of', how = ''): Entry => {
    const conditions = [{ type: 'Failed', status: 'True', message: `${what} ${name}${how}` }];
    const metadata = { name: 'w', namespace: 'default', uid: 'j', resourceVersion: '900' };
    const body = { kind: 'Job', apiVersion: 'batch/v1', metadata, status: { conditions } };
    const [resource, subresource] = ['jobs.batch', 'status'];
    const user = `${ACCOUNT}job-controller`;
    return { user, verb: 'update', resource, subresource, name: 'w', request: body, response: body };
  };

  it('are told apart by what a condition of somebody else says of one', () => {
    const want = recording([pod('w-aaaaa'), pod('w-bbbbb'), failed('w-aaaaa')]);
    expect(told(want, recording([pod('w-ccccc'), pod('w-ddddd'), failed('w-ddddd')]))).toEqual([]);
    expect(told(want, recording([pod('w-ccccc'), pod('w-ddddd'), failed('w-zzzzz')]))).not.toEqual([]);
  });

  it('fail together, and any of them is named', () => {
    const says = (name: string, code = 42) =>
      failed(name, 'Container main for pod', ` failed with exit code ${code} matching FailJob rule at index 0`);
    const pods = [pod('w-aaaaa'), pod('w-bbbbb')];
    const gone = { ...pod('w-aaaaa'), code: 200, verb: 'delete' };
    const want = recording([...pods, says('default/w-aaaaa'), gone]);
    expect(told(want, recording([...pods, says('default/w-bbbbb'), gone]))).toEqual([]);
    expect(told(want, recording([...pods, says('default/other'), gone]))).not.toEqual([]);
    expect(told(want, recording([...pods, says('default/w-aaaaa', 1), gone]))).not.toEqual([]);
  });
});

describe('a status', () => {
  const status = (name: string, answer: object): Entry => ({
    user: `${ACCOUNT}deployment-controller`,
    verb: 'update',
    resource: 'deployments.apps',
    subresource: 'status',
    name,
    request: { kind: 'Deployment', metadata: { name }, status: { replicas: 1 } },
    ...answer,
  });

  it('of what is gone may come too late', () => {
    const late = status('a', failure(404, 'NotFound', 'deployments.apps "a" not found'));
    expect(told(recording([late]), recording([]))).toEqual([]);
    expect(told(recording([]), recording([late]))).toEqual([]);
    const other = status('a', failure(404, 'NotFound', 'deployments.apps "b" not found'));
    expect(told(recording([other]), recording([]))).toHaveLength(1);
  });

  it('counts no more of a part than of the whole', () => {
    const state = (counts: object) =>
      new Map(Object.entries(counts).map(([name, value]) => [`status.${name}`, String(value)]));
    expect(isConsistent(state({ replicas: 3, readyReplicas: 2, availableReplicas: 2 }))).toBe(true);
    expect(isConsistent(state({ replicas: 1, readyReplicas: 2 }))).toBe(false);
    expect(isConsistent(state({ replicas: 3, availableReplicas: 1 }))).toBe(false);
    expect(isConsistent(state({ replicas: 0, availableReplicas: 0 }))).toBe(true);
  });
});

describe('a conflict', () => {
  const put = (version: number, reason: string, message: string, more: Entry = {}): Entry => ({
    user: `${ACCOUNT}deployment-controller`,
    verb: 'update',
    resource: 'deployments.apps',
    subresource: 'status',
    name: 'web',
    request: {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name: 'web', namespace: 'default', uid: 'd', resourceVersion: `${version}` },
      status: { conditions: [{ type: 'Progressing', status: 'True', reason, message }] },
    },
    ...more,
  });
  const lost = failure(
    409,
    'Conflict',
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    { name: 'web', group: 'apps', kind: 'deployments' },
  );
  const made = put(1, 'NewReplicaSetCreated', 'Created new replica set "web-1"');
  const later = put(2, 'ReplicaSetUpdated', 'ReplicaSet "web-1" is progressing.');

  it('may come from a cache that knows of what was made, and not of what was said of it', () => {
    const found = put(1, 'FoundNewReplicaSet', 'Found new replica set "web-1"', lost);
    expect(told(recording([made, found, later]), recording([made, later]))).toEqual([]);
  });

  it('is missed when it says of something else that it was found', () => {
    const found = put(1, 'FoundNewReplicaSet', 'Found new replica set "web-2"', lost);
    expect(told(recording([made, found, later]), recording([made, later]))).not.toEqual([]);
  });
});

describe('that a node may not be used', () => {
  const node = (t: number, unschedulable: boolean): Entry => ({
    t,
    type: 'MODIFIED',
    resource: 'nodes',
    name: 'n',
    rv: String(t),
    object: {
      kind: 'Node',
      apiVersion: 'v1',
      metadata: { name: 'n', resourceVersion: String(t) },
      spec: { unschedulable },
    },
  });
  const said: Entry = {
    code: 201,
    user: 'system:node:n',
    verb: 'create',
    resource: 'events',
    name: 'n.18e9ee24bf1443d1',
    request: {
      kind: 'Event',
      apiVersion: 'v1',
      involvedObject: { kind: 'Node', name: 'n' },
      reason: 'NodeNotSchedulable',
      message: 'Node n status is now: NodeNotSchedulable',
    },
  };

  it('is told by its kubelet only if that lasts until it looks', () => {
    const brief = [node(20, true), node(25, false)];
    expect(told(recording([said], brief), recording([], brief)).filter((line) => line.includes('event'))).toEqual([]);
    const long = [node(20, true), node(35, false)];
    expect(told(recording([said], long), recording([], long)).filter((line) => line.includes('event'))).toHaveLength(1);
  });
});

describe('what a controller tells of those that it makes together', () => {
  const pods = ['idx-0-aaaaa', 'idx-1-bbbbb', 'idx-1-ccccc'].map((name, n): Entry => {
    const uid = `0000000${n}-0000-4000-8000-000000000000`;
    const metadata = { name, generateName: name.slice(0, 6), namespace: 'default', uid, labels: { place: `${n}` } };
    const response = { kind: 'Pod', apiVersion: 'v1', metadata: { ...metadata, resourceVersion: `${n + 1}` } };
    return { code: 201, t0: n, user: `${ACCOUNT}job-controller`, verb: 'create', resource: 'pods', name, response };
  });
  const says = (t0: number, message: string): Entry => ({
    code: 201,
    t0,
    user: `${ACCOUNT}job-controller`,
    verb: 'create',
    resource: 'events',
    name: `idx.18e9ee24bf14${Math.round(t0 * 100)}`,
    request: {
      kind: 'Event',
      apiVersion: 'v1',
      involvedObject: { kind: 'Job', namespace: 'default', name: 'idx' },
      reason: 'SuccessfulCreate',
      message,
    },
  });
  const made = (t0: number, name: string) => says(t0, `Created pod: ${name}`);
  const many = (t0: number, name: string) => says(t0, `(combined from similar events): Created pod: ${name}`);
  const eventsTold = (want: readonly Entry[], got: readonly Entry[]) =>
    told(recording([...pods, ...want]), recording([...pods, ...got])).filter((line) => line.includes('event'));

  it('comes in any order', () => {
    const at = (next: number) => [made(10, 'idx-0-aaaaa'), made(10 + next, 'idx-1-bbbbb')];
    const turned = (next: number) => [made(10, 'idx-1-bbbbb'), made(10 + next, 'idx-0-aaaaa')];
    expect(eventsTold(at(0.01), turned(0.01))).toEqual([]);
    expect(eventsTold(at(1), turned(1))).toHaveLength(1);
  });

  it('may be told of one or the other before the rest are combined', () => {
    const [one, other] = ['idx-1-bbbbb', 'idx-1-ccccc'];
    expect(eventsTold([made(10, one), many(10.01, other)], [made(10, other), many(10.01, one)])).toEqual([]);
    expect(eventsTold([made(10, one)], [made(10, other)])).toHaveLength(1);
  });
});
