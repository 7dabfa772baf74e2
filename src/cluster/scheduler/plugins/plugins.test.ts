import { describe, expect, it } from 'vitest';
import { evaluate } from '../evaluate.ts';
import { fitErrorMessage } from '../fit-error.ts';
import type { ClusterView } from '../framework.ts';
import { podInfo } from '../pod-info.ts';
import { cluster, node, pod, random } from '../testing.ts';
import { balancedAllocation } from './resources.ts';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const NGINX = { labelSelector: { matchLabels: { app: 'nginx' } }, topologyKey: HOSTNAME };

function decide(view: ClusterView, spec: object, requests?: object) {
  return evaluate(podInfo(pod('new', spec, requests)), view, 0, random());
}

function feasible(view: ClusterView, spec: object = {}): readonly string[] {
  return decide(view, spec).feasible.map(({ name }) => name);
}

function scoresOf(plugin: string, view: ClusterView, spec: object) {
  return decide(view, spec).scores.find((score) => score.plugin.name === plugin);
}

const spread = (constraint: object) => ({
  topologySpreadConstraints: [
    { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector: NGINX.labelSelector, ...constraint },
  ],
});

describe('resources', () => {
  it('SCH20: a node takes as many Pods as it says, and no more', () => {
    const view = cluster([node('a', {}, {}, { cpu: '1', memory: '1Gi', pods: '2' })]);
    view.cache.addPod(podInfo(pod('one')), 'a');
    expect(feasible(view)).toEqual(['a']);
    view.cache.addPod(podInfo(pod('two')), 'a');
    const result = decide(view, {});
    expect(fitErrorMessage(result, '')).toContain('1 Too many pods');
  });

  it('SCH20: what makes the use of processor and memory more even counts above 50, what does the contrary below', () => {
    const view = cluster([node('a', {}, {}, { cpu: '1', memory: '1000Mi', pods: '9' })]);
    view.cache.addPod(podInfo(pod('busy', {}, { cpu: '500m' })), 'a');
    const info = view.cache.node('a');
    const score = (requests: object) =>
      balancedAllocation.score?.(undefined, podInfo(pod('new', {}, requests)), info as NonNullable<typeof info>);
    // Before: 50 % and 0 %, so 75. After: 50 % and 50 %, so 100; or 100 % and 0 %, so 50.
    expect([score({ memory: '500Mi' }), score({ cpu: '500m' })]).toEqual([87, 62]);
  });
});

describe('topology spread', () => {
  it('SCH21: with fewer domains than demanded, none may have more Pods than the skew', () => {
    const zones = (minDomains?: number) =>
      spread({ topologyKey: ZONE, ...(minDomains === undefined ? {} : { minDomains }) });
    const view = cluster([node('a', {}, { [ZONE]: 'x' }), node('b', {}, { [ZONE]: 'y' })]);
    view.cache.addPod(podInfo(pod('one')), 'a');
    view.cache.addPod(podInfo(pod('two')), 'b');
    expect(feasible(view, zones())).toEqual(['a', 'b']);
    expect(feasible(view, zones(3))).toEqual([]);
  });

  it('SCH21: domains of tainted nodes count unless the constraint says Honor', () => {
    const taints = [{ key: 'dedicated', value: 'infra', effect: 'NoSchedule' }];
    const view = cluster([node('a'), node('b', { taints })]);
    view.cache.addPod(podInfo(pod('one')), 'a');
    expect(feasible(view, spread({ topologyKey: HOSTNAME }))).toEqual([]);
    expect(feasible(view, spread({ topologyKey: HOSTNAME, nodeTaintsPolicy: 'Honor' }))).toEqual(['a']);
  });

  it('SCH21: nodes without the label are scored nothing and do not weigh on the others', () => {
    const view = cluster([node('a', {}, { rack: '1' }), node('b', {}, { rack: '2' }), node('c')]);
    for (let at = 0; at < 15; at += 1) view.cache.addPod(podInfo(pod(`p${at}`)), at < 10 ? 'a' : 'b');
    const both = [
      { maxSkew: 1, topologyKey: HOSTNAME, whenUnsatisfiable: 'ScheduleAnyway', labelSelector: NGINX.labelSelector },
      { maxSkew: 1, topologyKey: 'rack', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: NGINX.labelSelector },
    ];
    // Each constraint counts Pods times ln(2 + 2): two nodes, two racks.
    const scores = scoresOf('PodTopologySpread', view, { topologySpreadConstraints: both });
    expect(scores?.raw).toEqual([28, 14, 0]);
    expect(scores?.normalised).toEqual([50, 100, 0]);
  });
});

describe('affinity of Pods', () => {
  const required = (kind: 'podAffinity' | 'podAntiAffinity') => ({
    affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [NGINX] } },
  });
  const leaving = { deletionTimestamp: '2026-11-21T02:22:48Z' };

  it('SCH5: a Pod that ends still keeps others off, and still draws them, until it is gone', () => {
    const view = cluster([node('a'), node('b')]);
    view.cache.addPod(podInfo(pod('one', {}, undefined, leaving)), 'a');
    expect(feasible(view, required('podAntiAffinity'))).toEqual(['b']);
    expect(feasible(view, required('podAffinity'))).toEqual(['a']);
  });

  it('SCH22: preferences count both ways: those of the new Pod and those of Pods that are there', () => {
    const preferred = (kind: 'podAffinity' | 'podAntiAffinity') => ({
      affinity: {
        [kind]: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, podAffinityTerm: NGINX }] },
      },
    });
    const near = cluster([node('a'), node('b')]);
    near.cache.addPod(podInfo(pod('one', preferred('podAntiAffinity'))), 'a');
    expect(scoresOf('InterPodAffinity', near, {})?.raw).toEqual([-10, 0]);
    expect(scoresOf('InterPodAffinity', near, preferred('podAffinity'))?.raw).toEqual([0, 0]);
    expect(scoresOf('InterPodAffinity', near, preferred('podAntiAffinity'))?.normalised).toEqual([0, 100]);
  });
});
