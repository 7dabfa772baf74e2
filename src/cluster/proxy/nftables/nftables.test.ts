import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RECORDED_SETTINGS, stateOf } from '../testing.ts';
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
