import { isMirror } from '../api/pods/mirror.ts';
import type { KObject, OwnerReference } from '../api/types/meta.ts';
import type { Remark } from './complaint.ts';

const MOST_NAMED = 3;

/** Without references to owners that nobody brought: a collector would delete what names them, at once. */
export function withoutAbsentOwners(all: readonly KObject[], remarks: Remark[]): readonly KObject[] {
  const there = new Set(all.map(({ metadata }) => metadata.uid));
  const absent = new Set<string>();
  let count = 0;
  const left = all.map((object) => {
    const { ownerReferences = [], ...metadata } = object.metadata;
    // What stands for a Pod of a file belongs to its node, which is made where nobody brought it.
    const kept = ownerReferences.filter(({ uid }) => there.has(uid) || isMirror(object));
    if (kept.length === ownerReferences.length) return object;
    count += 1;
    for (const owner of ownerReferences) if (!kept.includes(owner)) absent.add(nameOf(owner));
    return { ...object, metadata: kept.length === 0 ? metadata : { ...metadata, ownerReferences: kept } };
  });
  if (count > 0) remarks.push({ key: 'orphans', args: { count, owners: namesOf([...absent]) } });
  return left;
}

const nameOf = ({ kind, name }: OwnerReference): string => `${kind} ${name}`;

/** `a, b, c and 4 more` is for each language to say: the first few, then how many more there are. */
export function namesOf(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${first} (+${names.length - MOST_NAMED})` : first;
}
