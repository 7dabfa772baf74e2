import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/types/core.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { PodState } from '../pods/pod-state.ts';
import { NOBODY } from '../testing/nobody.ts';
import type { Lack } from './admission.ts';
import { noVictims, victimsFor } from './preemption.ts';

const stateOf = (name: string, qosClass: string, requests: object = {}, priority = 0): PodState => {
  const spec = { priority, containers: [{ name: 'c', resources: { requests } }] };
  const pod = { metadata: { name, namespace: 'd', uid: name }, spec, status: { qosClass } } as unknown as Pod;
  const state = new PodState(pod, 0, NOBODY);
  state.allocation.committed = pod;
  return state;
};
const CRITICAL = stateOf('critical', 'Burstable', {}, 2_000_000_000).pod;
const short = (name: string, amount: number): Lack => ({ name, requested: amount, used: 0, capacity: 0 });
const MI = 1024 * 1024;

describe('who must go', () => {
  const burst = { cpu: '100m', memory: '100Mi' };
  const high = { cpu: '300m', memory: '300Mi' };
  const all = [
    stateOf('critical-too', 'Burstable', high, 2_000_000_000),
    stateOf('best', 'BestEffort'),
    stateOf('burst', 'Burstable', burst),
    stateOf('big-burst', 'Burstable', high),
    stateOf('sure', 'Guaranteed', burst),
    stateOf('big-sure', 'Guaranteed', high),
  ];
  const victims = (...lacks: readonly Lack[]) => victimsFor(CRITICAL, lacks, all)?.map(({ pod }) => pod.metadata.name);

  it('KL100: no more than needed, and of the less important ones first', () => {
    expect(victims(short('memory', 50 * MI))).toEqual(['burst']);
    expect(victims(short('memory', 200 * MI))).toEqual(['big-burst']);
    expect(victims(short('memory', 350 * MI))).toEqual(['big-burst', 'burst']);
    expect(victims(short('memory', 550 * MI))).toEqual(['big-sure', 'big-burst']);
    expect(victims(short('pods', 1))).toEqual(['best']);
    expect(victims(short('cpu', 100), short('memory', 250 * MI))).toEqual(['big-burst']);
  });

  it('KL100: critical pods stay, and lower priorities go before classes count', () => {
    const lacks = [short('memory', 900 * MI)];
    expect(victims(...lacks)).toBeUndefined();
    expect(noVictims(lacks)).toBe(
      'Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [(res: memory, q: 943718400), ]',
    );
    const dear = stateOf('dear', 'BestEffort', { cpu: '1' }, 10);
    const cheap = stateOf('cheap', 'Guaranteed', { cpu: '1' }, 5);
    expect(victimsFor(CRITICAL, [short('cpu', 1000)], [dear, cheap])).toEqual([cheap]);
  });
});

describe('a critical pod that names its node', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const pod = (name: string, cpu: string, spec: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${spec}, containers: [{name: c, image: "busybox:1.36", command: [sh, -c, "trap 'exit 3' TERM; while true; do sleep 1; done"], resources: {requests: {cpu: ${cpu}}}}]}\n---\n`;
  cluster.apply(pod('small', '400m', 'priority: 0') + pod('large', '1200m', 'priority: 0'));
  cluster.wait(5);
  cluster.apply(pod('needed', '1000m', 'nodeName: node-1, priorityClassName: system-node-critical'));
  cluster.wait(8);

  it('KL100: who is least important and asks for enough goes, and the critical pod begins when it has stopped', () => {
    const status = '{.status.phase} {.status.reason}: {.status.message}';
    expect(cluster.path('pod large', status)).toBe('Failed Preempting: Preempted in order to admit critical pod');
    expect(cluster.path('pod large', '{.status.conditions[0].type}: {.status.conditions[0].message}')).toBe(
      'DisruptionTarget: Pod was preempted by Kubelet to accommodate a critical pod.',
    );
    expect(cluster.events('large')).toContain('Warning Preempting Preempted in order to admit critical pod');
    expect(cluster.path('pod small needed', '{.items[*].status.phase}')).toBe('Running Running');
    const ended = cluster.path('pod large', '{.status.containerStatuses[0].state.terminated.finishedAt}');
    const begun = cluster.path('pod needed', '{.status.containerStatuses[0].state.running.startedAt}');
    expect(ended <= begun).toBe(true);
  });

  it('KL100: nobody goes for a pod that would not fit all the same', () => {
    cluster.apply(
      pod('lost', '800m', 'nodeName: node-1, nodeSelector: {disk: fast}, priorityClassName: system-node-critical') +
        pod('huge', '90', 'nodeName: node-1, priorityClassName: system-node-critical'),
    );
    cluster.wait(5);
    expect(cluster.path('pod lost', '{.status.reason}')).toBe('NodeAffinity');
    expect(cluster.path('pod huge', '{.status.reason}')).toBe('UnexpectedAdmissionError');
    expect(cluster.path('pod small', '{.status.phase}')).toBe('Running');
  });

  it('KL59: neither is one that is labelled for another system, or wants its groups strictly', () => {
    const bare = (name: string, labels: string, spec: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, labels: {${labels}}}\nspec: {nodeName: node-1, ${spec} containers: [{name: c, image: "nginx:1.27"}]}\n---\n`;
    const strict = 'securityContext: {supplementalGroupsPolicy: Strict},';
    cluster.apply(bare('other', 'kubernetes.io/os: windows', '') + bare('strict', 'a: b', strict));
    cluster.wait(5);
    expect(cluster.path('pod other strict', '{range .items[*]}{.status.reason}: {.status.message}|{end}')).toBe(
      "PodOSSelectorNodeLabelDoesNotMatch: Pod was rejected: Failed to admit pod as the `kubernetes.io/os` label doesn't match node label|SupplementalGroupsPolicyNotSupported: Pod was rejected: SupplementalGroupsPolicy=Strict is not supported in this node|",
    );
  });
});
