import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/types/core.ts';
import { enoughNodes, evaluate } from '../cycle/evaluate.ts';
import { fitErrorMessage } from '../cycle/fit-error.ts';
import { preempt } from '../cycle/preemption.ts';
import { labelTest } from '../objects/match.ts';
import { naturalLog } from '../objects/natural-log.ts';
import { podInfo } from '../objects/pod-info.ts';
import { cluster, node, pod, random } from '../testing.ts';

const TAINT = { taints: [{ key: 'dedicated', value: 'infra', effect: 'NoSchedule' }] };

describe('scheduling decision', () => {
  it('SCH1: the documented decision comes out: 516 to 592, node-3 tainted', () => {
    const view = cluster([node('node-1'), node('node-2'), node('node-3', TAINT)]);
    view.cache.addPod(podInfo(pod('first')), 'node-1');
    const result = evaluate(podInfo(pod('second')), view, 0, random());
    expect(result.feasible.map((item) => item.name)).toEqual(['node-1', 'node-2']);
    expect(result.totals).toEqual([516, 592]);
    expect(result.chosen?.name).toBe('node-2');
    const rows = new Map(result.scores.map((score) => [score.plugin.name, score.skipped ?? score.normalised]));
    expect(rows.get('TaintToleration')).toEqual([100, 100]);
    expect(rows.get('NodeResourcesFit')).toEqual([84, 92]);
    expect(rows.get('PodTopologySpread')).toEqual([66, 100]);
    expect(rows.get('NodeResourcesBalancedAllocation')).toBe('BestEffort Pod');
    expect(rows.get('ImageLocality')).toEqual([0, 0]);
  });

  it('SCH2: reasons are counted and sorted as strings; a request beyond any node is not resolvable', () => {
    const view = cluster([node('a', TAINT), node('b'), node('c')]);
    const big = podInfo(pod('big', {}, { cpu: '500' }));
    const result = evaluate(big, view, 0, random());
    const { message } = preempt(big, result, view, () => []);
    expect(fitErrorMessage(result, message)).toBe(
      '0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    );
  });

  it('SCH3: a full node offers no victims of equal priority, but of lower', () => {
    const view = cluster([node('a')]);
    view.cache.addPod(podInfo(pod('low', {}, { cpu: '800m' })), 'a');
    const equal = podInfo(pod('equal', {}, { cpu: '500m' }));
    const refused = evaluate(equal, view, 0, random());
    expect(preempt(equal, refused, view, () => []).message).toContain(
      '1 No preemption victims found for incoming pod.',
    );
    const high = podInfo(pod('high', { priority: 1000 }, { cpu: '500m' }));
    const outcome = preempt(high, evaluate(high, view, 0, random()), view, () => []);
    expect(outcome.candidate?.victims.map((victim) => victim.key)).toEqual(['default/low']);
    expect(view.cache.node('a')?.requestedCPU).toBe(800);
  });

  it('SCH3: what is assumed is still assumed when it was thought away, whether or not that would have helped', () => {
    const view = cluster([node('a')]);
    const low = podInfo(pod('low', {}, { cpu: '800m' }));
    view.cache.assume(low, 'a');
    const victims = (cpu: string) => {
      const high = podInfo(pod('high', { priority: 1000 }, { cpu }));
      return preempt(high, evaluate(high, view, 0, random()), view, () => []).candidate?.victims;
    };
    for (const cpu of ['500m', '999m', '5']) {
      expect(victims(cpu)?.length).toBe(cpu === '5' ? undefined : 1);
      expect(view.cache.isAssumed(low.uid)).toBe(true);
      expect(view.cache.node('a')?.assumed).toBe(1);
    }
    view.cache.addPod(podInfo(pod('equal', { priority: 1000 }, { cpu: '100m' })), 'a');
    expect(victims('950m')).toBeUndefined();
    expect(view.cache.node('a')?.assumed).toBe(1);
  });

  it('SCH3: who is promised a node waits for its victims there, not for others that go, nor where it is of no use any more', () => {
    const view = cluster([node('a'), node('b')]);
    const leaving = { deletionTimestamp: '2026-11-21T02:22:48Z' };
    const low = pod('low', {}, { cpu: '800m' }, leaving);
    view.cache.addPod(podInfo(low), 'a');
    view.cache.addPod(podInfo(pod('other', {}, { cpu: '800m' })), 'b');
    const promised = { ...pod('high', { priority: 1000 }, { cpu: '500m' }), status: { nominatedNodeName: 'a' } } as Pod;
    const outcome = (wanting: Pod = promised) =>
      preempt(podInfo(wanting), evaluate(podInfo(wanting), view, 0, random()), view, () => []);
    expect(outcome().candidate).toBeDefined();
    const told = [{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' }];
    view.cache.addPod(podInfo({ ...low, status: { conditions: told } } as Pod), 'a');
    expect(outcome().message).toContain('not eligible due to a terminating pod on the nominated node.');
    view.cache.setNode(node('a', TAINT));
    expect(outcome().candidate?.node.name).toBe('b');
  });

  it('SCH3: of the nodes the promised one counts, wherever it stands', () => {
    const view = cluster([node('a', TAINT), node('b'), node('c')]);
    const told = { conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' }] };
    const leaving = pod('low', {}, { cpu: '800m' }, { deletionTimestamp: '2026-11-21T02:22:48Z' });
    view.cache.addPod(podInfo({ ...leaving, status: told } as Pod), 'b');
    view.cache.addPod(podInfo(pod('other', {}, { cpu: '800m' })), 'c');
    const promised = { ...pod('high', { priority: 1000 }, { cpu: '500m' }), status: { nominatedNodeName: 'b' } } as Pod;
    const outcome = preempt(podInfo(promised), evaluate(podInfo(promised), view, 0, random()), view, () => []);
    expect(outcome.message).toContain('not eligible due to a terminating pod on the nominated node.');
  });

  it('SCH3: what is in the way even of an empty node is said; nothing is taken away then', () => {
    const view = cluster([node('a'), node('b')]);
    view.cache.addPod(podInfo(pod('low', {}, { cpu: '100m' })), 'a');
    view.cache.addPod(podInfo(pod('equal', { priority: 1000 }, { cpu: '900m' })), 'a');
    view.cache.addPod(podInfo(pod('other', { priority: 1000 }, { cpu: '900m' })), 'b');
    const high = podInfo(pod('high', { priority: 1000 }, { cpu: '500m' }));
    const outcome = preempt(high, evaluate(high, view, 0, random()), view, () => []);
    expect(outcome).toMatchObject({ candidate: undefined, hopeless: true });
    expect(outcome.message).toContain(
      '0/2 nodes are available: 1 Insufficient cpu, 1 No preemption victims found for incoming pod.',
    );
    expect(view.cache.node('a')?.requestedCPU).toBe(1000);
  });

  it('SCH3: each victim uses up what its budget allows', () => {
    const view = cluster([node('a'), node('b')]);
    for (const name of ['one', 'two']) view.cache.addPod(podInfo(pod(name, {}, { cpu: '500m' })), 'a');
    const lone = pod('lone', { priority: 5 }, { cpu: '1000m' });
    view.cache.addPod(podInfo({ ...lone, metadata: { ...lone.metadata, labels: { app: 'db' } } } as Pod), 'b');
    const budget = { spec: { selector: { matchLabels: { app: 'nginx' } } }, status: { disruptionsAllowed: 1 } };
    const high = podInfo(pod('high', { priority: 1000 }, { cpu: '1000m' }));
    const chosen = (budgets: readonly object[]) =>
      preempt(high, evaluate(high, view, 0, random()), view, () => budgets as never).candidate?.node.name;
    expect(chosen([])).toBe('a');
    expect(chosen([budget])).toBe('b');
    expect(chosen([{ ...budget, status: { disruptionsAllowed: 1, disruptedPods: { one: '' } } }])).toBe('a');
    expect(chosen([{ ...budget, spec: { selector: {} } }])).toBe('a');
  });

  it('SCH4: sums follow pods that come, are assumed, bound and go', () => {
    const view = cluster([node('a'), node('b')]);
    const info = podInfo(pod('p', {}, { cpu: '250m', memory: '64Mi' }));
    view.cache.assume(info, 'a');
    expect(view.cache.isAssumed(info.uid)).toBe(true);
    view.cache.addPod(info, 'a');
    expect(view.cache.node('a')).toMatchObject({ requestedCPU: 250, requestedMemory: 64 * 1048576 });
    view.cache.removePod(info.uid);
    expect(view.cache.node('a')).toMatchObject({ requestedCPU: 0, requestedMemory: 0 });
    expect(view.cache.labels.matching('default', labelTest({}))).toHaveLength(0);
  });

  it('SCH5: required terms filter: node affinity, anti-affinity, spread, host ports', () => {
    const view = cluster([node('a', {}, { disk: 'ssd' }), node('b'), node('c')]);
    const chosen = (spec: object) =>
      evaluate(podInfo(pod('p', spec)), view, 0, random()).feasible.map((item) => item.name);
    expect(chosen({ nodeSelector: { disk: 'ssd' } })).toEqual(['a']);
    const term = { labelSelector: { matchLabels: { app: 'nginx' } }, topologyKey: 'kubernetes.io/hostname' };
    const anti = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    view.cache.addPod(podInfo(pod('one', anti)), 'b');
    expect(chosen(anti)).toEqual(['a', 'c']);
    expect(chosen({})).toEqual(['a', 'c']);
    const together = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    expect(evaluate(podInfo(pod('p', together)), view, 0, random()).feasible).toHaveLength(0);
    const spread = {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: 'nginx' } },
        },
      ],
    };
    expect(chosen(spread)).toEqual(['a', 'c']);
  });

  it('SCH5: a node that lacks the label of one spread constraint counts for none of them', () => {
    const zone = 'topology.kubernetes.io/zone';
    const view = cluster([node('a', {}, { [zone]: 'x' }), node('b', {}, { [zone]: 'y' }), node('bare')]);
    for (const [name, at] of [
      ['one', 'a'],
      ['two', 'b'],
      ['three', 'b'],
    ] as const)
      view.cache.addPod(podInfo(pod(name)), at);
    const rule = (topologyKey: string) => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'nginx' } },
    });
    const chosen = (...keys: readonly string[]) =>
      evaluate(podInfo(pod('p', { topologySpreadConstraints: keys.map(rule) })), view, 0, random()).feasible.map(
        ({ name }) => name,
      );
    expect(chosen('kubernetes.io/hostname')).toEqual(['bare']);
    expect(chosen(zone, 'kubernetes.io/hostname')).toEqual(['a']);
  });

  it('SCH5: who is told to go still keeps others away; namespaces are chosen by name, by label, or all', () => {
    const view = cluster([node('a'), node('b')]);
    const going = pod('going');
    view.cache.addPod(podInfo({ ...going, metadata: { ...going.metadata, deletionTimestamp: 'soon' } } as Pod), 'b');
    const chosen = (term: object) => {
      const rule = { labelSelector: {}, topologyKey: 'kubernetes.io/hostname', ...term };
      const spec = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [rule] } } };
      const other = pod('p', spec);
      const info = podInfo({ ...other, metadata: { ...other.metadata, namespace: 'team' } } as Pod, (name) =>
        name === 'default' ? { tier: 'front' } : {},
      );
      return evaluate(info, view, 0, random()).feasible.map(({ name }) => name);
    };
    expect(chosen({})).toEqual(['a', 'b']);
    expect(chosen({ namespaces: ['default'] })).toEqual(['a']);
    expect(chosen({ namespaceSelector: {} })).toEqual(['a']);
    expect(chosen({ namespaceSelector: { matchLabels: { tier: 'front' } } })).toEqual(['a']);
    expect(chosen({ namespaceSelector: { matchLabels: { tier: 'back' } } })).toEqual(['a', 'b']);
  });

  it('SCH6: a large cluster is sampled', () => {
    expect([50, 100, 1000, 5000].map(enoughNodes)).toEqual([50, 100, 420, 500]);
  });

  it('SCH7: the logarithm agrees with the built-in one', () => {
    for (const n of [2, 3, 4, 5, 7, 10, 12, 102, 5002]) expect(naturalLog(n)).toBeCloseTo(Math.log(n), 14);
  });
});
