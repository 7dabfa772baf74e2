import type { ObjectMeta } from '../../../../api/types/meta.ts';
import { type Container, HOST_CHECKS, listed, type PodCheck, type PodSpec, who } from './pod-security-host.ts';

/** What the levels baseline and restricted forbid. */
// Models staging/src/k8s.io/pod-security-admission/policy (v1.36). Not modelled: annotations of seccomp, which versions before v1.19 look at.

export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** Of a version such as `v1.24`; the newest one has no number. */
export function violationsOf(
  level: string,
  version: string,
  podSpec: object,
  metadata: ObjectMeta,
): readonly Violation[] {
  if (level !== 'baseline' && level !== 'restricted') return [];
  const minor = version === 'latest' ? Number.POSITIVE_INFINITY : Number(version.slice(version.indexOf('.') + 1));
  const spec = podSpec as PodSpec;
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  const pod = { spec, metadata, containers, minor };
  const restricted = level === 'restricted' ? RESTRICTED.filter(({ since = 0 }) => since <= minor) : [];
  const overridden = new Set(restricted.map(({ instead }) => instead));
  const baseline = HOST_CHECKS.filter(({ name, since = 0 }) => since <= minor && !overridden.has(name));
  const found: Violation[] = [];
  for (const { reason, check } of [...baseline, ...restricted]) {
    const detail = check(pod);
    if (detail !== undefined) found.push(typeof detail === 'string' ? { reason, detail } : detail);
  }
  return found;
}

interface RestrictedCheck extends PodCheck {
  /** The check of baseline that need not be made beside it. */
  readonly instead?: string;
}

const WINDOWS_IS_KNOWN = 25;
const USERS_ARE_KNOWN = 35;

const ALLOWED_VOLUMES: ReadonlySet<string> = new Set(
  'configMap csi downwardAPI emptyDir ephemeral persistentVolumeClaim projected secret'.split(' '),
);
const KNOWN_VOLUMES: readonly string[] =
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'.split(
    ' ',
  );

/** A program of Windows has none of what these are about. */
function forWindows({ spec, minor }: Parameters<PodCheck['check']>[0]): boolean {
  return minor >= WINDOWS_IS_KNOWN && spec.os?.name === 'windows';
}

/** Root in a user namespace of its own is nobody outside. */
function hasOwnUsers({ spec, minor }: Parameters<PodCheck['check']>[0]): boolean {
  return minor >= USERS_ARE_KNOWN && spec.hostUsers === false;
}

const names = (containers: readonly Container[]): readonly string[] => containers.map(({ name }) => name);

