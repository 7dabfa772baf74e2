import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { PodTemplateSpec } from '../../../api/types/core.ts';
import { equalUnlessEmpty } from '../../../base/equality.ts';
import { extend } from '../../../base/extend.ts';
import { compareStrings } from '../../../base/order.ts';
import { pureOfValues } from '../../../base/pure.ts';

export const HASH_LABEL = 'pod-template-hash';

/** Each sync compares the same templates again. Models pkg/controller/deployment/util/deployment_util.go EqualIgnoreHash (v1.36) */
export const sameTemplate = pureOfValues(
  32,
  (a: PodTemplateSpec, b: PodTemplateSpec) =>
    equalUnlessEmpty(a.spec, b.spec) && equalUnlessEmpty(metadataOf(a), metadataOf(b)),
);

export function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { labels, ...rest } = template.metadata ?? {};
  const kept = labelsWithoutHash(labels);
  return { ...template, metadata: kept === undefined ? rest : extend(rest, { labels: kept }) };
}

function metadataOf(template: PodTemplateSpec): object {
  const { labels, creationTimestamp: _, ...rest } = template.metadata ?? {};
  return extend(rest, { labels: labelsWithoutHash(labels) });
}

function labelsWithoutHash(labels: { readonly [key: string]: string } | undefined) {
  if (labels === undefined) return undefined;
  const { [HASH_LABEL]: _, ...rest } = labels;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Oldest first; of one age, by name. Models pkg/controller/controller_utils.go ReplicaSetsByCreationTimestamp (v1.36) */
export function byCreation(a: ReplicaSet, b: ReplicaSet): number {
  return (
    compareStrings(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '') ||
    compareStrings(a.metadata.name ?? '', b.metadata.name ?? '')
  );
}
