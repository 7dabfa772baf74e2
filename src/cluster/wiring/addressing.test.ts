import { expect, it } from 'vitest';
import { parseCidr } from '../../base/address.ts';
import { CidrSet } from '../controllers/nodeipam/cidr-set.ts';
import { plainNode } from '../program.ts';
import { IPV4_ALONE, podRanges } from './addressing.ts';

/** As many as a run may have. */
const MOST_NODES = 10_000;

it('every node of the largest cluster has a range of its own, out of the one that new nodes get theirs from', () => {
  const nodes = Array.from({ length: MOST_NODES }, (_, at) => plainNode(at, undefined));
  for (const { podCIDR, internalIP } of nodes) {
    expect(parseCidr(podCIDR), podCIDR).toBeDefined();
    expect(parseCidr(`${internalIP}/32`), internalIP).toBeDefined();
  }
  const taken = new Set(nodes.map(({ podCIDR }) => podCIDR));
  expect(taken.size).toBe(MOST_NODES);
  const [range] = podRanges(IPV4_ALONE, nodes);
  const set = new CidrSet(range?.cidr ?? '', range?.nodePrefix ?? 0);
  for (const cidr of taken) set.occupy(cidr);
  set.goOnAfterTheLast();
  const next = set.allocate();
  expect(next).toMatch(/\/24$/);
  expect(taken).not.toContain(next);
});
