import { updateManagedFields } from '../../../api/fields/managed-fields.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { ipAddressOf } from '../../../api/values/ip-address.ts';
import { type Random, randomUid } from '../../../api/values/names.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { familyOfText } from '../../../base/address.ts';
import { extend } from '../../../base/extend.ts';
import type { ApiServerConfig, InstalledObject } from '../core/config.ts';
import { withTop } from '../strategies/strategy.ts';
import { apiServices } from './api-services.ts';
import { flowControlObjects } from './flow-control.ts';
import { type ControllerRights, controllerRights, rbacObjects } from './rbac-objects.ts';

const NAMESPACES: readonly string[] = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Controllers that act as a ServiceAccount of their own. */
const CONTROLLER_ACCOUNTS: readonly string[] = [
  'attachdetach-controller',
  'bootstrap-signer',
  'certificate-controller',
  'clusterrole-aggregation-controller',
  'cronjob-controller',
  'daemon-set-controller',
  'deployment-controller',
  'device-taint-eviction-controller',
  'disruption-controller',
  'endpoint-controller',
  'endpointslice-controller',
  'endpointslicemirroring-controller',
  'ephemeral-volume-controller',
  'expand-controller',
  'generic-garbage-collector',
  'horizontal-pod-autoscaler',
  'job-controller',
  'legacy-service-account-token-cleaner',
  'namespace-controller',
  'node-controller',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'pv-protection-controller',
  'pvc-protection-controller',
  'replicaset-controller',
  'replication-controller',
  'resource-claim-controller',
  'resourcequota-controller',
  'root-ca-cert-publisher',
  'service-account-controller',
  'service-cidrs-controller',
  'statefulset-controller',
  'token-cleaner',
  'ttl-after-finished-controller',
  'ttl-controller',
  'validatingadmissionpolicy-status-controller',
  'volumeattributesclass-protection-controller',
];

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nc2ltdWxhdGVk\n-----END CERTIFICATE-----\n';

export interface BootstrapOptions {
  readonly address?: string;
  readonly port?: number;
  /** With which Pods verify the API server. */
  readonly certificate?: string | undefined;
  /** Of the addresses of Services; one a family. */
  readonly serviceRange?: string;
  /** The accounts of controllers that upstream has not, and what each may do. */
  readonly rights?: readonly ControllerRights[];
}

const SERVICE_RANGE = '10.96.0.0/12';

/** Everything that is there in a cluster before anybody uses it. */
// Models pkg/controlplane/controller.go and what the controllers write first (v1.36)
export function bootstrapObjects(
  now: number,
  random: Random,
  {
    address = '10.123.0.1',
    port = 6443,
    certificate = CERTIFICATE,
    serviceRange = SERVICE_RANGE,
    rights = [],
  }: BootstrapOptions = {},
): readonly InstalledObject[] {
  const creationTimestamp = rfc3339(now);
  const objects = [
    ...NAMESPACES.map(namespace),
    ...flowControlObjects(creationTimestamp),
    ...priorityClasses(),
    ...apiServices(creationTimestamp),
    ...rbacObjects(),
    ...serviceCidr(creationTimestamp, serviceRange),
    ...kubernetesService(address, port, serviceRange),
    ...NAMESPACES.map((name) => rootCa(name, certificate)),
    ...NAMESPACES.map((each) => serviceAccount(each, 'default')),
    ...CONTROLLER_ACCOUNTS.map((each) => serviceAccount('kube-system', each)),
    authenticationOfClients(certificate),
    legacyTokensSince(creationTimestamp),
    // Last, so that the others are the same objects with or without them.
    ...rights.flatMap((one) => [serviceAccount('kube-system', one.account), ...controllerRights(one)]),
  ];
  return objects.map((object) => ({
    object: {
      ...object,
      metadata: extend(object.metadata, {
        uid: randomUid(random),
        creationTimestamp,
        ...ownership(object, creationTimestamp),
      }),
    },
  }));
}

/** Of a server that runs. */
export function bootstrapOf({ address, port, serviceCidr: serviceRange }: ApiServerConfig): BootstrapOptions {
  return { address, port, serviceRange };
}

/** What the server makes sure of whenever it starts. */
export function systemObjects({
  address = '10.123.0.1',
  port = 6443,
  serviceRange = SERVICE_RANGE,
}: BootstrapOptions = {}): readonly KObject[] {
  const own = kubernetesService(address, port, serviceRange);
  return [...NAMESPACES.map(namespace), ...priorityClasses(), ...rbacObjects(), ...own];
}

