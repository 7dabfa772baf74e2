import { base64 } from '../../base/bytes/base64.ts';
import { type Fields, isFields } from '../go/json.ts';
import { fill, inField, inList } from './fill.ts';
import { defaultSources } from './pod.ts';

const PROTOCOL: Fields = { protocol: 'TCP' };

/** Models pkg/apis/core/v1/defaults.go SetDefaults_Service (v1.36) */
export function defaultService(object: Fields): Fields {
  const { type } = isFields(object.spec) ? object.spec : {};
  return defaultServiceSpec(type === 'LoadBalancer' ? inField(object, 'status', withAddressModes) : object);
}

/** An address of a load balancer leads to the nodes as it was sent, unless it says otherwise. */
function withAddressModes(status: Fields): Fields {
  return inField(status, 'loadBalancer', (balancer) =>
    inList(balancer, 'ingress', (each) => (each.ip ? fill(each, { ipMode: 'VIP' }) : each)),
  );
}

function defaultServiceSpec(object: Fields): Fields {
  return inField(object, 'spec', (before) => {
    let spec = fill(before, { sessionAffinity: 'None', type: 'ClusterIP' });
    if (spec.sessionAffinity === 'None') spec = without(spec, 'sessionAffinityConfig');
    if (spec.sessionAffinity === 'ClientIP') {
      spec = fill(spec, { sessionAffinityConfig: {} });
      spec = inField(spec, 'sessionAffinityConfig', (config) =>
        inField(fill(config, { clientIP: {} }), 'clientIP', (each) => fill(each, { timeoutSeconds: 10_800 })),
      );
    }
    spec = inList(spec, 'ports', defaultServicePort);
    const external = spec.type === 'NodePort' || spec.type === 'LoadBalancer';
    const reachable = external || (spec.type === 'ClusterIP' && hasItems(spec.externalIPs));
    if (reachable) spec = fill(spec, { externalTrafficPolicy: 'Cluster' });
    if (external || spec.type === 'ClusterIP') spec = fill(spec, { internalTrafficPolicy: 'Cluster' });
    if (spec.type === 'LoadBalancer') spec = fill(spec, { allocateLoadBalancerNodePorts: true });
    return spec;
  });
}

function defaultServicePort(port: Fields): Fields {
  const { targetPort } = port;
  const missing = targetPort === undefined || targetPort === 0 || targetPort === '';
  return fill(missing ? { ...port, targetPort: port.port } : port, PROTOCOL);
}

const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

function without(object: Fields, key: string): Fields {
  if (object[key] === undefined) return object;
  const { [key]: _, ...rest } = object;
  return rest;
}

export function defaultEndpoints(object: Fields): Fields {
  return inList(object, 'subsets', (subset) => inList(subset, 'ports', (port) => fill(port, PROTOCOL)));
}

/** Models pkg/apis/discovery/v1/defaults.go (v1.36) */
export function defaultEndpointSlice(object: Fields): Fields {
  return inList(object, 'ports', (port) => fill(port, { name: '', protocol: 'TCP' }));
}

/** Models SetDefaults_Namespace and SetDefaults_NamespaceStatus (v1.36) */
export function defaultNamespace(object: Fields): Fields {
  const active = inField(fill(object, { status: {} }), 'status', (status) => fill(status, { phase: 'Active' }));
  const name = isFields(object.metadata) ? object.metadata.name : undefined;
  if (typeof name !== 'string' || name === '') return active;
  return inField(active, 'metadata', (metadata) => {
    const labels = isFields(metadata.labels) ? metadata.labels : {};
    if (labels['kubernetes.io/metadata.name'] === name) return metadata;
    return { ...metadata, labels: { ...labels, 'kubernetes.io/metadata.name': name } };
  });
}

/** Texts go in as data and win over what is there; nobody reads them as texts again. */
// Models pkg/apis/core/v1/conversion.go, Convert_v1_Secret_To_core_Secret (v1.36)
export function defaultSecret(object: Fields): Fields {
  const { stringData, ...rest } = object;
  if (!isFields(stringData)) return fill(object, { type: 'Opaque' });
  const data: Record<string, unknown> = { ...(isFields(object.data) ? object.data : undefined) };
  for (const key in stringData) data[key] = base64(String(stringData[key]));
  const sorted = Object.fromEntries(
    Object.keys(data)
      .sort()
      .map((key) => [key, data[key]]),
  );
  return fill({ ...rest, data: sorted }, { type: 'Opaque' });
}

export function defaultNode(object: Fields): Fields {
  const ranged = inField(object, 'spec', withOneRange);
  return inField(ranged, 'status', (status) =>
    status.capacity === undefined ? status : fill(status, { allocatable: status.capacity }),
  );
}

/** The older field is the first of the newer list; where they disagree, the older one counts. */
// Models pkg/apis/core/v1/conversion.go, Convert_v1_NodeSpec_To_core_NodeSpec (v1.36)
function withOneRange(spec: Fields): Fields {
  const { podCIDR = '', podCIDRs } = spec;
  const [first] = Array.isArray(podCIDRs) ? (podCIDRs as readonly unknown[]) : [];
  if (podCIDR === (first ?? '')) return spec;
  return podCIDR === '' ? { ...spec, podCIDR: first } : { ...spec, podCIDRs: [podCIDR] };
}

export function defaultPersistentVolume(object: Fields): Fields {
  const spec = inField(object, 'spec', (each) =>
    defaultSources(fill(each, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })),
  );
  return inField(fill(spec, { status: {} }), 'status', (status) => fill(status, { phase: 'Pending' }));
}

/** Models SetDefaults_LimitRangeItem (v1.36) */
export function defaultLimitRange(object: Fields): Fields {
  return inField(object, 'spec', (spec) =>
    inList(spec, 'limits', (item) => {
      if (item.type !== 'Container') return item;
      const limits = fill(fieldsOf(item.default), fieldsOf(item.max));
      const requests = fill(fill(fieldsOf(item.defaultRequest), limits), fieldsOf(item.min));
      return {
        ...item,
        ...(Object.keys(limits).length === 0 ? undefined : { default: limits }),
        ...(Object.keys(requests).length === 0 ? undefined : { defaultRequest: requests }),
      };
    }),
  );
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
