import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Context, Engine, type EngineOptions, mergeOrigins, Run, type StepKind } from '../engine/index.ts';
import { bank, bankKinds, deposit, type Order } from '../engine/toy.ts';
import type { Breakpoint } from '../protocol/breakpoint.ts';
import type { Filter } from '../protocol/messages.ts';
import { etcd as etcdSteps } from '../steps/etcd.ts';
import { clusterKinds } from '../steps/index.ts';
import { kubectl as kubectlSteps } from '../steps/kubectl.ts';
import { network as networkSteps } from '../steps/network.ts';
import { rawClient as rawClientSteps } from '../steps/raw-client.ts';
import { scheduler } from '../steps/scheduler.ts';
import { Asked } from './breakpoints/asked.ts';
import { diffValues } from './diff.ts';
import { keyOfSubject, subjectOfKey } from './keys.ts';
import { SCENE_KINDS, SceneIndex } from './scenes.ts';
import { Snapshot } from './snapshot.ts';
import { accepts, StepIndex } from './step-index.ts';
import { effectsOf, shownEffects } from './why.ts';
import { yamlLines } from './yaml-lines.ts';

const options: EngineOptions = {
  seed: 5,
  kinds: bankKinds,
  startTime: 0,
  recording: 'full',
  maxSteps: 100_000,
  freeze: true,
};

function bankRun(): Run<Order> {
  const run = new Run(() => bank({ interestEvery: 40 }), options);
  run.give({ account: 'a', amount: 700, hops: 9 });
  return run;
}

function holdsAt(engine: Engine, conditions: Partial<Breakpoint>): (seq: number) => boolean {
  const snapshot = new Snapshot(engine, { grain: 'detail', scope: 'everything' });
  const asked = new Asked({ id: 'b', enabled: true, ...conditions }, snapshot);
  return (seq) => asked.holdsAt(seq);
}