/** Who wrote the fields of an object that the cluster began with. */
function ownership(object: KObject, time: string): Pick<ObjectMeta, 'managedFields'> | undefined {
  const { kind = '', apiVersion = '' } = object;
  const managedFields = updateManagedFields({
    kind: { apiVersion, kind },
    before: undefined,
    after: withTop(object, 'status', undefined),
    manager: object.metadata.name === 'kube-root-ca.crt' ? 'kube-controller-manager' : 'kube-apiserver',
    time,
    subresource: '',
  });
  return managedFields.length === 0 ? undefined : { managedFields };
}

function namespace(name: string): KObject {
  return {
    kind: 'Namespace',
    apiVersion: 'v1',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

function priorityClasses(): readonly KObject[] {
  const make = (name: string, value: number, why: string): KObject => ({
    kind: 'PriorityClass',
    apiVersion: 'scheduling.k8s.io/v1',
    metadata: { name, generation: 1 },
    value,
    description: `Used for system critical pods that must ${why}.`,
    preemptionPolicy: 'PreemptLowerPriority',
  });
  return [
    make('system-node-critical', 2_000_001_000, 'not be moved from their current node'),
    make('system-cluster-critical', 2_000_000_000, 'run in the cluster, but can be moved to another node if necessary'),
  ];
}

function serviceAccount(inNamespace: string, name: string): KObject {
  return { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name, namespace: inNamespace } };
}

function rootCa(inNamespace: string, certificate: string): KObject {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name: 'kube-root-ca.crt',
      namespace: inNamespace,
      annotations: {
        'kubernetes.io/description':
          'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
      },
    },
    data: { 'ca.crt': certificate },
  };
}

/** With what extension servers verify clients. */
// Models pkg/controlplane/controller/clusterauthenticationtrust/cluster_authentication_trust_controller.go (v1.36)
function authenticationOfClients(certificate: string): KObject {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'extension-apiserver-authentication', namespace: 'kube-system' },
    data: {
      'client-ca-file': certificate,
      'requestheader-allowed-names': '["front-proxy-client"]',
      'requestheader-client-ca-file': certificate,
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-username-headers': '["X-Remote-User"]',
    },
  };
}

/** Since when uses of tokens in Secrets are noted. */
// Models pkg/controlplane/controller/legacytokentracking/controller.go (v1.36)
function legacyTokensSince(time: string): KObject {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'kube-apiserver-legacy-service-account-token-tracking', namespace: 'kube-system' },
    data: { since: time.slice(0, 10) },
  };
}

/** The first address of the first range is that of the Service `kubernetes`. */
function firstOf(serviceRange: string): string {
  const [base = ''] = serviceRange.split('/');
  if (base.includes(':')) return `${base}1`;
  const dot = base.lastIndexOf('.') + 1;
  return `${base.slice(0, dot)}${Number(base.slice(dot)) + 1}`;
}

function serviceCidr(time: string, cidrs: string): readonly KObject[] {
  return [
    {
      kind: 'ServiceCIDR',
      apiVersion: 'networking.k8s.io/v1',
      metadata: { name: 'kubernetes', finalizers: ['networking.k8s.io/service-cidr-finalizer'] },
      spec: { cidrs: cidrs.split(',') },
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            lastTransitionTime: time,
            reason: '',
            message: 'Kubernetes Service CIDR is ready',
          },
        ],
      },
    },
    ipAddressOf(firstOf(cidrs), 'default', 'kubernetes'),
  ];
}

/** `kubernetes.default`: the way to the API server from inside Pods. */
function kubernetesService(address: string, port: number, serviceRange: string): readonly KObject[] {
  const clusterIP = firstOf(serviceRange);
  const family = familyOfText(clusterIP);
  const name = 'kubernetes';
  const inNamespace = 'default';
  return [
    {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name, namespace: inNamespace, labels: { component: 'apiserver', provider: 'kubernetes' } },
      spec: {
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: port }],
        clusterIP,
        clusterIPs: [clusterIP],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: [family],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      status: { loadBalancer: {} },
    },
    {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { name, namespace: inNamespace, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: address }], ports: [{ name: 'https', port, protocol: 'TCP' }] }],
    },
    {
      kind: 'EndpointSlice',
      apiVersion: 'discovery.k8s.io/v1',
      metadata: { name, namespace: inNamespace, generation: 1, labels: { 'kubernetes.io/service-name': name } },
      addressType: familyOfText(address),
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: 'https', protocol: 'TCP', port }],
    },
  ];
}
