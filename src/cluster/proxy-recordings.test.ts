import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Engine } from '../engine/index.ts';
import { clusterKinds } from '../steps/index.ts';
import { kubectl } from '../steps/kubectl.ts';
import { Network } from './network/index.ts';
import { NO_FAULTS } from './ports/environment.ts';
import { zeroLatencies } from './ports/latency.ts';
import type { IptablesTable } from './ports/netfilter.ts';
import { IptablesBackend } from './proxy/iptables/backend.ts';
import { RECORDED_SETTINGS, stateOf } from './proxy/testing.ts';

type Recording = { readonly [table: string]: string };

const file = new URL('../../testdata/kube-proxy/recordings.json.gz', import.meta.url);
const recordings = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Record<string, Recording>;
const shapes = Object.entries(recordings).filter(([, { yaml }]) => yaml !== undefined);

/** Chains in which upstream writes Services in the order of a Go map. */
const UNORDERED = /^-A KUBE-(?:SERVICES|NODEPORTS|EXTERNAL-SERVICES) /;

/** A dump without dates and the recording machine's own chain; where the order of Services is chance, lines are sorted. */
function normal(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line) => line !== '' && !line.startsWith('#') && !line.includes('KUBE-KUBELET-CANARY'));
  const result: string[] = [];
  for (let at = 0; at < kept.length; ) {
    const chain = UNORDERED.exec(kept[at] ?? '')?.[0];
    let end = at + 1;
    while (chain !== undefined && kept[end]?.startsWith(chain) === true) end += 1;
    result.push(...kept.slice(at, end).sort());
    at = end;
  }
  return result;
}

describe('what kube-proxy leaves in the tables of a node', () => {
  it.each(shapes)('IP1: %s: iptables-save prints what it printed on a real node, line by line', (_, recording) => {
    const options = { seed: 1, startTime: 0, recording: 'full', maxSteps: 100_000, freeze: true } as const;
    const engine = new Engine({ ...options, kinds: clusterKinds });
    const faults = NO_FAULTS;
    const network = new Network({ engine, latencies: zeroLatencies, faults }, () => undefined);
    const netfilter = network.addNode({ name: 'node-1', address: '10.123.0.11', podCIDR: '10.244.1.0/24' });
    const state = stateOf(recording.yaml ?? '');
    const backend = new IptablesBackend(netfilter, RECORDED_SETTINGS, state);
    let error: string | undefined;
    engine.perform(() => {
      const ctx = engine.beginStory('kubectl', kubectl.command, 'test', { line: '' });
      backend.prepare(ctx);
      error = backend.prepareSync(ctx, state.take(), true).apply(ctx);
    });
    expect(error).toBeUndefined();
    for (const table of ['nat', 'filter'] satisfies IptablesTable[]) {
      const dump = (recording[table] ?? '').split('\n');
      expect(normal(netfilter.save(table))).toEqual(normal(dump));
    }
  });
});
