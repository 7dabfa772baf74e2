// Models sigs.k8s.io/kustomize/api/internal/konfig/builtinpluginconsts/namereference.go (v5.8)

import { isFields } from '../../../api/json.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { changedAt } from './field-paths.ts';
import { type Item, kindOf, nameOf, namespaceOf, namespacesOf } from './item.ts';

/** Paths to a Pod's spec, by what stands before it. */
const POD_SPECS: readonly string[] = ['spec', 'spec/template/spec', 'spec/jobTemplate/spec/template/spec'];
const CONTAINERS: readonly string[] = ['containers[]', 'initContainers[]'];

/** Where a Pod's spec names objects, by their kinds. */
const IN_POD_SPEC: readonly (readonly [kind: string, ...paths: string[]])[] = [
  [
    'ConfigMap',
    'volumes[]/configMap/name',
    'volumes[]/projected/sources[]/configMap/name',
    ...CONTAINERS.flatMap((at) => [`${at}/env[]/valueFrom/configMapKeyRef/name`, `${at}/envFrom[]/configMapRef/name`]),
  ],
  [
    'Secret',
    'volumes[]/secret/secretName',
    'volumes[]/projected/sources[]/secret/name',
    'imagePullSecrets[]/name',
    ...CONTAINERS.flatMap((at) => [`${at}/env[]/valueFrom/secretKeyRef/name`, `${at}/envFrom[]/secretRef/name`]),
  ],
  ['ServiceAccount', 'serviceAccountName'],
  ['PersistentVolumeClaim', 'volumes[]/persistentVolumeClaim/claimName'],
  ['PriorityClass', 'priorityClassName'],
];
/** Elsewhere, by the kind of what names them. */
const ELSEWHERE: readonly (readonly [kind: string, within: string, ...paths: string[]])[] = [
  ['Service', 'StatefulSet', 'spec/serviceName'],
  ['Service', 'Ingress', 'spec/rules[]/http/paths[]/backend/service/name', 'spec/defaultBackend/service/name'],
  ['Secret', 'Ingress', 'spec/tls[]/secretName'],
  ['Secret', 'Role', 'rules[]/resourceNames[]'],
  ['Secret', 'ClusterRole', 'rules[]/resourceNames[]'],
  ...[
    'ingress.kubernetes.io|auth-secret',
    'nginx.ingress.kubernetes.io|auth-secret',
    'nginx.ingress.kubernetes.io|auth-tls-secret',
  ].map((annotation) => ['Secret', 'Ingress', `metadata/annotations/${annotation}`] as const),
  ['Secret', 'ServiceAccount', 'secrets[]/name', 'imagePullSecrets[]/name'],
  ['PersistentVolume', 'PersistentVolumeClaim', 'spec/volumeName'],
  ['StorageClass', 'PersistentVolumeClaim', 'spec/storageClassName'],
  ['StorageClass', 'PersistentVolume', 'spec/storageClassName'],
  ['StorageClass', 'StatefulSet', 'spec/volumeClaimTemplates[]/spec/storageClassName'],
  ['Service', 'APIService', 'spec/service/name'],
  ['Service', 'ValidatingWebhookConfiguration', 'webhooks[]/clientConfig/service/name'],
  ['Service', 'MutatingWebhookConfiguration', 'webhooks[]/clientConfig/service/name'],
];
/** Objects of several kinds are named with the kind beside. */
const WITH_KIND: readonly (readonly [within: string, path: string])[] = [
  ['HorizontalPodAutoscaler', 'spec/scaleTargetRef'],
  ['RoleBinding', 'roleRef'],
  ['ClusterRoleBinding', 'roleRef'],
];
/** Whoever is bound is taken for a ServiceAccount. */
const BINDINGS: readonly string[] = ['RoleBinding', 'ClusterRoleBinding'];

/** Everything that names an object by an earlier name names it by the one it has now. */
export function withReferences(items: readonly Item[]): readonly Item[] {
  const byKind = new Map<string, Item[]>();
  for (const item of items) byKind.set(kindOf(item), [...(byKind.get(kindOf(item)) ?? []), item]);
  // An object that has the name now is meant before one that had it.
  const find: Find = (kind, name) => {
    const candidates = byKind.get(kind) ?? [];
    return (
      candidates.find((one) => nameOf(one) === name) ?? candidates.find(({ names }) => names.includes(String(name)))
    );
  };
  return items.map((item) => ({ ...item, object: updated(item, find) }));
}

type Find = (kind: string, name: unknown) => Item | undefined;

function updated(item: Item, find: Find): JsonObject {
  let object: unknown = item.object;
  const update = (path: string, kind: string): void => {
    object = changedAt(object, pathOf(path), (name) => {
      const found = find(kind, name);
      return found === undefined ? name : nameOf(found);
    });
  };
  for (const [kind, ...paths] of IN_POD_SPEC) {
    for (const spec of POD_SPECS) for (const path of paths) update(`${spec}/${path}`, kind);
  }
  for (const [kind, within, ...paths] of ELSEWHERE) {
    if (kindOf(item) === within) for (const path of paths) update(path, kind);
  }
  for (const [within, path] of WITH_KIND) {
    if (kindOf(item) === within) object = changedAt(object, path.split('/'), (value) => namedWithKind(value, find));
  }
  if (BINDINGS.includes(kindOf(item))) object = changedAt(object, ['subjects[]'], (value) => boundBy(value, find));
  return object as JsonObject;
}

/** A line stands for a slash inside of a name. */
const pathOf = (path: string): readonly string[] => path.split('/').map((step) => step.replace('|', '/'));

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

function namedWithKind(value: unknown, find: Find): unknown {
  if (!isFields(value)) return value;
  const reference = value as Reference;
  const found = find(reference.kind ?? '', reference.name);
  return found === undefined ? value : { ...reference, name: nameOf(found) };
}

/** A ServiceAccount is known by its namespace too, the one that it has or had. */
function boundBy(value: unknown, find: Find): unknown {
  if (!isFields(value)) return value;
  const reference = value as Reference;
  const found = find('ServiceAccount', reference.name);
  if (found === undefined) return value;
  const namespaces = namespacesOf(found).map((one) => one || 'default');
  if (reference.namespace !== undefined && !namespaces.includes(reference.namespace)) return value;
  const namespace = namespaceOf(found);
  return { ...reference, name: nameOf(found), ...(namespace === '' ? {} : { namespace }) };
}