const RESTRICTED: readonly RestrictedCheck[] = [
  {
    name: 'allowPrivilegeEscalation',
    reason: 'allowPrivilegeEscalation != false',
    since: 8,
    check: (pod) => {
      if (forWindows(pod)) return undefined;
      const bad = pod.containers.filter((each) => each.securityContext?.allowPrivilegeEscalation !== false);
      if (bad.length === 0) return undefined;
      return `${who('container', names(bad))} must set securityContext.allowPrivilegeEscalation=false`;
    },
  },
  {
    name: 'capabilities_restricted',
    instead: 'capabilities_baseline',
    reason: 'unrestricted capabilities',
    since: 22,
    check: (pod) => {
      if (forWindows(pod)) return undefined;
      const keeping = pod.containers.filter(
        (each) => each.securityContext?.capabilities?.drop?.includes('ALL') !== true,
      );
      const added = (each: Container): readonly string[] =>
        (each.securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE');
      const adding = pod.containers.filter((each) => added(each).length > 0);
      const details: string[] = [];
      if (keeping.length > 0) {
        details.push(`${who('container', names(keeping))} must set securityContext.capabilities.drop=["ALL"]`);
      }
      if (adding.length > 0) {
        const what = listed(adding.flatMap(added));
        details.push(`${who('container', names(adding))} must not include ${what} in securityContext.capabilities.add`);
      }
      return details.length === 0 ? undefined : details.join('; ');
    },
  },
  {
    name: 'procMount_restricted',
    instead: 'procMount',
    reason: 'procMount',
    since: USERS_ARE_KNOWN,
    check: (pod) => HOST_CHECKS.find(({ name }) => name === 'procMount')?.check({ ...pod, minor: 0 }),
  },
  {
    name: 'restrictedVolumes',
    instead: 'hostPathVolumes',
    reason: 'restricted volume types',
    check: ({ spec }) => {
      const bad = (spec.volumes ?? []).filter((volume) => !Object.keys(volume).some((key) => ALLOWED_VOLUMES.has(key)));
      if (bad.length === 0) return undefined;
      const types = new Set(bad.map((volume) => KNOWN_VOLUMES.find((type) => volume[type] !== undefined) ?? 'unknown'));
      const volumes = who(
        'volume',
        bad.map(({ name }) => name),
      );
      const use = bad.length === 1 ? 'uses' : 'use';
      return `${volumes} ${use} restricted volume type${types.size === 1 ? '' : 's'} ${listed(types)}`;
    },
  },
  {
    name: 'runAsNonRoot',
    reason: 'runAsNonRoot != true',
    check: (pod) => {
      if (hasOwnUsers(pod)) return undefined;
      const { spec, containers } = pod;
      const root = spec.securityContext?.runAsNonRoot;
      const asked = containers.filter((each) => each.securityContext?.runAsNonRoot === false);
      if (root === false || asked.length > 0) {
        return `${setters(root === false, asked)} must not set securityContext.runAsNonRoot=false`;
      }
      const silent = containers.filter((each) => typeof each.securityContext?.runAsNonRoot !== 'boolean');
      if (root === true || silent.length === 0) return undefined;
      return `pod or ${who('container', names(silent))} must set securityContext.runAsNonRoot=true`;
    },
  },
  {
    name: 'runAsUser',
    reason: 'runAsUser=0',
    since: 23,
    check: (pod) => {
      if (hasOwnUsers(pod)) return undefined;
      const whole = pod.spec.securityContext?.runAsUser === 0;
      const asked = pod.containers.filter((each) => each.securityContext?.runAsUser === 0);
      return whole || asked.length > 0 ? `${setters(whole, asked)} must not set runAsUser=0` : undefined;
    },
  },
  {
    name: 'seccompProfile_restricted',
    instead: 'seccompProfile_baseline',
    reason: 'seccompProfile',
    since: 19,
    check: (pod) => {
      if (forWindows(pod)) return undefined;
      const wrong = HOST_CHECKS.find(({ name }) => name === 'seccompProfile_baseline')?.check(pod);
      if (wrong !== undefined || pod.spec.securityContext?.seccompProfile !== undefined) return wrong;
      const silent = pod.containers.filter((each) => each.securityContext?.seccompProfile === undefined);
      if (silent.length === 0) return undefined;
      const whose = `pod or ${who('container', names(silent))}`;
      return `${whose} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
    },
  },
];

function setters(pod: boolean, containers: readonly Container[]): string {
  const all = pod ? ['pod'] : [];
  if (containers.length > 0) all.push(who('container', names(containers)));
  return all.join(' and ');
}

/** Whether a change of a Pod is one that the checks would see. */
// Models admission/admission.go isSignificantPodUpdate (v1.36)
export function isSignificant(now: PodSpec, before: PodSpec): boolean {
  return ['initContainers', 'containers', 'ephemeralContainers'].some((key) => {
    const images = (spec: PodSpec): string =>
      (spec[key as 'containers'] ?? []).map(({ image = '' }) => image).join('\n');
    const count = (spec: PodSpec): number => spec[key as 'containers']?.length ?? 0;
    return count(now) !== count(before) || images(now) !== images(before);
  });
}
