import { equalJson } from '../../../../api/go/json.ts';
import type { KObject, StringMap } from '../../../../api/types/meta.ts';
import { compareStrings } from '../../../../base/order.ts';
import { nodeNameOf } from '../../authn/user.ts';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type AdmissionServices,
  refusedBecause,
} from '../attributes.ts';
import { refuseMirror } from './mirror-pods.ts';
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
    return refused === undefined ? object : refusedBecause(attributes, refused);
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
    const kept = keptOf(object?.metadata.labels ?? {}, {});
    return kept === '' ? undefined : `node "${node}" is not allowed to set the following labels: ${kept}`;
  }
  if (operation !== 'UPDATE' || object === undefined || old === undefined) return undefined;
  const taints = (each: KObject) => (each.spec as { readonly taints?: unknown } | undefined)?.taints;
  if (!equalJson(taints(object), taints(old))) return `node "${node}" is not allowed to modify taints`;
  // An owner that is not there would take the Node with it.
  if (!equalJson(object.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? [])) {
    return `node "${node}" is not allowed to modify ownerReferences`;
  }
  const labels = object.metadata.labels ?? {};
  const before = old.metadata.labels ?? {};
  const kept = labels === before ? '' : keptOf(labels, before);
  return kept === '' ? undefined : `is not allowed to modify labels: ${kept}`;
}

/** Labels that were set, changed or taken away, and that are not the kubelet's to say. */
function keptOf(labels: StringMap, before: StringMap): string {
  return Object.keys({ ...labels, ...before })
    .filter((key) => labels[key] !== before[key] && isKept(key))
    .sort(compareStrings)
    .join(', ');
}

/** Labels of these domains that a kubelet sets itself. */
const OWN_LABELS =
  /^((beta\.)?kubernetes\.io\/(os|arch|hostname|instance-type)|node\.kubernetes\.io\/instance-type|(topology|failure-domain\.beta)\.kubernetes\.io\/(zone|region))$|(^|\.)(kubelet|node)\.kubernetes\.io\//;

/** A label that says something about the node which a kubelet must not claim. */
// Models getForbiddenLabels (v1.36)
function isKept(key: string): boolean {
  const domain = key.slice(0, Math.max(0, key.indexOf('/')));
  const within = (root: string): boolean => domain === root || domain.endsWith(`.${root}`);
  if (within(RESTRICTED)) return true;
  return (within('kubernetes.io') || within('k8s.io')) && !OWN_LABELS.test(key);
}

function refusePod(attributes: AdmissionAttributes, node: string, services: AdmissionServices): string | undefined {
  const { operation, subresource, name, namespace, object, old } = attributes;
  if (operation === 'CREATE' && subresource === '') {
    return object === undefined ? undefined : refuseMirror(object, node, services);
  }
  if (operation === 'UPDATE' && subresource !== 'status') return undefined;
  const existing = old ?? services.get('pods', namespace, name);
  if (existing === undefined) return undefined;
  if (podSpec(existing).nodeName !== node) {
    if (subresource === 'eviction') return `node ${node} can only evict pods with spec.nodeName set to itself`;
    const verb = operation === 'DELETE' ? 'delete' : 'update pod status for';
    return `node "${node}" can only ${verb} pods with spec.nodeName set to itself`;
  }
  if (subresource !== 'status' || object === undefined) return undefined;
  const [labels, before] = [object.metadata.labels, existing.metadata.labels];
  if (labels !== before && !equalJson(labels ?? {}, before ?? {})) {
    return `node "${node}" cannot update labels through pod status`;
  }
  const claims = (pod: KObject): unknown =>
    (pod.status as { readonly resourceClaimStatuses?: unknown } | undefined)?.resourceClaimStatuses ?? [];
  return equalJson(claims(object), claims(existing))
    ? undefined
    : `node "${node}" cannot update resource claim statues`;
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
  return undefined;
}

function refuseLease({ namespace, name, object, operation }: AdmissionAttributes, node: string): string | undefined {
  if (namespace !== 'kube-node-lease') {
    return `can only access leases in the "kube-node-lease" system namespace`;
  }
  const requested = operation === 'CREATE' ? (object?.metadata.name ?? name) : name;
  return requested === node ? undefined : `can only access node lease with the same name as the requesting node`;
}
