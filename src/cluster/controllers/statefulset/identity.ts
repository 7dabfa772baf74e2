import type { ControllerRevision, StatefulSet } from '../../../api/types/apps.ts';
import type { PersistentVolumeClaim, Pod, Volume } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { HASH_LABEL, templateOf } from '../shared/history.ts';
import { podOf } from '../shared/pod-template.ts';

const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
const POD_INDEX_LABEL = 'apps.kubernetes.io/pod-index';

/** The set's name and the number; -1 when the name is not of this form. Models pkg/controller/statefulset/stateful_set_utils.go getParentNameAndOrdinal (v1.36) */
export function ordinalOf(set: KObject, pod: KObject): number {
  const { name = '' } = pod.metadata;
  const dash = name.lastIndexOf('-');
  const digits = name.slice(dash + 1);
  if (dash < 0 || name.slice(0, dash) !== set.metadata.name || !/^\d{1,9}$/.test(digits)) return -1;
  return Number(digits);
}

export function identityLabels(podName: string, ordinal: number): { readonly [label: string]: string } {
  return { [POD_NAME_LABEL]: podName, [POD_INDEX_LABEL]: String(ordinal) };
}

/** Models pkg/controller/statefulset/stateful_set_utils.go identityMatches (v1.36) */
export function hasIdentity({ metadata }: Pod): boolean {
  return metadata.labels?.[POD_NAME_LABEL] === metadata.name;
}

export function startOf(set: StatefulSet): number {
  return set.spec.ordinals?.start ?? 0;
}

/** The pod of a number, of the template that it should have. Models pkg/controller/statefulset/stateful_set_utils.go newVersionedStatefulSetPod (v1.36) */
export function statefulPod(set: StatefulSet, revision: ControllerRevision, ordinal: number): Pod {
  const template = templateOf(revision);
  const { name = '', namespace } = set.metadata;
  const podName = `${name}-${ordinal}`;
  const labels = {
    ...template.metadata?.labels,
    ...identityLabels(podName, ordinal),
    [HASH_LABEL]: revision.metadata.name ?? '',
  };
  const claims = set.spec.volumeClaimTemplates ?? [];
  const own = claims.map(
    (claim) =>
      ({
        name: claim.metadata.name ?? '',
        persistentVolumeClaim: { claimName: claimName(claim, podName) },
      }) as Volume,
  );
  const others = (template.spec.volumes ?? []).filter((volume) => !own.some((one) => one.name === volume.name));
  const volumes = [...own, ...others];
  const spec = {
    ...template.spec,
    hostname: podName,
    ...(set.spec.serviceName === undefined || set.spec.serviceName === ''
      ? undefined
      : { subdomain: set.spec.serviceName }),
    ...(volumes.length === 0 ? undefined : { volumes }),
  };
  return podOf(set, 'StatefulSet', template, { name: podName, namespace, labels, spec }) as Pod;
}

function claimName(template: PersistentVolumeClaim, podName: string): string {
  return `${template.metadata.name}-${podName}`;
}

/** The claims of one pod. Models pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaims (v1.36) */
export function claimsOf(set: StatefulSet, podName: string): readonly PersistentVolumeClaim[] {
  return (set.spec.volumeClaimTemplates ?? []).map((template) => ({
    ...template,
    metadata: {
      ...template.metadata,
      name: claimName(template, podName),
      namespace: set.metadata.namespace,
      labels: { ...template.metadata.labels, ...set.spec.selector.matchLabels },
    } as PersistentVolumeClaim['metadata'],
  }));
}

export function revisionNameOf(pod: Pod): string {
  return pod.metadata.labels?.[HASH_LABEL] ?? '';
}