describe('filters', () => {
  it('IN1: accept the same steps however the journal grew', () => {
    const filters: fc.Arbitrary<Filter> = fc.record({
      grain: fc.constantFrom('step' as const, 'detail' as const),
      scope: fc.constantFrom('story' as const, 'everything' as const),
    });
    fc.assert(
      fc.property(filters, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 }), (filter, pieces) => {
        const run = bankRun();
        const { journal } = run.engine;
        const scenes = new SceneIndex(journal);
        const index = new StepIndex(journal, scenes, filter);
        for (const occurrences of pieces) {
          run.advance({ occurrences });
          index.refresh();
        }
        index.refresh();
        const expected = Array.from({ length: journal.end }, (_, seq) => seq).filter((seq) =>
          accepts(filter, journal, scenes, seq),
        );
        expect(Array.from({ length: index.size }, (_, at) => index.at(at))).toEqual(expected);
        expected.forEach((seq, at) => {
          expect([index.indexOf(seq), index.countUpTo(seq)]).toEqual([at, at + 1]);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('IN9: Events are details of a story, unless one asks for them', () => {
    const run = new Run(() => bank(), options);
    run.give({ account: 'a', amount: 700, hops: 1 });
    const { journal } = run.engine;
    const events = Object.create(journal, { subjectOf: { value: () => 'events/default/nginx.1' } }) as typeof journal;
    const counts = (filter: Filter) => accepts(filter, events, new SceneIndex(journal), 0);
    expect(accepts({ grain: 'step', scope: 'story' }, journal, new SceneIndex(journal), 0)).toBe(true);
    expect(counts({ grain: 'step', scope: 'story' })).toBe(false);
    expect(counts({ grain: 'detail', scope: 'story' })).toBe(true);
    expect(counts({ grain: 'step', scope: 'everything' })).toBe(true);
    expect(counts({ grain: 'step', scope: 'story', actor: 'customer' })).toBe(true);
  });

  it('IN10: effects skip what is hidden, down to what it caused', () => {
    const run = bankRun();
    run.advance({ quiescent: true });
    const { journal } = run.engine;
    const [direct = -1] = shownEffects(journal, 0, () => true, 9);
    expect(journal.causeOf(direct)).toBe(0);
    const [next = -1] = shownEffects(journal, 0, (seq) => seq !== direct, 9);
    expect(journal.causeOf(next)).toBe(direct);
  });

  it('IN5: a breakpoint holds when all its conditions do', () => {
    const run = bankRun();
    run.advance({ quiescent: true });
    const holds = (conditions: Partial<Breakpoint>) => holdsAt(run.engine, conditions)(0);
    expect(holds({ kind: 'bank.deposit' })).toBe(true);
    expect(holds({ kind: 'bank.deposit', actor: 'customer', resource: 'accounts', name: 'a' })).toBe(true);
    expect(holds({ kind: 'bank.deposit', actor: 'someone else' })).toBe(false);
  });

  it('IN5: a kind stands for the steps that open a scene, too, and a component for all of its kinds', () => {
    const engine = new Engine({ ...options, kinds: clusterKinds });
    engine.beginStory('scheduler', scheduler.boundFirst, 'pods/default/a', { node: 'node-1' });
    engine.beginStory('scheduler', scheduler.bound, 'pods/default/b', { node: 'node-1' });
    const at = (kind: string) => [0, 1].filter(holdsAt(engine, { kind }));
    expect(at('scheduler.bound')).toEqual([0, 1]);
    expect(at('scheduler.boundFirst')).toEqual([0]);
    expect(at('scheduler.*')).toEqual([0, 1]);
    expect([at('scheduler'), at('sched.*'), at('kubelet.*')]).toEqual([[], [], []]);
  });

  it('IN5: a kind that opens a scene names a kind that there is', () => {
    const names = new Set(clusterKinds.map(({ name }) => name));
    const openers = clusterKinds.filter(({ family, name }) => family !== name);
    expect(openers.map(({ name }) => name)).toContain('kubelet.sandboxUp');
    for (const { family } of openers) expect(names).toContain(family);
  });

  it('IN5: a resource is named with or without its group, as people name it', () => {
    const engine = new Engine({ ...options, kinds: bankKinds });
    engine.beginStory('customer', deposit, 'deployments.apps/default/web', { amount: 1 });
    const at = (resource: string) => holdsAt(engine, { resource })(0);
    expect([at('deployments'), at('deployments.apps'), at('pods')]).toEqual([true, true, false]);
  });

  it('IN16: scenes are the first steps of their kind in a story, numbered through all; a step is in the newest of all', () => {
    const { command } = kubectlSteps;
    const { applied } = etcdSteps;
    const { sent } = rawClientSteps;
    const engine = new Engine({ ...options, kinds: [command, applied, sent] as unknown as StepKind[] });
    const store = (ctx: Context, pod: string) =>
      ctx.as('etcd').step(applied, `pods/default/${pod}`, { op: 'put', key: '', revision: 1, version: 1 });
    let first: Context | undefined;
    for (const name of ['web', 'api']) {
      engine.perform(() => {
        const ctx = engine.beginStory('kubectl', command, 'kubectl', { line: '' });
        first ??= ctx;
        for (const pod of ['a', 'b']) store(ctx, `${name}-${pod}`);
      });
    }
    engine.perform(() => {
      engine.beginStory('raw', sent, 'pods', { method: 'GET', path: '/api', user: 'jane' });
      store(first as Context, 'late');
    });
    const scenes = new SceneIndex(engine.journal);
    scenes.refresh();
    expect(scenes.all.map(({ seq, key }) => `${seq} ${key}`)).toEqual([
      '0 enter',
      '1 podStored',
      '3 enter',
      '4 podStored',
      '6 byHand',
    ]);
    const places = [0, 1, 2, 3, 5, 6, 7].map((seq) => scenes.at(seq)).map((scene) => [scene?.seq, scene?.number]);
    expect(places, 'the last step belongs to the first story').toEqual([
      [0, 1],
      [1, 2],
      [1, 2],
      [3, 3],
      [4, 4],
      [6, 5],
      [6, 5],
    ]);
    expect([scenes.next(1, 1)?.seq, scenes.next(1, -1)?.seq, scenes.next(6, 1)]).toEqual([3, 0, undefined]);
  });

  it('IN16: the connection after one that was answered begins chapters of its own; one beside it does not', () => {
    const { connect, accepted, ended } = networkSteps;
    const engine = new Engine({ ...options, kinds: [connect, accepted, ended] as unknown as StepKind[] });
    const of = (id: number) => `connections/${id}`;
    engine.perform(() => {
      const from = { from: 'a', to: 'b', address: '10.0.0.1:53', protocol: 'udp' };
      const ctx = engine.beginStory('you', connect, of(1), from); // the name's IPv4 address
      ctx.step(connect, of(2), from); // and its IPv6 address, asked for at once
      for (const id of [1, 2]) ctx.step(accepted, of(id), { process: 'dns', seen: 'a', port: 53 });
      const end = { outcome: 'answered', process: 'dns', seen: 'a' } as never;
      for (const id of [1, 2]) ctx.step(ended, of(id), end);
      ctx.step(connect, of(3), { ...from, protocol: 'tcp' });
      ctx.step(accepted, of(3), { process: 'web', seen: 'a', port: 80 });
      ctx.step(ended, of(3), end);
    });
    const scenes = new SceneIndex(engine.journal);
    scenes.refresh();
    expect(scenes.all.map(({ seq, key }) => `${seq} ${key}`)).toEqual([
      '0 packetSent',
      '2 packetAccepted',
      '4 packetEnded',
      '6 packetSent',
      '7 packetAccepted',
      '8 packetEnded',
    ]);
  });

  it('IN16: what the kinds of scenes are named after exists', () => {
    const names = new Set(clusterKinds.map(({ name }) => name));
    expect(SCENE_KINDS.filter((kind) => !names.has(kind))).toEqual([]);
  });

  it('IN10: a step counts as an effect of each of its causes', () => {
    const engine = new Engine(options);
    engine.perform(() => {
      const one = engine.beginStory('a', deposit, 'x', { amount: 1 });
      const other = engine.beginStory('a', deposit, 'y', { amount: 1 });
      engine.background('b').stepFrom(mergeOrigins(one, other), deposit, 'z', { amount: 2 });
    });
    expect([effectsOf(engine.journal, 0), effectsOf(engine.journal, 1)]).toEqual([[2], [2]]);
  });
});

describe('values', () => {
  const json = fc.jsonValue({ maxDepth: 3 });

  it('IN2: nothing changed is no difference', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diffValues(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it('IN2: names every changed field once', () => {
    const before = {
      spec: { replicas: 3, template: { labels: { app: 'a' } } },
      status: { conditions: [{ type: 'Ready', status: 'False' }] },
    };
    const after = {
      spec: { replicas: 5, template: { labels: { app: 'a', tier: 'web' } } },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    };
    expect(diffValues(before, after).map(({ op, depth, text }) => `${op} ${' '.repeat(depth)}${text}`)).toEqual([
      'same spec:',
      'remove  replicas: 3',
      'add  replicas: 5',
      'same  template:',
      'same   labels:',
      'add    tier: web',
      'same status:',
      'same  conditions:',
      'same   - type: Ready',
      'remove    status: False',
      'add    status: True',
    ]);
  });

  it('IN2: instants in tables are told as times, other numbers as they are', () => {
    const at = (expiresAt: number) => ({ expiresAt, size: 1_768_468_504_086_536 });
    expect(diffValues(at(1_768_468_504_086_536), at(1_768_468_504_086_627)).map(({ text }) => text)).toEqual([
      'expiresAt: 2026-01-15T09:15:04.086536Z',
      'expiresAt: 2026-01-15T09:15:04.086627Z',
    ]);
    expect(diffValues({ size: 1 }, { size: 1_768_468_504_086_536 }).map(({ text }) => text)).toEqual([
      'size: 1',
      'size: 1768468504086536',
    ]);
    expect(diffValues({}, { readyAt: 250 }).map(({ text }) => text)).toEqual(['readyAt: 250']);
  });

  it('IN2: members without names of their own are compared by place', () => {
    const lines = (a: unknown, b: unknown) =>
      diffValues({ list: a }, { list: b }).map(({ op, text }) => `${op} ${text}`);
    expect(lines(['a', 'b'], ['a', 'c'])).toEqual(['same list:', 'remove - b', 'add - c']);
    const twice = (port: number) => [
      { name: 'x', port: 1 },
      { name: 'x', port },
    ];
    expect(lines(twice(2), twice(3))).toEqual(['same list:', 'same - name: x', 'remove port: 2', 'add port: 3']);
  });

  it('IN2: what is folded away leaves no heading behind', () => {
    const object = (resourceVersion: string) => ({
      metadata: { name: 'a', resourceVersion, managedFields: [resourceVersion] },
    });
    expect(diffValues(object('1'), object('2'))).toEqual([]);
  });

  it('IN2: members of a list are compared by name, not by place', () => {
    const before = { conditions: [{ type: 'PodScheduled', status: 'True' }] };
    const after = {
      conditions: [
        { type: 'Ready', status: 'False' },
        { type: 'PodScheduled', status: 'True' },
      ],
    };
    const lines = (a: unknown, b: unknown) => diffValues(a, b).map(({ op, text }) => `${op} ${text}`);
    expect(lines(before, after)).toEqual(['same conditions:', 'add - type: Ready', 'add status: False']);
    expect(lines(after, before)).toEqual(['same conditions:', 'remove - type: Ready', 'remove status: False']);
  });

  it('IN3: each line of YAML knows its field', () => {
    const lines = yamlLines({ kind: 'Pod', spec: { containers: [{ name: 'c', args: ['-x', '1'] }], empty: {} } });
    expect(lines).toEqual([
      { text: 'kind: Pod', path: 'kind' },
      { text: 'spec:', path: 'spec' },
      { text: '  containers:', path: 'spec.containers' },
      { text: '  - args:', path: 'spec.containers.0.args' },
      { text: '    - "-x"', path: 'spec.containers.0.args.0' },
      { text: '    - "1"', path: 'spec.containers.0.args.1' },
      { text: '    name: c', path: 'spec.containers.0.name' },
      { text: '  empty: {}', path: 'spec.empty' },
    ]);
  });

  it('IN4: subjects and keys name each other', () => {
    const pairs = [
      ['pods/default/nginx-x', '/registry/pods/default/nginx-x'],
      ['nodes/node-1', '/registry/minions/node-1'],
      ['deployments.apps/default/nginx', '/registry/deployments/default/nginx'],
      ['services/default/web', '/registry/services/specs/default/web'],
    ] as const;
    for (const [subject, key] of pairs) expect([keyOfSubject(subject), subjectOfKey(key)]).toEqual([key, subject]);
    expect(subjectOfKey('/registry/ranges/serviceips')).toBeUndefined();
  });
});
