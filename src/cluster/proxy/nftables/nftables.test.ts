import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { doing, testEngine } from '../../network/testing.ts';
import type { Netfilter, NftEdit } from '../../ports/netfilter.ts';
import { RECORDED_SETTINGS, serviceOf, stateOf } from '../testing.ts';
import { NftablesBackend } from './backend.ts';
import { portRules } from './port-rules.ts';
import { tableLines } from './table.ts';

const file = new URL('../../../../testdata/kube-proxy/recordings.json.gz', import.meta.url);
const recordings = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Record<
  string,
  { readonly yaml?: string; readonly nft?: string }
>;
const shapes = Object.entries(recordings).filter(([, { yaml, nft }]) => yaml !== undefined && nft !== undefined);

/**
 * Elements of sets and maps one a line and sorted, as the kernel keeps them by hash; blocks sorted, as chains come in the order of a Go map and of
 * their first use; without empty chains, which are those of Services that are gone.
 */
function normal(text: string): readonly string[] {
  const joined = text.replace(/,\n\t\t\t {5}/g, ', ').replace(/elements = \{ (.*) \}/g, (_, list: string) => {
    return `elements = { ${list.split(', ').sort().join(', ')} }`;
  });
  const blocks = joined
    .split('\n\n')
    .map((block) => block.replace(/^table ip kube-proxy \{\n\tcomment "[^"]*"\n/, '').replace(/\n\}\n?$/, ''));
  return blocks.filter((block) => !/^\tchain \S+ \{\n\t\}$/.test(block)).sort();
}

describe('recorded shapes of Services', () => {
  it.each(shapes)('NF1: %s gives the table of the real kube-proxy', (_, { yaml = '', nft = '' }) => {
    const state = stateOf(yaml);
    state.take();
    const ports = state.keys.map((key) => portRules(state.port(key), state.endpointsOf(key), RECORDED_SETTINGS));
    const lines = tableLines(ports, { ...RECORDED_SETTINGS, serviceCIDR: '10.96.0.0/12' });
    expect(normal(lines.join('\n'))).toEqual(normal(nft));
  });
});

it('NF2: a sync tells the kernel what is different, and an element that two ports want goes with the last', () => {
  const { engine, ctx } = testEngine('off');
  const edits: NftEdit[] = [];
  const netfilter = { nftables: { apply: (_: unknown, edit: NftEdit) => void edits.push(edit) } };
  const state = stateOf('');
  const backend = new NftablesBackend(engine, netfilter as Netfilter, RECORDED_SETTINGS, '10.96.0.0/12', state);
  const port = (name: string, number: number) => ({ name, protocol: 'TCP', port: number });
  const sync = (ports: readonly object[], full = false) => {
    state.serviceChanged('default/web', serviceOf('web', { clusterIP: '10.96.0.7', ports }));
    const update = state.take();
    doing(engine, () => backend.prepareSync(ctx, update, full).apply(ctx));
    return edits.at(-1) as NftEdit;
  };
  const own = ({ added, removed }: NftEdit) => [added, removed].map((list) => list.map(([set]) => set));
  const first = sync([port('a', 80), port('b', 81)], true);
  expect(first.chains.map(({ name }) => name)).toContain('nat-prerouting');
  expect(first.added.filter(([, element]) => element === '10.96.0.7')).toHaveLength(1);
  const second = sync([port('a', 80)]);
  expect(second.chains).toEqual([]);
  expect(own(second)).toEqual([[], ['no-endpoint-services']]);
  expect(own(sync([]))).toEqual([[], ['cluster-ips', 'no-endpoint-services']]);
});
