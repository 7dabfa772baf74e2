/** What the levels baseline and restricted forbid. */
// Models staging/src/k8s.io/pod-security-admission/policy (v1.36). Not modelled: SELinux, AppArmor, sysctls and /proc mount checks.
import type { ObjectMeta } from '../../../../api/types/meta.ts';

interface SecurityContext {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly seccompProfile?: { readonly type?: string };
}

interface Container {
  readonly name: string;
  readonly securityContext?: SecurityContext;
  readonly ports?: readonly { readonly hostPort?: number }[];
}

interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name: string; readonly [source: string]: unknown }[];
}

type Check = (spec: PodSpec, containers: readonly Container[]) => string | undefined;

export function violationsOf(level: string, podSpec: object, _meta: ObjectMeta): readonly string[] {
  if (level !== 'baseline' && level !== 'restricted') return [];
  const spec = podSpec as PodSpec;
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  const checks = level === 'baseline' ? BASELINE : [...BASELINE_IN_RESTRICTED, ...RESTRICTED];
  const found: string[] = [];
  for (const check of checks) {
    const text = check(spec, containers);
    if (text !== undefined) found.push(text);
  }
  return found;
}

const BASELINE_CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

const RESTRICTED_VOLUMES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

const hostNamespaces: Check = (spec) => {
  const used: string[] = [];
  if (spec.hostNetwork === true) used.push('hostNetwork=true');
  if (spec.hostPID === true) used.push('hostPID=true');
  if (spec.hostIPC === true) used.push('hostIPC=true');
  return used.length === 0 ? undefined : `host namespaces (${used.join(', ')})`;
};

const hostPathVolumes: Check = (spec) => {
  const names = (spec.volumes ?? []).filter((volume) => volume.hostPath !== undefined).map((volume) => volume.name);
  return names.length === 0 ? undefined : `hostPath volumes (${named('volume', names)})`;
};

const hostPorts: Check = (_spec, containers) => {
  const bad = containers.filter((each) => each.ports?.some((port) => (port.hostPort ?? 0) !== 0));
  if (bad.length === 0) return undefined;
  const ports = [
    ...new Set(
      bad.flatMap((each) => (each.ports ?? []).map((port) => port.hostPort ?? 0).filter((port) => port !== 0)),
    ),
  ];
  const which = ports.length === 1 ? 'uses hostPort' : 'use hostPorts';
  return `hostPort (${named('container', bad.map(nameOf))} ${which} ${ports.join(', ')})`;
};

const privileged: Check = (_spec, containers) => {
  const bad = containers.filter((each) => each.securityContext?.privileged === true);
  return bad.length === 0
    ? undefined
    : `privileged (${named('container', bad.map(nameOf))} must not set securityContext.privileged=true)`;
};

const capabilitiesBaseline: Check = (_spec, containers) => {
  const added = (each: Container) =>
    (each.securityContext?.capabilities?.add ?? []).filter((name) => !BASELINE_CAPABILITIES.has(name));
  const bad = containers.filter((each) => added(each).length > 0);
  if (bad.length === 0) return undefined;
  const names = [...new Set(bad.flatMap(added))].map((name) => `"${name}"`).join(', ');
  return `non-default capabilities (${named('container', bad.map(nameOf))} must not include ${names} in securityContext.capabilities.add)`;
};

const allowPrivilegeEscalation: Check = (_spec, containers) => {
  const bad = containers.filter((each) => each.securityContext?.allowPrivilegeEscalation !== false);
  return bad.length === 0
    ? undefined
    : `allowPrivilegeEscalation != false (${named('container', bad.map(nameOf))} must set securityContext.allowPrivilegeEscalation=false)`;
};

const capabilitiesRestricted: Check = (_spec, containers) => {
  const bad = containers.filter((each) => !(each.securityContext?.capabilities?.drop ?? []).includes('ALL'));
  return bad.length === 0
    ? undefined
    : `unrestricted capabilities (${named('container', bad.map(nameOf))} must set securityContext.capabilities.drop=["ALL"])`;
};

const restrictedVolumes: Check = (spec) => {
  const bad = (spec.volumes ?? []).filter((volume) =>
    Object.keys(volume).some((key) => key !== 'name' && !RESTRICTED_VOLUMES.has(key)),
  );
  if (bad.length === 0) return undefined;
  const types = [...new Set(bad.flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name')))];
  const list = types.map((type) => `"${type}"`).join(', ');
  return `restricted volume types (${named(
    'volume',
    bad.map((each) => each.name),
  )} ${bad.length === 1 ? 'uses' : 'use'} restricted volume type ${list})`;
};

const runAsNonRoot: Check = (spec, containers) => {
  const bad = containers.filter(
    (each) => (each.securityContext?.runAsNonRoot ?? spec.securityContext?.runAsNonRoot) !== true,
  );
  if (bad.length === 0) return undefined;
  const who = `pod or ${named('container', bad.map(nameOf))}`;
  return `runAsNonRoot != true (${who} must set securityContext.runAsNonRoot=true)`;
};

const runAsUser: Check = (spec, containers) => {
  const bad = containers.filter((each) => each.securityContext?.runAsUser === 0);
  const pod = spec.securityContext?.runAsUser === 0;
  if (!pod && bad.length === 0) return undefined;
  const who = [...(pod ? ['pod'] : []), ...(bad.length > 0 ? [named('container', bad.map(nameOf))] : [])].join(' and ');
  return `runAsUser=0 (${who} must not set runAsUser=0)`;
};

const seccomp: Check = (spec, containers) => {
  const good = (context: SecurityContext | undefined) =>
    context?.seccompProfile?.type === 'RuntimeDefault' || context?.seccompProfile?.type === 'Localhost';
  const bad = containers.filter((each) =>
    each.securityContext?.seccompProfile === undefined ? !good(spec.securityContext) : !good(each.securityContext),
  );
  if (bad.length === 0) return undefined;
  const who = `pod or ${named('container', bad.map(nameOf))}`;
  return `seccompProfile (${who} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`;
};

const BASELINE: readonly Check[] = [capabilitiesBaseline, hostNamespaces, hostPathVolumes, hostPorts, privileged];
const BASELINE_IN_RESTRICTED: readonly Check[] = [hostNamespaces, hostPathVolumes, hostPorts, privileged];
const RESTRICTED: readonly Check[] = [
  allowPrivilegeEscalation,
  capabilitiesRestricted,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seccomp,
];

function nameOf(container: Container): string {
  return container.name;
}

function named(what: string, names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`).join(', ');
  return names.length === 1 ? `${what} ${quoted}` : `${what}s ${quoted}`;
}
