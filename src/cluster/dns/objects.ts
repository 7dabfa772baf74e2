// Models cmd/kubeadm/app/phases/addons/dns/manifests.go (v1.36)

import type { KObject } from '../../api/types/meta.ts';
import { ipAddressOf } from '../../api/values/ip-address.ts';
import { familyOfText } from '../../base/address.ts';
import { CLUSTER_DNS } from './well-known.ts';

const NAME = 'kube-dns';
const LABELS = {
  'k8s-app': NAME,
  'kubernetes.io/cluster-service': 'true',
  'kubernetes.io/name': 'CoreDNS',
};
const PORTS = [
  { name: 'dns', protocol: 'UDP', port: 53 },
  { name: 'dns-tcp', protocol: 'TCP', port: 53 },
  { name: 'metrics', protocol: 'TCP', port: 9153 },
];

/**
 * What a cluster with DNS has besides: rights, and the Service under whose address it is known. Deviation: its processes are no Pods, so that the
 * Service has no selector.
 */
export function dnsObjects(address: string, clusterDns = CLUSTER_DNS): readonly KObject[] {
  const family = familyOfText(clusterDns);
  const rbac = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:coredns' };
  const verbs = ['list', 'watch'];
  const objects = [
    { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: 'coredns', namespace: 'kube-system' } },
    {
      kind: 'ClusterRole',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      metadata: { name: 'system:coredns' },
      rules: [
        { verbs, apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'] },
        { verbs, apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'] },
      ],
    },
    {
      kind: 'ClusterRoleBinding',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      metadata: { name: 'system:coredns' },
      subjects: [{ kind: 'ServiceAccount', name: 'coredns', namespace: 'kube-system' }],
      roleRef: rbac,
    },
    ipAddressOf(clusterDns, 'kube-system', NAME),
    {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: {
        name: NAME,
        namespace: 'kube-system',
        labels: LABELS,
        annotations: { 'prometheus.io/port': '9153', 'prometheus.io/scrape': 'true' },
      },
      spec: {
        ports: PORTS.map((port) => ({ ...port, targetPort: port.port })),
        clusterIP: clusterDns,
        clusterIPs: [clusterDns],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: [family],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      status: { loadBalancer: {} },
    },
    {
      kind: 'EndpointSlice',
      apiVersion: 'discovery.k8s.io/v1',
      metadata: {
        name: `${NAME}-system`,
        namespace: 'kube-system',
        labels: { 'kubernetes.io/service-name': NAME },
      },
      addressType: family,
      endpoints: [{ addresses: [address], conditions: { ready: true, serving: true, terminating: false } }],
      ports: PORTS,
    },
  ];
  return objects as readonly KObject[];
}
