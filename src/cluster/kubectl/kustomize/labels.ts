// Models sigs.k8s.io/kustomize/api/internal/konfig/builtinpluginconsts/{commonlabels,commonannotations}.go (v5.8)

import { isFields } from '../../../api/go/json.ts';
import type { JsonObject, StringMap } from '../../../api/types/meta.ts';
import { changedAt } from './field-paths.ts';
import { groupOf, type Item, kindOf, versionOf } from './item.ts';
import type { FieldSpec, Kustomization } from './kustomization.ts';

/** Where labels or annotations are put: a path, whether it is made when it is not there, and the kinds that have it. */
type Place = readonly [path: string, makes: boolean, ...kinds: string[]];

const TEMPLATED: readonly string[] = [
  'Deployment',
  'ReplicaSet',
  'DaemonSet',
  'StatefulSet',
  'Job',
  'ReplicationController',
];
const METADATA: Place = ['metadata', true];
const TEMPLATES: readonly Place[] = [
  ['spec/template/metadata', true, ...TEMPLATED],
  ['spec/jobTemplate/metadata', true, 'CronJob'],
  ['spec/jobTemplate/spec/template/metadata', true, 'CronJob'],
];
const SELECTORS: readonly Place[] = [
  ['spec/selector', true, 'Service', 'ReplicationController'],
  ['spec/selector/matchLabels', true, 'Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'],
  ['spec/selector/matchLabels', false, 'Job', 'PodDisruptionBudget'],
  ['spec/jobTemplate/spec/selector/matchLabels', false, 'CronJob'],
  ['spec/podSelector/matchLabels', false, 'NetworkPolicy'],
  ['spec/ingress[]/from[]/podSelector/matchLabels', false, 'NetworkPolicy'],
  ['spec/egress[]/to[]/podSelector/matchLabels', false, 'NetworkPolicy'],
  ['spec/template/spec/topologySpreadConstraints[]/labelSelector/matchLabels', false, 'Deployment', 'StatefulSet'],
];
const AFFINITIES: readonly Place[] = ['podAffinity', 'podAntiAffinity'].flatMap((affinity): readonly Place[] =>
  [
    'preferredDuringSchedulingIgnoredDuringExecution[]/podAffinityTerm',
    'requiredDuringSchedulingIgnoredDuringExecution[]',
  ].map((terms) => [
    `spec/template/spec/affinity/${affinity}/${terms}/labelSelector/matchLabels`,
    false,
    'Deployment',
    'StatefulSet',
  ]),
);
const CLAIMS: Place = ['spec/volumeClaimTemplates[]/metadata', true, 'StatefulSet'];

function put(item: Item, [path, makes, ...kinds]: Place, field: string, pairs: StringMap): Item {
  if (kinds.length > 0 && !kinds.includes(kindOf(item))) return item;
  const steps = [...path.split('/'), ...(field === '' ? [] : [field])];
  const merge = (found: unknown): unknown => ({ ...(isFields(found) ? found : {}), ...pairs });
  return { ...item, object: changedAt(item.object, steps, merge, makes) as JsonObject };
}

const putAll = (item: Item, places: readonly Place[], field: string, pairs: StringMap): Item =>
  places.reduce((one, place) => put(one, place, field, pairs), item);

const isSome = (pairs: StringMap | undefined): pairs is StringMap => Object.keys(pairs ?? {}).length > 0;

/** Whether a place is one of objects of this kind; what it does not say fits all. */
function isOf(item: Item, { group = '', version = '', kind = '' }: FieldSpec): boolean {
  const fits = (wanted: string, own: string): boolean => wanted === '' || wanted === own;
  return fits(group, groupOf(item)) && fits(version, versionOf(item)) && fits(kind, kindOf(item));
}

export function labelled(item: Item, { labels = [], commonLabels }: Kustomization): Item {
  let one = item;
  for (const { pairs, includeSelectors = false, includeTemplates = false, fields = [] } of labels) {
    if (!isSome(pairs)) continue;
    one = put(one, METADATA, 'labels', pairs);
    for (const field of fields) {
      if (isOf(one, field)) one = put(one, [field.path ?? '', field.create ?? false], '', pairs);
    }
    if (includeSelectors) one = withSelectors(one, pairs);
    else if (includeTemplates) one = putAll(one, TEMPLATES, 'labels', pairs);
  }
  return isSome(commonLabels) ? withSelectors(put(one, METADATA, 'labels', commonLabels), commonLabels) : one;
}

function withSelectors(item: Item, pairs: StringMap): Item {
  return putAll(putAll(item, [...TEMPLATES, CLAIMS], 'labels', pairs), [...SELECTORS, ...AFFINITIES], '', pairs);
}

export function annotated(item: Item, { commonAnnotations }: Kustomization): Item {
  return isSome(commonAnnotations) ? putAll(item, [METADATA, ...TEMPLATES], 'annotations', commonAnnotations) : item;
}
