import { allResources } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';

/** The order of groups in discovery. A group that is not here comes after them. */
// Models pkg/controlplane/apiserver/aggregator.go, DefaultGenericAPIServicePriorities (v1.36)
const PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['', 18_000],
  ['apps', 17_800],
  ['events.k8s.io', 17_750],
  ['authentication.k8s.io', 17_700],
  ['authorization.k8s.io', 17_600],
  ['autoscaling', 17_500],
  ['batch', 17_400],
  ['certificates.k8s.io', 17_300],
  ['networking.k8s.io', 17_200],
  ['policy', 17_100],
  ['rbac.authorization.k8s.io', 17_000],
  ['storage.k8s.io', 16_800],
  ['apiextensions.k8s.io', 16_700],
  ['admissionregistration.k8s.io', 16_700],
  ['scheduling.k8s.io', 16_600],
  ['coordination.k8s.io', 16_500],
  ['node.k8s.io', 16_300],
  ['discovery.k8s.io', 16_200],
  ['resource.k8s.io', 16_200],
  ['flowcontrol.apiserver.k8s.io', 16_100],
]);

/** One for each built-in group and version, but for the aggregator's own. */
export function apiServices(time: string): readonly KObject[] {
  const versions = new Map<string, { readonly group: string; readonly version: string }>();
  for (const { group, version } of allResources()) versions.set(`${version}.${group}`, { group, version });
  return [...versions]
    .filter(([, { group }]) => group !== 'apiregistration.k8s.io')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { group, version }]) => ({
      kind: 'APIService',
      apiVersion: 'apiregistration.k8s.io/v1',
      metadata: { name, labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
      spec: {
        ...(group === '' ? undefined : { group }),
        version,
        groupPriorityMinimum: PRIORITIES.get(group) ?? 1000,
        versionPriority: versionPriority(group, version),
      },
      status: {
        conditions: [
          {
            type: 'Available',
            status: 'True',
            lastTransitionTime: time,
            reason: 'Local',
            message: 'Local APIServices are always available',
          },
        ],
      },
    }));
}

function versionPriority(group: string, version: string): number {
  if (group === '') return 1;
  return version === 'v2' ? 30 : 15;
}
