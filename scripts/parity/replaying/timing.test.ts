import { describe, expect, it } from 'vitest';
import { parseRecording, type Recording } from '../recordings/recording.ts';
import { chanceOf, familyOf, nearest, nextLook, nextStart, nextTry, sameEnd } from './timing.ts';

type Entry = { readonly [key: string]: unknown };

function recording(entries: readonly Entry[]): Recording {
  const common = {
    groups: [],
    ua: 'x',
    namespace: 'default',
    annotations: {},
    code: 200,
    uri: '/',
    verb: 'update',
    name: 'x',
  };
  const audit = entries.map((entry, n) => ({ n, ...common, t1: entry.t0, ...entry }));
  return parseRecording('x', {
    'meta.json': JSON.stringify({ name: 'x', start: '2026-11-21T02:22:48Z', seconds: 60 }),
    'commands.jsonl': '',
    'audit.jsonl': audit.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    'reads.jsonl': '',
    'watch.jsonl': '',
    'etcd.txt': '',
    'final.json': '{"kind":"List","apiVersion":"v1","items":[]}',
  });
}

const ACCOUNT = 'system:serviceaccount:kube-system:';
const roundsOf = (...entries: readonly Entry[]) => chanceOf(recording(entries)).rounds;

describe('the next try of a kubelet', () => {
  it('is the first one heard of that may be meant, though an end is seen up to a second apart', () => {
    const heard = [1.7, 11.9, 23.4];
    expect(nextTry(heard, 1.7, 11.7, 16.7)).toBeCloseTo(11.895);
    expect(nextTry(heard, 12.8, 22.8, 27.8)).toBeCloseTo(23.395);
    expect(nextTry(heard, 2.3, 12.3, 17.3)).toBe(12.3);
  });

  it('is left to chance when nothing was ever heard, and late when it was not heard then', () => {
    expect(nextTry([], 1.7, 11.7, 16.7)).toBeUndefined();
    expect(nextTry([1.7, 40], 1.7, 11.7, 16.7)).toBe(16.7);
  });

  it('is found under the Pod as it was bound', () => {
    const user = 'system:node:worker-1';
    const binding = { t0: 0.1, resource: 'pods', subresource: 'binding', verb: 'create', name: 'web', request: {} };
    const event = (t0: number, reason: string, name = 'web') => {
      return { t0, user, resource: 'events', response: { reason, involvedObject: { namespace: 'default', name } } };
    };
    const told = [event(1, 'Pulling'), event(1.2, 'Created'), event(2, 'BackOff', 'other'), event(12, 'BackOff')];
    expect(chanceOf(recording([{ user: 'scheduler', ...binding }, ...told])).tries).toEqual(
      new Map([['default/web 0', [1, 12]]]),
    );
  });
});

describe('a look of a kubelet at its node', () => {
  it('comes when the recording tells of one within ten seconds', () => {
    const said = { user: 'system:node:worker-1', resource: 'events', verb: 'create' };
    const { looks } = chanceOf(
      recording([
        { ...said, t0: 4, request: { reason: 'NodeNotSchedulable' } },
        { ...said, t0: 5, request: { reason: 'NodeReady' } },
        { ...said, t0: 14, request: { reason: 'NodeSchedulable' } },
      ]),
    );
    expect(looks).toEqual(new Map([['worker-1', [4, 14]]]));
    expect([nextLook([4, 14], 0), nextLook([4, 14], 4), nextLook([4, 14], 3)]).toEqual([3.997, 13.997, 3.997]);
    expect([nextLook([4], 5), nextLook([14], 0)]).toEqual([undefined, undefined]);
  });
});

describe('siblings', () => {
  it('are named by their node where each has its own', () => {
    const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['worker-2'] }] }];
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
    const metadata = { name: 'agent-x', generateName: 'agent-' };
    expect(familyOf({ metadata, spec: { affinity: { nodeAffinity } } })).toBe('agent- on worker-2');
    expect(familyOf({ metadata })).toBe('agent-');
    expect(familyOf({ metadata: { name: 'db-0' } })).toBe('db-0');
  });
});

describe('the end of a Pod', () => {
  it('is that of a sibling when it is long in coming', () => {
    expect(sameEnd(5, 4.5)).toBe(5);
    expect(sameEnd(5, 6)).toBe(5);
    expect(sameEnd(45, 5)).toBeUndefined();
    expect(sameEnd(undefined, 5)).toBeUndefined();
  });

  it('is when its kubelet deleted it, where one Pod had the name', () => {
    const node = { user: 'system:node:worker-1', resource: 'pods', verb: 'delete' };
    const bound = (name: string) => {
      return {
        t0: 0.1,
        user: 'scheduler',
        resource: 'pods',
        subresource: 'binding',
        verb: 'create',
        name,
        request: {},
      };
    };
    const ends = [
      { ...node, t0: 5, name: 'web' },
      { ...node, t0: 6, name: 'db-0' },
      { ...node, t0: 9, name: 'db-0' },
    ];
    expect(chanceOf(recording([bound('web'), bound('db-0'), ...ends])).gone).toEqual(new Map([['default/web 0', 5]]));
  });
});

