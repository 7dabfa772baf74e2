import { compareStrings } from '../../base/order.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import type { Comparison, DifferentField, DifferentObject } from '../../protocol/compare-view.ts';
import { withoutGenerated } from '../anchors/generated-names.ts';
import { isFolded, namedMembers } from '../diff.ts';
import { subjectOfKey } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_OBJECTS = 200;
const MOST_FIELDS = 40;
const LONGEST_VALUE = 200;

interface Kept {
  readonly subject: string;
  readonly value: unknown;
  readonly created: number;
}

/** What of the objects the two runs end with differently. */
export function endsOf(left: Snapshot, right: Snapshot): Pick<Comparison, 'objects' | 'more' | 'asides'> {
  const objects: DifferentObject[] = [];
  let asides = 0;
  for (const [l, r] of objectPairs(objectsIn(left), objectsIn(right))) {
    const fields: DifferentField[] = [];
    if (l !== undefined && r !== undefined) asides += collect(l.value as object, r.value as object, '', fields);
    if (fields.length > 0 || l === undefined || r === undefined) objects.push(differenceOf(l, r, fields));
  }
  return { objects: objects.slice(0, MOST_OBJECTS), more: Math.max(0, objects.length - MOST_OBJECTS), asides };
}

function differenceOf(l: Kept | undefined, r: Kept | undefined, fields: readonly DifferentField[]): DifferentObject {
  const { subject, value } = (l ?? r) as Kept;
  const names = subject.split('/');
  const { kind } = value as { readonly kind?: string };
  return {
    kind: kind ?? (names[0] as string),
    namespace: names.length > 2 ? (names[1] as string) : '',
    name: names.at(-1) as string,
    subject,
    ...(l === undefined ? { only: 'right' } : r === undefined ? { only: 'left' } : {}),
    ...(l === undefined || r === undefined || l.subject === r.subject ? {} : { otherSubject: r.subject }),
    fields: fields.slice(0, MOST_FIELDS),
    more: Math.max(0, fields.length - MOST_FIELDS),
  };
}

/** Events are not asked for: they say once more what the story tells. */
function objectsIn({ engine }: Snapshot): ReadonlyMap<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const row of engine.table(KEYS_TABLE).values()) {
    const subject = subjectOfKey(row.key);
    if (subject === undefined || /^events[./]/.test(subject)) continue;
    kept.set(subject, { subject, value: bareValue(row.value), created: row.createRevision });
  }
  return kept;
}

type Pair = readonly [left: Kept | undefined, right: Kept | undefined];

/** Those of one name; of the others those that are named alike, in the order in which they came to be. */
function objectPairs(left: ReadonlyMap<string, Kept>, right: ReadonlyMap<string, Kept>): readonly Pair[] {
  const pairs: Pair[] = [];
  const alike = new Map<string, { readonly left: Kept[]; readonly right: Kept[] }>();
  const remember = (kept: Kept, side: 'left' | 'right') => {
    const name = withoutGenerated(kept.subject);
    const group = alike.get(name) ?? { left: [], right: [] };
    alike.set(name, group);
    group[side].push(kept);
  };
  for (const kept of left.values()) {
    const other = right.get(kept.subject);
    if (other === undefined) remember(kept, 'left');
    else pairs.push([kept, other]);
  }
  for (const kept of right.values()) if (!left.has(kept.subject)) remember(kept, 'right');
  for (const group of alike.values()) {
    const [l, r] = [group.left.sort(byCreation), group.right.sort(byCreation)];
    for (let at = 0; at < Math.max(l.length, r.length); at += 1) pairs.push([l[at], r[at]]);
  }
  const named = pairs.map((pair) => ({ pair, name: nameOf(pair) }));
  return named.sort((a, b) => compareStrings(a.name, b.name)).map(({ pair }) => pair);
}

function byCreation(a: Kept, b: Kept): number {
  return a.created - b.created || compareStrings(a.subject, b.subject);
}

/** The same whichever side is asked about first. */
function nameOf([left, right]: Pair): string {
  const names = [left, right].flatMap((kept) => (kept === undefined ? [] : [kept.subject]));
  return `${withoutGenerated(names[0] as string)} ${names.sort(compareStrings).join(' ')}`;
}

/** Gathers the fields that differ; answers how many differ only in what nobody chose. */
function collect(left: object, right: object, path: string, fields: DifferentField[]): number {
  let asides = 0;
  const [ofLeft, ofRight] = membersOf(left, right);
  for (const key of [...new Set([...ofLeft.keys(), ...ofRight.keys()])].sort(compareKeys)) {
    const [l, r] = [ofLeft.get(key), ofRight.get(key)];
    const at = path === '' ? key : `${path}.${key}`;
    if (l === r || isFolded(at)) continue;
    if (isBranch(l) && isBranch(r) && Array.isArray(l) === Array.isArray(r)) {
      asides += collect(l, r, at, fields);
      continue;
    }
    if (isSameButMadeUp(l, r)) asides += 1;
    else fields.push({ path: at, ...shownOn('left', l), ...shownOn('right', r) });
  }
  return asides;
}

type Members = ReadonlyMap<string, unknown>;

/** Members of lists go by their names where all of them have one, else by their places. */
function membersOf(left: object, right: object): readonly [Members, Members] {
  const named = [left, right].map(namedMembers);
  const [l, r] = named.map(
    (members) => members && new Map([...members].map(([label, [, each]]) => [nameIn(label), each])),
  );
  return l === undefined || r === undefined ? [new Map(Object.entries(left)), new Map(Object.entries(right))] : [l, r];
}

/** `- name: web` is `web`. */
function nameIn(label: string): string {
  return label.slice(label.indexOf(': ') + 2);
}

function compareKeys(a: string, b: string): number {
  const areNumbers = /^\d+$/.test(a) && /^\d+$/.test(b);
  return areNumbers ? Number(a) - Number(b) : compareStrings(a, b);
}

function shownOn(side: 'left' | 'right', value: unknown): Partial<Record<'left' | 'right', string>> {
  if (value === undefined) return {};
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { [side]: text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text };
}

const MADE_UP = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^(?:containerd:\/\/)?[0-9a-f]{64}$/,
];

/** Times, ids, and names that Kubernetes made. */
function isSameButMadeUp(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return (
    MADE_UP.some((form) => form.test(left) && form.test(right)) || withoutGenerated(left) === withoutGenerated(right)
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
