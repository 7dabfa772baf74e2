import type { Node, Pod } from '../../api/types/core.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import type { QueryResult } from '../../protocol/queries.ts';
import type { Snapshot } from '../snapshot.ts';
import { NODES, PODS } from './crowd.ts';
import { crowdAt } from './crowd-at.ts';

interface Labelled {
  readonly metadata: { readonly labels?: { readonly [name: string]: string } };
}

/** The Pods and nodes that a name is part of, or that have a label: `label=value`. A node counts, too, where a Pod of it does. */
export function crowdFind(snapshot: Snapshot, text: string): Extract<QueryResult, { type: 'crowdFind' }> {
  const crowd = crowdAt(snapshot);
  const pods: number[] = [];
  const nodes = new Set<number>();
  const fits = testOf(text);
  for (const [key, { value }] of snapshot.table(KEYS_TABLE)) {
    if (key.startsWith(PODS) && fits(key.slice(PODS.length), value as Pod as Labelled)) {
      const number = crowd.podNumber(key);
      if (number === undefined) continue;
      pods.push(number);
      const node = crowd.nodeOfPod(number);
      if (node >= 0) nodes.add(node);
    } else if (key.startsWith(NODES) && fits(key.slice(NODES.length), value as Node as Labelled)) {
      const number = crowd.nodeNumber(key.slice(NODES.length));
      if (number !== undefined) nodes.add(number);
    }
  }
  return { type: 'crowdFind', pods: Uint32Array.from(pods), nodes: Uint32Array.from(nodes) };
}

function testOf(text: string): (name: string, object: Labelled) => boolean {
  const [, label, value] = /^([^=\s]+)={1,2}([^=\s]*)$/.exec(text.trim()) ?? [];
  if (label !== undefined) return (_, { metadata }) => metadata.labels?.[label] === value;
  const wanted = text.trim().toLowerCase();
  return (name) => name.includes(wanted);
}
