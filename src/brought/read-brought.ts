import { resourceOfObject } from '../api/scheme/scheme.ts';
import type { KObject } from '../api/types/meta.ts';
import { splitGroupVersion } from '../api/values/group-version.ts';
import { rfc3339 } from '../api/values/time.ts';
import { SECOND } from '../base/time/units.ts';
import { remarkAbsent } from './absent.ts';
import type { Complaint, Remark } from './complaint.ts';
import { calledOf, lookAt, type Read } from './look-at.ts';
import { isDropped, masked } from './masks.ts';
import { latestIn } from './moments.ts';
import { withoutAbsentOwners } from './owners.ts';
import { type BroughtFile, readFile } from './read-file.ts';
import { type StartState, USUAL_TIME } from './start-state.ts';

export interface Brought {
  /** Undefined where no object is one that a server has kept. */
  readonly start: StartState | undefined;
  /** Wishes that no server has seen, such as what Helm or kustomize print: to be applied. */
  readonly wishes: readonly KObject[];
  readonly remarks: readonly Remark[];
  readonly complaints: readonly Complaint[];
}

export interface Reading {
  /** The run begins with what no server has kept, too: there are no wishes. */
  readonly allBegin?: boolean;
}

/**
 * Reads what somebody brings from a cluster of their own: what `kubectl get … -o yaml` or `-o json` printed, what the API
 * answered, what a watch said, the output of Helm or kustomize; one file or many.
 *
 * Promises: it never throws; whatever is not used is complained of with file, line and field, or remarked on with a count;
 * no value of a Secret is in what it gives; the same files give the same.
 * Does not promise: that the objects fit together. What a cluster without them would do at once (collect what has no owner)
 * is kept from happening, and remarked on; everything else goes its way when the run begins.
 * Called by: the page, when files are dropped on it, and the command line.
 */
export function readBrought(files: readonly BroughtFile[], { allBegin = false }: Reading = {}): Brought {
  const complaints: Complaint[] = [];
  const read: Read[] = [];
  for (const file of files) {
    const inFile = readFile(file);
    complaints.push(...inFile.complaints);
    for (const found of inFile.found) {
      const looked = lookAt(found);
      if ('key' in looked) complaints.push(looked);
      else read.push(looked);
    }
  }
  if (read.length === 0 && complaints.length === 0)
    complaints.push({ key: 'nothing', args: {}, place: { file: files[0]?.name ?? '' } });
  return {
    ...sorted(
      read.map(({ object }) => object),
      allBegin,
    ),
    complaints,
  };
}

function sorted(all: readonly KObject[], allBegin: boolean): Omit<Brought, 'complaints'> {
  const remarks: Remark[] = [];
  const known = withoutUnknown(withoutComputed(all, remarks), remarks);
  const { kept, wishes } = allBegin ? { kept: known, wishes: [] } : parted(known);
  const newest = newestOf(kept, remarks);
  const shown = withoutSecrets(newest, remarks);
  const objects = withoutAbsentOwners(shown, remarks);
  if (objects.length > 0) remarkAbsent(objects, remarks);
  return { start: objects.length === 0 ? undefined : startOf(objects), wishes: wishes.map(masked), remarks };
}

function startOf(objects: readonly KObject[]): StartState {
  const latest = objects.reduce((time, object) => Math.max(time, latestIn(object) ?? 0), 0);
  return { time: latest === 0 ? USUAL_TIME : rfc3339(latest + SECOND), objects };
}

/** A server gives everything that it keeps a uid. */
function parted(objects: readonly KObject[]): {
  readonly kept: readonly KObject[];
  readonly wishes: readonly KObject[];
} {
  const isKept = ({ metadata }: KObject): boolean => (metadata.uid ?? '') !== '';
  return { kept: objects.filter(isKept), wishes: objects.filter((object) => !isKept(object)) };
}

const COMPUTED: ReadonlySet<string> = new Set([
  'ComponentStatus',
  'TokenReview',
  'TokenRequest',
  'SubjectAccessReview',
  'SelfSubjectAccessReview',
  'SelfSubjectRulesReview',
  'LocalSubjectAccessReview',
  'SelfSubjectReview',
  'Status',
]);

function withoutComputed(all: readonly KObject[], remarks: Remark[]): readonly KObject[] {
  return without(
    all,
    ({ kind, apiVersion }) => COMPUTED.has(kind ?? '') || apiVersion?.startsWith('metrics.k8s.io/') === true,
    ({ kind = '' }) => kind,
    (kind, count) => remarks.push({ key: 'computed', args: { kind, count } }),
  );
}

/** Neither built in nor declared by a definition that is brought, too. */
function withoutUnknown(all: readonly KObject[], remarks: Remark[]): readonly KObject[] {
  const declared = new Set(all.flatMap(declaredBy));
  return without(
    all,
    (object) => {
      const { apiVersion = '', kind = '' } = object;
      return resourceOfObject({ apiVersion, kind }) === undefined && !declared.has(`${apiVersion} ${kind}`);
    },
    ({ apiVersion, kind }) => `${apiVersion} ${kind}`,
    (name, count) => {
      const [apiVersion = '', kind = ''] = name.split(' ');
      remarks.push({ key: 'unknownKind', args: { kind, apiVersion, count } });
    },
  );
}

function declaredBy({ kind, apiVersion, spec }: KObject): readonly string[] {
  if (kind !== 'CustomResourceDefinition' || splitGroupVersion(apiVersion ?? '')[0] !== 'apiextensions.k8s.io')
    return [];
  const {
    group,
    names,
    versions = [],
  } = spec as {
    readonly group?: string;
    readonly names?: { readonly kind?: string };
    readonly versions?: readonly { readonly name: string }[];
  };
  return versions.map(({ name }) => `${group}/${name} ${names?.kind}`);
}

/** Those for which it is true are left out, and told of by name with their number. */
function without(
  all: readonly KObject[],
  isOut: (object: KObject) => boolean,
  nameOf: (object: KObject) => string,
  tell: (name: string, count: number) => void,
): readonly KObject[] {
  const counts = new Map<string, number>();
  const left = all.filter((object) => {
    if (!isOut(object)) return true;
    const name = nameOf(object);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return false;
  });
  for (const [name, count] of counts) tell(name, count);
  return left;
}

/** Of an object that stands in the files more than once, the one of the latest revision; events have two kinds. */
function newestOf(all: readonly KObject[], remarks: Remark[]): readonly KObject[] {
  const newest = new Map<string, KObject>();
  let twice = 0;
  for (const object of all) {
    const group = object.kind === 'Event' ? '' : splitGroupVersion(object.apiVersion ?? '')[0];
    const name = `${group} ${calledOf(object)}`;
    const before = newest.get(name);
    if (before !== undefined && before.metadata.resourceVersion !== object.metadata.resourceVersion) twice += 1;
    if (before === undefined || revisionOf(before) <= revisionOf(object)) newest.set(name, object);
  }
  if (twice > 0) remarks.push({ key: 'twice', args: { count: twice } });
  return [...newest.values()];
}

const revisionOf = ({ metadata }: KObject): number => Number(metadata.resourceVersion ?? 0) || 0;

function withoutSecrets(all: readonly KObject[], remarks: Remark[]): readonly KObject[] {
  const left = all.filter((object) => !isDropped(object));
  const count = left.filter(({ kind, apiVersion }) => kind === 'Secret' && apiVersion === 'v1').length;
  if (left.length < all.length) remarks.push({ key: 'dropped', args: { count: all.length - left.length } });
  if (count > 0) remarks.push({ key: 'masked', args: { count } });
  return left.map(masked);
}
