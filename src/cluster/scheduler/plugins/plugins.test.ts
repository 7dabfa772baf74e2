import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../cycle/evaluate.ts';
import { fitErrorMessage } from '../cycle/fit-error.ts';
import type { ClusterView } from '../framework/framework.ts';
import { podInfo } from '../objects/pod-info.ts';
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

describe('named nodes', () => {
  const named = (...terms: readonly (readonly string[])[]) => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: terms.map((values) => ({
            matchFields: [{ key: 'metadata.name', operator: 'In', values }],
          })),
        },
      },
    },
  });

  it('SCH23: the Pod of one node has the others left out beforehand, whatever else is wrong with them', () => {
    const taints = [{ key: 'dedicated', value: 'infra', effect: 'NoSchedule' }];
    const view = cluster([node('a', { taints }), node('b', {}, {}, { cpu: '1', memory: '1Gi', pods: '0' }), node('c')]);
    const result = decide(view, named(['b']));
    expect(fitErrorMessage(result, '')).toBe(
      "0/3 nodes are available: 1 Too many pods, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].",
    );
    expect(result.looked).toBe(1);
    expect(feasible(view, named(['c'], ['a']))).toEqual(['c']);
  });

  it('SCH23: names that contradict one another refuse all nodes at once', () => {
    const twice = named(['a']);
    const [term] = twice.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
    term?.matchFields.push({ key: 'metadata.name', operator: 'In', values: ['b'] });
    expect(fitErrorMessage(decide(cluster([node('a'), node('b')]), twice), '')).toBe(
      '0/2 nodes are available: pod affinity terms conflict.',
    );
  });
});

describe('what sidecars and volumes bring', () => {
  it('SCH5: the host port of a sidecar is taken, that of a container which only prepares is not', () => {
    const container = { name: 'i', image: 'nginx:1.27', ports: [{ containerPort: 80, hostPort: 80 }] };
    const view = cluster([node('a')]);
    view.cache.addPod(podInfo(pod('one', { initContainers: [container] })), 'a');
    const wanted = { initContainers: [{ ...container, restartPolicy: 'Always' }] };
    expect(feasible(view, wanted)).toEqual(['a']);
    view.cache.addPod(podInfo(pod('two', wanted)), 'a');
    expect(feasible(view, wanted)).toEqual([]);
  });

  it('SCH5: a host port is taken for its protocol and its address; an address that is all meets each', () => {
    const spec = (port: object) => ({
      containers: [{ name: 'c', image: 'nginx:1.27', ports: [{ containerPort: 80, ...port }] }],
    });
    const view = cluster([node('a')]);
    view.cache.addPod(podInfo(pod('one', spec({ hostPort: 80, hostIP: '10.0.0.1' }))), 'a');
    const fits = (port: object) => feasible(view, spec(port)).length === 1;
    expect(fits({ hostPort: 80 })).toBe(false);
    expect(fits({ hostPort: 80, hostIP: '10.0.0.1' })).toBe(false);
    expect(fits({ hostPort: 80, hostIP: '10.0.0.2' })).toBe(true);
    expect(fits({ hostPort: 80, protocol: 'UDP' })).toBe(true);
    expect(fits({ hostPort: 81 })).toBe(true);
  });

  it('SCH24: images of init containers and of volumes count as those of containers do', () => {
    const big = { names: ['docker.io/library/big:1'], sizeBytes: 1_000_000_000 };
    const withImage = node('a');
    const view = cluster([{ ...withImage, status: { ...withImage.status, images: [big] } }, node('b')]);
    const raw = (spec: object) => scoresOf('ImageLocality', view, spec)?.raw;
    const init = { initContainers: [{ name: 'i', image: 'big:1' }] };
    expect(raw(init)).toEqual(raw({ volumes: [{ name: 'v', image: { reference: 'big:1' } }] }));
    expect(raw(init)).toEqual([22, 0]);
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

it('SCH21: Pods that are placed one by one never lie further apart than the skew, and are refused only where they would', () => {
  const zones = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      zones,
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat({ max: 5 }), { maxLength: 8 }),
      (of, maxSkew, there) => {
        const nodes = of.map((zone, at) => node(`n${at}`, {}, { [ZONE]: zone }));
        const view = cluster(nodes);
        const count = new Map<string, number>(of.map((zone) => [zone, 0]));
        const place = (name: string, at: number): void => {
          view.cache.addPod(podInfo(pod(name)), `n${at}`);
          const zone = of[at] as string;
          count.set(zone, (count.get(zone) ?? 0) + 1);
        };
        for (const [at, which] of there.entries()) place(`there-${at}`, which % of.length);
        for (let at = 0; at < 6; at += 1) {
          const lowest = Math.min(...count.values());
          const allowed = of.flatMap((zone, each) =>
            (count.get(zone) ?? 0) + 1 - lowest <= maxSkew ? [`n${each}`] : [],
          );
          const result = decide(view, spread({ topologyKey: ZONE, maxSkew }));
          expect(result.feasible.map(({ name }) => name).sort()).toEqual(allowed);
          place(`new-${at}`, Number(result.chosen?.name.slice(1)));
        }
      },
    ),
    { seed: 20_260_115, numRuns: 60 },
  );
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

  it('SCH22: a share is worked out first and then made a score, as that is rounded down', () => {
    const view = cluster([node('a'), node('b'), node('c')]);
    view.cache.addPod(podInfo(pod('some', {}, undefined, { labels: { app: 'x' } })), 'b');
    view.cache.addPod(podInfo(pod('more', {}, undefined, { labels: { app: 'y' } })), 'c');
    const near = (weight: number, app: string) => ({
      weight,
      podAffinityTerm: { labelSelector: { matchLabels: { app } }, topologyKey: HOSTNAME },
    });
    const wanted = { preferredDuringSchedulingIgnoredDuringExecution: [near(29, 'x'), near(100, 'y')] };
    expect(scoresOf('InterPodAffinity', view, { affinity: { podAffinity: wanted } })?.normalised).toEqual([0, 28, 100]);
  });
});
