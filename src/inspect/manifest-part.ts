import type { ReplicaSet } from '../api/types/apps.ts';
import type { Pod } from '../api/types/core.ts';
import type { KObject } from '../api/types/meta.ts';
import { equalExactly } from '../base/equality.ts';
import { KEYS_TABLE } from '../cluster/etcd/rows.ts';
import type { Step } from '../engine/index.ts';
import type { ManifestPart } from '../protocol/views.ts';
import { keyOfSubject } from './keys.ts';
import { OWNERS } from './owners.ts';
import type { RequestRecord } from './request-index.ts';
import type { Snapshot } from './snapshot.ts';

const RESOURCES = new Map(Object.entries(OWNERS).map(([resource, { kind }]) => [kind, resource]));
const MADE = new Map([['pods', 'Pod'], ...[...RESOURCES].map(([kind, resource]) => [resource, kind] as const)]);

const LONGEST = 60;
const NEAR = 4;

/** Controllers that look at how many there shall be. */
const ABOUT_COUNT: ReadonlySet<string> = new Set(
  ['sync', 'createPods', 'deletePods'].map((name) => `replicaset.${name}`),
);

/** The part of somebody's manifest from which the object of a step was made: its own, or the template of what owns it. */
export function manifestPart(
  snapshot: Snapshot,
  step: Step,
  record: RequestRecord | undefined,
): ManifestPart | undefined {
  const near = nearest(snapshot, step, record);
  const [resource = ''] = near.split('/');
  const isStored = stored(snapshot, near) !== undefined;
  const from = isStored ? undefined : madeBy(snapshot, step.seq, resource);
  const subject = isStored ? near : nameGiven(snapshot, record, near);
  const at = climb(snapshot, from?.subject ?? subject, from?.path ?? focus(snapshot, step, near));
  return at && { ...at, made: at.subject === subject ? undefined : MADE.get(resource) };
}

/** A pull is about an image; whoever asked for it acts on a Pod. */
function nearest(snapshot: Snapshot, { subject, seq, args }: Step, record: RequestRecord | undefined): string {
  const { journal } = snapshot;
  if (args.image !== undefined && !subject.startsWith('pods/')) {
    let cause = journal.causeOf(seq);
    for (let far = 0; far < NEAR && journal.has(cause); far += 1, cause = journal.causeOf(cause))
      if (journal.subjectOf(cause).startsWith('pods/')) return journal.subjectOf(cause);
  }
  return subject === '' ? (record?.subject ?? '') : subject;
}

function stored(snapshot: Snapshot, subject: string): KObject | undefined {
  const key = keyOfSubject(subject);
  const row = key === undefined ? undefined : snapshot.table(KEYS_TABLE).get(key);
  return row?.value as KObject | undefined;
}

/** The path of a create has no name; its later steps know it. */
function nameGiven({ journal, requests }: Snapshot, record: RequestRecord | undefined, nameless: string): string {
  const steps = record === undefined ? [] : requests.stepsOf(record, record.lastStep);
  const named = steps.find((seq) => journal.subjectOf(seq).startsWith(`${nameless.replace(/\/$/, '')}/`));
  return named === undefined ? nameless : journal.subjectOf(named);
}

interface Place {
  readonly subject: string;
  readonly path: string;
}

/** What is being created has no owner in the store yet: whoever asks for it acts on the owner. */
function madeBy(snapshot: Snapshot, seq: number, resource: string): Place | undefined {
  const { journal } = snapshot;
  let cause = journal.causeOf(seq);
  for (let far = 0; far < LONGEST && journal.has(cause); far += 1) {
    const subject = journal.subjectOf(cause);
    const makes = OWNERS[subject.slice(0, Math.max(0, subject.indexOf('/')))]?.makes;
    if (makes?.resource === resource) return { subject, path: makes.path };
    cause = journal.causeOf(cause);
  }
  return undefined;
}

/** The field that a step is about, where it says so. */
function focus(snapshot: Snapshot, { kind, args }: Step, subject: string): string {
  if (ABOUT_COUNT.has(kind.name)) return 'spec.replicas';
  if (!subject.startsWith('pods/') || (args.container === undefined && args.image === undefined)) return '';
  const { containers = [] } = (stored(snapshot, subject) as Pod | undefined)?.spec ?? {};
  const place = containers.findIndex(({ name, image }) =>
    args.container === undefined ? `/${args.image}`.endsWith(`/${image}`) : name === args.container,
  );
  if (place < 0) return '';
  return `spec.containers.${place}${args.container === undefined ? '.image' : ''}`;
}

/** From owner to owner, up to what nobody made from a template; undefined where the template is another one by now. */
function climb(snapshot: Snapshot, subject: string, path: string): Place | undefined {
  const object = stored(snapshot, subject);
  const owner = object?.metadata.ownerReferences?.find(({ controller }) => controller === true);
  const resource = RESOURCES.get(owner?.kind ?? '');
  if (owner === undefined || resource === undefined) return { subject, path };
  const above = `${resource}/${object?.metadata.namespace}/${owner.name}`;
  if (owner.kind === 'Deployment' && !equalExactly(templateOf(object), templateOf(stored(snapshot, above))))
    return undefined;
  return climb(snapshot, above, within(OWNERS[resource]?.makes.path ?? '', path));
}

function templateOf(object: KObject | undefined): unknown {
  return (object as ReplicaSet | undefined)?.spec?.template?.spec;
}

/** A ReplicaSet has its fields where its Deployment has them; a Pod's spec and a Job are inside the template. */
function within(template: string, path: string): string {
  if (path === '') return template;
  if (template === 'spec.template') return path.startsWith(template) || path === 'spec.replicas' ? path : template;
  return `${template}.${path.replace(/^spec\./, template.endsWith('.spec') ? '' : 'spec.')}`;
}
