import { notFound, type Status } from '../../../../api/errors/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { type AdmissionAttributes, type AdmissionPlugin, type Admitted, refusedBecause } from '../attributes.ts';

const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);
/** Access reviews say something about a namespace without making anything in it. */
const REVIEWS: ReadonlySet<string> = new Set(['localsubjectaccessreviews.authorization.k8s.io']);

/** Nothing is created in a namespace that does not exist or is going away; three namespaces never go. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (v1.36)
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  handles: (resource, operation) =>
    operation === 'DELETE' ? resource === 'namespaces' : operation !== 'CONNECT' && !REVIEWS.has(resource),
  admit(attributes, object, services) {
    const { resource, operation, namespace, name } = attributes;
    if (operation === 'DELETE') {
      return IMMORTAL.has(name) ? refusedBecause(attributes, 'this namespace may not be deleted') : object;
    }
    if (namespace === '' || resource.resource === 'namespaces' || operation !== 'CREATE') return object;
    const found = services.get('namespaces', '', namespace);
    return found === undefined ? undefined : judged(attributes, object, found);
  },
  *admitLater(ctx, attributes, object, services) {
    const { namespace } = attributes;
    const found = yield* services.liveGet(ctx, 'namespaces', '', namespace);
    if (found.kind === 'Status') return notFound({ group: '', resource: 'namespaces' }, namespace);
    return judged(attributes, object, found as KObject);
  },
};

function judged(attributes: AdmissionAttributes, object: KObject, found: KObject): Admitted {
  const phase = (found as KObject & { status?: { phase?: string } }).status?.phase;
  if (phase !== 'Terminating') return object;
  return terminating(refusedBecause(attributes, terminatingText(attributes.namespace)), attributes.namespace);
}

function terminatingText(namespace: string): string {
  return `unable to create new content in namespace ${namespace} because it is being terminated`;
}

function terminating(status: Status, namespace: string): Status {
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  return { ...status, details: { ...status.details, causes: [cause] } };
}
