import { matchesMap } from '../../api/selectors/selectors.ts';
import type { Service } from '../../api/types/core.ts';
import type { ObjectMeta } from '../../api/types/meta.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import type { QueryResult } from '../../protocol/queries.ts';
import { keyOfSubject } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';
import { NODES, PODS } from './crowd.ts';
import { crowdAt } from './crowd-at.ts';

type Rows = ReadonlyMap<string, KeyRow>;
/** Whether what is stored under a key is meant. */
type Test = (key: string, meta: ObjectMeta | undefined) => boolean;

const SERVICES = '/registry/services/specs/';
const NAMESPACES = '/registry/namespaces/';

/**
 * The Pods and nodes that a name is part of, or that have a label: `label=value`; or those that an object is, owns, selects or holds.
 * A node counts, too, where a Pod of it does.
 */
export function crowdFind(
  snapshot: Snapshot,
  query: { readonly text: string } | { readonly subject: string },
): Extract<QueryResult, { type: 'crowdFind' }> {
  const crowd = crowdAt(snapshot);
  const pods: number[] = [];
  const nodes = new Set<number>();
  const rows = snapshot.table(KEYS_TABLE);
  const fits = 'text' in query ? testOfText(query.text) : testOfSubject(query.subject, rows);
  for (const [key, { value }] of rows) {
    if (key.startsWith(PODS) && fits(key, metaOf(value))) {
      const number = crowd.podNumber(key);
      if (number === undefined) continue;
      pods.push(number);
      const node = crowd.nodeOfPod(number);
      if (node >= 0) nodes.add(node);
    } else if (key.startsWith(NODES) && fits(key, metaOf(value))) {
      const number = crowd.nodeNumber(key.slice(NODES.length));
      if (number !== undefined) nodes.add(number);
    }
  }
  return { type: 'crowdFind', pods: Uint32Array.from(pods), nodes: Uint32Array.from(nodes) };
}

function metaOf(value: unknown): ObjectMeta | undefined {
  return (value as { readonly metadata?: ObjectMeta } | null | undefined)?.metadata;
}

function testOfText(text: string): Test {
  const [, label, value] = /^([^=\s]+)={1,2}([^=\s]*)$/.exec(text.trim()) ?? [];
  if (label !== undefined) return (_, meta) => meta?.labels?.[label] === value;
  const wanted = text.trim().toLowerCase();
  return (key) => key.slice((key.startsWith(PODS) ? PODS : NODES).length).includes(wanted);
}

function testOfSubject(subject: string, rows: Rows): Test {
  const wanted = keyOfSubject(subject);
  if (wanted === undefined) return () => false;
  if (wanted.startsWith(PODS) || wanted.startsWith(NODES)) return (key) => key === wanted;
  if (wanted.startsWith(NAMESPACES)) {
    const within = `${PODS}${wanted.slice(NAMESPACES.length)}/`;
    return (key) => key.startsWith(within);
  }
  const object = rows.get(wanted)?.value;
  if (wanted.startsWith(SERVICES)) {
    const selector = (object as Service | undefined)?.spec?.selector;
    const within = `${PODS}${metaOf(object)?.namespace}/`;
    return (key, meta) => key.startsWith(within) && matchesMap(selector, meta?.labels);
  }
  const uid = metaOf(object)?.uid;
  return uid === undefined ? () => false : ownedBy(uid, rows);
}

/** What an object owns, also through others: a Deployment has its Pods through ReplicaSets. */
function ownedBy(uid: string, rows: Rows): Test {
  const owners = new Map<string, readonly string[]>();
  for (const [key, { value }] of rows) {
    const meta = key.startsWith(PODS) ? undefined : metaOf(value);
    if (meta?.uid !== undefined && meta.ownerReferences !== undefined) owners.set(meta.uid, uidsOf(meta));
  }
  const known = new Map([[uid, true]]);
  const isOwned = (one: string): boolean => {
    const told = known.get(one);
    if (told !== undefined) return told;
    // Whoever owns itself, in a circle, is not owned by that.
    known.set(one, false);
    const is = (owners.get(one) ?? []).some(isOwned);
    known.set(one, is);
    return is;
  };
  return (_, meta) => meta !== undefined && uidsOf(meta).some(isOwned);
}

function uidsOf({ ownerReferences = [] }: ObjectMeta): readonly string[] {
  return ownerReferences.map((reference) => reference.uid);
}
