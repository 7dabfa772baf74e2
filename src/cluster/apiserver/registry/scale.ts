import { formatSelector } from '../../../api/selectors.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';

interface Scalable {
  readonly replicas?: number;
  readonly selector?: LabelSelector | { readonly [key: string]: string };
}

/** The one number of a workload that an autoscaler needs. */
// Models pkg/registry/apps/deployment/storage/storage.go, scaleFromDeployment (v1.36)
export function scaleOf(object: KObject): KObject {
  const spec = (object.spec ?? {}) as Scalable;
  const status = (object.status ?? {}) as { readonly replicas?: number };
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = spec.selector === undefined ? '' : selectorText(object, spec);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp } as KObject['metadata'],
    spec: spec.replicas === undefined || spec.replicas === 0 ? {} : { replicas: spec.replicas },
    status: { replicas: status.replicas ?? 0, ...(selector === '' ? undefined : { selector }) },
  };
}

function selectorText(object: KObject, spec: Scalable): string {
  if (object.kind === 'ReplicationController') {
    return formatSelector({ matchLabels: spec.selector as { readonly [key: string]: string } });
  }
  return formatSelector(spec.selector as LabelSelector);
}
