import { equalJson } from '../../../../api/json.ts';
import { forbidden } from '../../../../api/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { compareStrings } from '../../../../base/order.ts';
import { nodeNameOf } from '../../authn/user.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionServices } from '../attributes.ts';
import { podSpec } from './pod-fields.ts';

const RESTRICTED = 'node-restriction.kubernetes.io';

/** A kubelet may touch its own Node and the Pods on it, nothing else. */
// Models plugin/pkg/admission/noderestriction/admission.go (v1.36)
export const nodeRestriction: AdmissionPlugin = {
  name: 'NodeRestriction',
  handles: (resource) => HANDLED.has(resource),
  admit(attributes, object, services) {
    const node = nodeNameOf(attributes.user);
    if (node === undefined) return object;
    const refused = refusal(attributes, node, services);
    return refused === undefined ? object : forbidden(attributes.resource, attributes.name, refused);
  },
};

const HANDLED: ReadonlySet<string> = new Set([
  'nodes',
  'nodes/status',
  'pods',
  'pods/status',
  'pods/eviction',
  'serviceaccounts/token',
  'leases.coordination.k8s.io',
  'csinodes.storage.k8s.io',
]);

function refusal(attributes: AdmissionAttributes, node: string, services: AdmissionServices): string | undefined {
  switch (attributes.resource.resource) {
    case 'nodes':
      return refuseNode(attributes, node);
    case 'pods':
      return refusePod(attributes, node, services);
    case 'serviceaccounts':
      return refuseToken(attributes, node, services);
    case 'leases':
      return refuseLease(attributes, node);
    case 'csinodes':
      return attributes.name === node ? undefined : 'can only access CSINode with the same name as the requesting node';
    default:
      return undefined;
  }
}

function refuseNode({ operation, name, object, old }: AdmissionAttributes, node: string): string | undefined {
  const requested = operation === 'CREATE' ? (object?.metadata.name ?? name) : name;
  if (requested !== node) return `node "${node}" is not allowed to modify node "${requested}"`;
  if (operation === 'CREATE') {
    const kept = Object.keys(object?.metadata.labels ?? {})
      .filter((key) => isKept(key, true))
      .sort(compareStrings);
    return kept.length === 0 ? undefined : `is not allowed to set the following labels: ${kept.join(', ')}`;
  }
  if (operation !== 'UPDATE' || object === undefined || old === undefined) return undefined;
  const taints = (each: KObject) => (each.spec as { readonly taints?: unknown } | undefined)?.taints;
  if (!equalJson(taints(object), taints(old))) return `node "${node}" is not allowed to modify taints`;
  const labels = object.metadata.labels ?? {};
  const before = old.metadata.labels ?? {};
  if (labels === before) return undefined;
  const kept = Object.keys({ ...labels, ...before })
    .filter((key) => labels[key] !== before[key] && isKept(key, key in labels))
    .sort(compareStrings);
  return kept.length === 0 ? undefined : `is not allowed to modify labels: ${kept.join(', ')}`;
}

/** Labels of these domains that a kubelet sets itself. */
const OWN_LABELS =
  /^((beta\.)?kubernetes\.io\/(os|arch|hostname|instance-type)|node\.kubernetes\.io\/instance-type|(topology|failure-domain\.beta)\.kubernetes\.io\/(zone|region))$|(^|\.)(kubelet|node)\.kubernetes\.io\//;

/** A label that says something about the node which a kubelet must not claim. */
// Models getForbiddenLabels (v1.36)
function isKept(key: string, set: boolean): boolean {
  const domain = key.slice(0, Math.max(0, key.indexOf('/')));
  const within = (root: string): boolean => domain === root || domain.endsWith(`.${root}`);
  if (within(RESTRICTED)) return true;
  return set && (within('kubernetes.io') || within('k8s.io')) && !OWN_LABELS.test(key);
}

function refusePod(attributes: AdmissionAttributes, node: string, services: AdmissionServices): string | undefined {
  const { operation, subresource, name, namespace, object } = attributes;
  if (operation === 'CREATE' && subresource === '') {
    if (object?.metadata.annotations?.['kubernetes.io/config.mirror'] === undefined) {
      return `pod does not have "kubernetes.io/config.mirror" annotation, node "${node}" can only create mirror pods`;
    }
    if (podSpec(object).nodeName !== node) {
      return `node "${node}" can only create pods with spec.nodeName set to itself`;
    }
    return undefined;
  }
  const existing = attributes.old ?? services.get('pods', namespace, name);
  if (existing === undefined) return undefined;
  if (operation === 'UPDATE' && subresource !== 'status') return undefined;
  if (podSpec(existing).nodeName === node) return undefined;
  const verb = operation === 'DELETE' ? 'delete' : subresource === 'status' ? 'update status for' : 'evict';
  return operation === 'DELETE' || subresource === 'status'
    ? `node "${node}" can only ${verb} pods with spec.nodeName set to itself`
    : `node ${node} can only create evictions for pods with spec.nodeName set to itself`;
}

interface TokenRequestView {
  readonly boundObjectRef?: { readonly kind?: string; readonly name?: string; readonly uid?: string };
}

function refuseToken(attributes: AdmissionAttributes, node: string, services: AdmissionServices): string | undefined {
  const ref = (attributes.object?.spec as TokenRequestView | undefined)?.boundObjectRef;
  if (ref === undefined) return 'node requested token not bound to a pod';
  if (ref.kind !== 'Pod' || ref.name === undefined || ref.name === '') return 'node requested token not bound to a pod';
  if (ref.uid === undefined || ref.uid === '') return 'node requested token with a pod binding without a uid';
  const pod = services.get('pods', attributes.namespace, ref.name);
  if (pod === undefined) return `pod "${ref.name}" not found`;
  if (pod.metadata.uid !== ref.uid) {
    return `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  if (podSpec(pod).nodeName !== node) return `node requested token bound to a pod scheduled on a different node`;
  if (podSpec(pod).serviceAccountName !== attributes.name) {
    return `node requested token for a service account that the pod does not use`;
  }
  return undefined;
}

function refuseLease({ namespace, name, object, operation }: AdmissionAttributes, node: string): string | undefined {
  if (namespace !== 'kube-node-lease') {
    return `can only access leases in the "kube-node-lease" system namespace`;
  }
  const requested = operation === 'CREATE' ? (object?.metadata.name ?? name) : name;
  return requested === node ? undefined : `can only access node lease with the same name as the requesting node`;
}
