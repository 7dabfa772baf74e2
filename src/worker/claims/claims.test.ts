import { beforeAll, describe, expect, it } from 'vitest';
import { type Part, SCENARIOS } from '../../scenarios/index.ts';
import { tellScenario } from '../scenario-run.ts';
import { aside, type Claim, counted, gone, inOrder, never, shows, step, stored } from './claim.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { CLAIMS } from './index.ts';
import { goalProblems, partProblems } from './problems.ts';
import { namesIn, numbersIn } from './references.ts';

const POD = 'pods/default/web';

/** `kubectl run web`, with the object in its tab. */
let evidence: Evidence;
let held: readonly (RegExp | Claim)[];

beforeAll(() => {
  const scenario = SCENARIOS.find(({ id }) => id === 'rights-person') as (typeof SCENARIOS)[number];
  const [part] = scenario.parts;
  const told = tellScenario({ ...scenario, parts: [part] });
  evidence = evidenceOf(told, [part])[0] as Evidence;
  held = CLAIMS['rights-person']?.[0] ?? [];
});

const saying = (en: string, zh = '一句话', change: Partial<Part> = {}): Evidence => ({
  ...evidence,
  part: { ...evidence.part, ...change, text: { en, zh } },
});
const problems = (claim: Claim) => partProblems(evidence, [claim]).length;

describe('a false sentence is found', () => {
  const found = (en: string, zh?: string, change?: Partial<Part>) => partProblems(saying(en, zh, change), held);

  it('that names a step that does not exist', () => {
    expect(found('The step “request form” is told.')).toEqual([expect.stringContaining('“request form”')]);
    expect(found('The step “request info” is told.')).toEqual([]);
    expect(found('A step.', '“请求表单”这一步。')).toHaveLength(1);
    expect(found('A step.', '“请求信息”这一步。')).toEqual([]);
  });

  it('that names an object, a field, a reason, a path or a flag that the part does not have', () => {
    for (const name of [
      'pods/default/wed',
      'spec.nodeNane',
      'MemoryPressure',
      '/registry/pods/default/wed',
      '--dry-run',
    ])
      expect(found(`It has ${name}.`), name).toHaveLength(1);
    for (const name of ['spec.nodeName', 'ContainersReady', '/registry/pods/default/web', '--image=nginx:1.27'])
      expect(found(`It has ${name}.`), name).toEqual([]);
  });

  it('that names another tab, or whose tab opens nothing', () => {
    expect(found('See the node panel.')).toEqual([expect.stringContaining('is not the tab')]);
    expect(found('See the object panel.', '见对象面板。')).toEqual([]);
    expect(found('See it.', '见“节点”标签页。')).toHaveLength(1);
    const opened = (change: Partial<Part>, view: object) =>
      partProblems({ ...saying('See it.', '看。', change), view } as Evidence, held).length;
    expect(
      opened({ panel: 'object', look: { subject: 'pods/default/wed' } }, { subject: 'kubectl/1', history: [] }),
    ).toBe(1);
    expect(opened({ panel: 'object' }, { subject: 'kubectl/1', exists: false, history: [] })).toBe(1);
    expect(opened({ panel: 'informers', look: { informer: 'a/pods' } }, { informer: undefined })).toBe(1);
    expect(opened({ panel: 'etcd', look: { etcdKey: 'a' } }, { selected: { key: 'a', history: [] } })).toBe(1);
    expect(opened({ panel: 'node', look: { node: 'node-9' } }, { node: 'node-1' })).toBe(1);
    expect(opened({ panel: 'node', look: { section: 'images' } }, { node: 'node-1', images: [] })).toBe(1);
    expect(opened({ panel: 'network', look: { chain: 'nat/A' } }, { chains: ['nat/B'], chain: 'nat/A' })).toBe(1);
    expect(opened({ panel: 'queues', look: { node: 'node-1' } }, {})).toBe(1);
  });

  it('that counts what no claim counts, in digits or in words', () => {
    for (const text of ['It waits 7 seconds.', 'Seven Pods.', 'It answers 404.'])
      expect(found(text), text).toHaveLength(1);
    for (const text of ['等待 7 秒。', '七个 Pod。', '两个 Pod。']) expect(found('Pods.', text), text).toHaveLength(1);
    expect(partProblems(saying('Seven Pods.'), [...held, counted('pods/default', 7)])).toEqual([
      'counted pods/default 7: there are 1',
    ]);
  });

  it('that lets somebody act who does nothing in the part', () => {
    expect(found('The garbage collector takes it.', '垃圾收集器清理它。')).toHaveLength(2);
    expect(found('The kubelet starts it.', 'kubelet 启动它，调度器选节点。')).toEqual([]);
  });

  it('but not what is said aside', () => {
    expect(
      partProblems(saying('Until v1.17 --schedule made 7 of them.'), [aside('history', 'v1.17', '--schedule', '7')]),
    ).toEqual([]);
  });

  it('in a goal, when no part has it', () => {
    expect(goalProblems({ en: 'It makes --nothing.', zh: '无' }, [evidence], [held])).toHaveLength(1);
    expect(goalProblems({ en: 'It sets spec.nodeName.', zh: '无' }, [evidence], [held])).toEqual([]);
  });
});