describe('the start of a container', () => {
  const user = 'system:node:worker-1';

  it('is waited for when it was said to start soon', () => {
    expect(nextStart([1, 20], 0.5)).toBeCloseTo(0.95);
    expect(nextStart([1, 20], 19.7)).toBeCloseTo(19.95);
    expect(nextStart([1, 20], 12)).toBeUndefined();
  });

  it('is found under the Pod as it was bound, and the container', () => {
    const binding = { t0: 0.1, resource: 'pods', subresource: 'binding', verb: 'create', name: 'web', request: {} };
    const started = (t0: number, field: string) => {
      const involvedObject = { namespace: 'default', name: 'web', fieldPath: `spec.${field}` };
      return { t0, user, resource: 'events', response: { reason: 'Started', involvedObject } };
    };
    const told = [started(1, 'initContainers{first}'), started(2, 'containers{main}'), started(9, 'containers{main}')];
    expect(chanceOf(recording([{ user: 'scheduler', ...binding }, ...told])).starts).toEqual(
      new Map([
        ['default/web 0 first', [1]],
        ['default/web 0 main', [2, 9]],
      ]),
    );
  });
});

describe('the looks of a kubelet at all containers', () => {
  const ended = (t0: number, containerID: string, more: Entry = {}) => ({
    t0,
    user: 'system:node:worker-1',
    namespace: 'default',
    resource: 'pods',
    subresource: 'status',
    request: { status: { containerStatuses: [{ state: { terminated: { containerID } } }] } },
    ...more,
  });

  it('are when it says first that a container has ended by itself', () => {
    const going = { response: { metadata: { deletionTimestamp: '2026-11-21T02:22:50Z' } } };
    const { relists } = chanceOf(recording([ended(1, 'a'), ended(2.2, 'a'), ended(5, 'b', going), ended(7, 'c')]));
    expect(relists).toEqual(new Map([['worker-1', [expect.closeTo(0.992), expect.closeTo(6.992)]]]));
  });

  it('are taken from the one that is nearest', () => {
    expect(nearest([1, 7], 3)).toBe(1);
    expect(nearest([1, 7], 5)).toBe(7);
    expect(nearest([], 5)).toBeUndefined();
  });
});

describe('the moment when a Pod is ready', () => {
  const user = 'system:node:worker-1';
  const common = { namespace: 'default', resource: 'pods' };
  const bind = (name: string) => ({ ...common, t0: 0.1, user: 'scheduler', subresource: 'binding', name, request: {} });
  const says = (t0: number, name: string, status: string) => {
    return {
      ...common,
      t0,
      user,
      subresource: 'status',
      name,
      request: { status: { conditions: [{ type: 'Ready', status }] } },
    };
  };

  it('is waited for, unless it was over soon', () => {
    const told = [
      says(0.2, 'web', 'False'),
      says(0.7, 'web', 'True'),
      says(0.8, 'once', 'True'),
      says(1.5, 'once', 'False'),
    ];
    expect(chanceOf(recording([bind('web'), bind('once'), ...told, says(9, 'web', 'False')])).ready).toEqual(
      new Map([['default/web 0', 0.7]]),
    );
  });

  it('is waited for though it was deleted soon, and not before the end of one that never was', () => {
    const going = { response: { metadata: { deletionTimestamp: '2026-11-21T02:22:50Z' } } };
    const told = [
      says(0.7, 'web', 'True'),
      { ...says(1.5, 'web', 'False'), ...going },
      { ...common, t0: 0.6, user: 'replicaset-controller', verb: 'delete', name: 'late' },
    ];
    expect(chanceOf(recording([bind('web'), bind('late'), ...told])).ready).toEqual(
      new Map([
        ['default/web 0', 0.7],
        ['default/late 0', 0.6],
      ]),
    );
  });
});

describe('the rounds of controllers', () => {
  const said = (t0: number, verb = 'patch') => {
    return { t0, verb, user: `${ACCOUNT}persistent-volume-binder`, resource: 'events' };
  };
  const changed = (t0: number) => ({ t0, user: 'kubernetes-admin', resource: 'persistentvolumeclaims' });

  it('are when claims are said to wait again though nothing happened to them', () => {
    expect(
      roundsOf(changed(0), said(0.01, 'create'), changed(3), said(3.01), said(7.5), said(22.5))?.claims,
    ).toBeCloseTo(7.49);
  });

  it('come late enough that nothing is said twice where it was said once', () => {
    expect(roundsOf(changed(0), said(0.02, 'create'), changed(9), said(9.02))?.claims).toBeCloseTo(0.01);
    expect(roundsOf(changed(0))?.claims).toBeUndefined();
  });

  it('are when forgotten Pods are collected', () => {
    expect(roundsOf({ t0: 33, user: `${ACCOUNT}pod-garbage-collector`, resource: 'pods' })?.pods).toBe(33);
  });
});
