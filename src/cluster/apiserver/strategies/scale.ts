import { internalError, type Status } from '../../../api/errors/status.ts';
import { isFields } from '../../../api/go/json.ts';
import type { ScalePaths } from '../../../api/scheme/custom-kind.ts';
import { formatSelector } from '../../../api/selectors/selectors.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';

interface Scalable {
  readonly replicas?: number;
  readonly selector?: LabelSelector | { readonly [key: string]: string };
}

/** The one number of a workload that an autoscaler needs. */
// Models pkg/registry/apps/deployment/storage/storage.go, scaleFromDeployment (v1.36)
export function scaleOf(object: KObject, paths?: ScalePaths): KObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const { replicas, running, selector } = paths === undefined ? ofWorkload(object) : ofCustom(object, paths);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KObject['metadata'],
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: running, ...(selector === '' ? undefined : { selector }) },
  };
}

interface Numbers {
  readonly replicas: number;
  readonly running: number;
  readonly selector: string;
}

function ofWorkload(object: KObject): Numbers {
  const spec = (object.spec ?? {}) as Scalable;
  const status = (object.status ?? {}) as { readonly replicas?: number };
  const selector = spec.selector === undefined ? '' : selectorText(object, spec);
  return { replicas: spec.replicas ?? 0, running: status.replicas ?? 0, selector };
}

function selectorText(object: KObject, spec: Scalable): string {
  if (object.kind === 'ReplicationController') {
    return formatSelector({ matchLabels: spec.selector as { readonly [key: string]: string } });
  }
  return formatSelector(spec.selector as LabelSelector);
}

// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/etcd.go, scaleFromCustomResource (v1.36)
function ofCustom(object: KObject, paths: ScalePaths): Numbers {
  const number = (path: readonly string[]): number => Number(valueAt(object, path) ?? 0);
  const selector = paths.labelSelector === undefined ? undefined : valueAt(object, paths.labelSelector);
  return {
    replicas: number(paths.specReplicas),
    running: number(paths.statusReplicas),
    selector: typeof selector === 'string' ? selector : '',
  };
}

/** A custom resource without the field has no scale to read. */
export function scaleProblem(object: KObject, paths: ScalePaths | undefined): Status | undefined {
  if (paths === undefined || valueAt(object, paths.specReplicas) !== undefined) return undefined;
  return internalError(`the spec replicas field ".${paths.specReplicas.join('.')}" does not exist`);
}

const OF_WORKLOAD: readonly string[] = ['spec', 'replicas'];

/** The steps of field sets to the number. */
export function replicasPath(paths: ScalePaths | undefined): readonly string[] {
  return paths?.specReplicas ?? OF_WORKLOAD;
}

/** The object with another number; the same object when it has it already. */
export function withReplicas(object: KObject, replicas: number, paths: ScalePaths | undefined): KObject {
  const path = replicasPath(paths);
  return valueAt(object, path) === replicas ? object : (placed(object, path, 0, replicas) as KObject);
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function placed(object: unknown, path: readonly string[], at: number, value: unknown): unknown {
  const name = path[at];
  if (name === undefined) return value;
  const fields = isFields(object) ? object : {};
  return { ...fields, [name]: placed(fields[name], path, at + 1, value) };
}