describe('a false claim is found', () => {
  it('of steps: one that is not there, too few or too many, by another, in another order', () => {
    expect(problems(step('kubelet.podReady', { about: POD, by: 'kubelet/node-1' }))).toBe(0);
    expect(problems(step('kubelet.podReady', { times: 1 }))).toBe(0);
    expect(problems(step('kubelet.podReady', { times: 2 }))).toBe(1);
    expect(problems(step('kubelet.podReady', { by: 'kubelet/node-2' }))).toBe(1);
    expect(problems(step('kubelet.podReady', { about: 'pods/default/wed' }))).toBe(1);
    expect(problems(step('scheduler.filtered', { args: { feasible: 1 } }))).toBe(0);
    expect(problems(step('scheduler.filtered', { args: { feasible: 2 } }))).toBe(1);
    expect(problems(never('kubelet.podReady'))).toBe(1);
    expect(problems(inOrder('scheduler.popped', ['kubelet.podReady', { about: 'pods/*' }]))).toBe(0);
    expect(problems(inOrder('kubelet.podReady', 'scheduler.popped'))).toBe(1);
  });

  it('of objects, of what is said and shown', () => {
    expect(problems(stored(POD, 'spec.containers.0.image', 'nginx:1.27'))).toBe(0);
    expect(problems(stored(POD, 'spec.containers.0.image', 'nginx:1.28'))).toBe(1);
    expect(problems(stored('pods/default/wed', 'kind', undefined))).toBe(1);
    expect(problems(gone(POD))).toBe(1);
    expect(problems(gone('pods/default/wed'))).toBe(0);
    expect(problems(counted('pods/default', 1))).toBe(0);
    expect(problems(counted('pods', 2))).toBe(1);
    expect(problems(shows('run: web', /Pod/))).toBe(0);
    expect(problems(shows('run: wed'))).toBe(1);
    expect(partProblems(evidence, [/pod\/wed created/])).toHaveLength(1);
  });
});

it('names and numbers are read out of sentences of both languages', () => {
  expect(namesIn('See “used by”: KUBE-SVC-…, /livez and status.podIPs of node-1; --now, v1.18.')).toEqual([
    'used by',
    'KUBE-SVC-',
    '/livez',
    'status.podIPs',
    'node-1',
    '--now',
    'v1.18',
  ]);
  expect(namesIn('看“使用者”：OnAdd 与 kube-proxy。')).toEqual(['使用者', 'OnAdd', 'kube-proxy']);
  expect(numbersIn('Two of 3 Pods on node-1 in v1.18 have 700m, thirty are gone.')).toEqual([3, 700, 2, 30]);
  expect(numbersIn('第三个节点上的两个 Pod，三十秒，100 MiB。')).toEqual([100, 2, 30]);
});
