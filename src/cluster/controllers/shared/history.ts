import { revisionText } from '../../../api/hashes/revision.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { ControllerRevision } from '../../../api/types/apps.ts';
import type { PodTemplateSpec } from '../../../api/types/core.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import { pureOfObject } from '../../../base/pure.ts';
import type { Context } from '../../../engine/index.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import { CONTROLLER_INDEX, controllerReference } from './owner.ts';

export const REVISIONS = resourceOf('controllerrevisions', 'apps');
export const HASH_LABEL = 'controller-revision-hash';

type RevisionData = { readonly spec: { readonly template: PodTemplateSpec & { readonly $patch?: 'replace' } } };

/** A patch that brings the template back, with its fields as Go writes a map: clients compare the bytes. Models pkg/controller/{daemon,statefulset} getPatch (v1.36) */
export const revisionData = pureOfObject(
  (template: PodTemplateSpec) =>
    JSON.parse(revisionText({ spec: { template: { $patch: 'replace', ...template } } })) as RevisionData,
);

/** The template that a revision keeps. Models pkg/controller/statefulset ApplyRevision (v1.36) */
export function templateOf(revision: ControllerRevision): PodTemplateSpec {
  return templateIn(revision.data as RevisionData);
}

const templateIn = pureOfObject(({ spec }: RevisionData): PodTemplateSpec => {
  const { $patch: _, ...template } = spec.template;
  return template;
});

export function sameData(revision: ControllerRevision, data: object): boolean {
  return revision.data === data || revisionText(revision.data as object) === revisionText(data);
}

/** The revisions that an object controls, oldest first. Models pkg/controller/history ListControllerRevisions and SortControllerRevisions (v1.36) */
export function revisionsOf(
  ctx: Context,
  informer: SharedInformer,
  owner: KObject,
  selector: LabelSelector,
): readonly ControllerRevision[] {
  const owned = informer.indexer.byIndex(
    ctx,
    CONTROLLER_INDEX,
    owner.metadata.uid ?? '',
  ) as readonly ControllerRevision[];
  return owned.filter(({ metadata }) => matchesLabels(selector, metadata.labels)).sort(byRevision);
}

export function byRevision(a: ControllerRevision, b: ControllerRevision): number {
  if (a.revision !== b.revision) return a.revision - b.revision;
  const [left = '', right = ''] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  if (left !== right) return left < right ? -1 : 1;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

export interface NewRevision {
  readonly owner: KObject;
  readonly kind: string;
  /** Where the object itself says it; otherwise the path of the request alone does. */
  readonly namespace?: string | undefined;
  readonly hash: string;
  readonly labels: { readonly [key: string]: string };
  readonly data: object;
  readonly revision: number;
}

/** Models pkg/controller/history NewControllerRevision (v1.36) */
export function newRevision({ owner, kind, namespace, hash, labels, data, revision }: NewRevision): ControllerRevision {
  const { name = '', annotations } = owner.metadata;
  const metadata = {
    name: `${name.slice(0, 223)}-${hash}`,
    ...(namespace === undefined ? undefined : { namespace }),
    labels,
    ...(annotations === undefined ? undefined : { annotations }),
    ownerReferences: [controllerReference(owner, 'apps/v1', kind)],
  };
  return { kind: 'ControllerRevision', apiVersion: 'apps/v1', metadata, data, revision } as ControllerRevision;
}
