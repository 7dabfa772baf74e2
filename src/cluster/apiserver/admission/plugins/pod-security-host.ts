import type { ObjectMeta } from '../../../../api/types/meta.ts';
import { compareStrings } from '../../../../base/order.ts';

/** What a Pod may not take of its node, already at the level baseline. */
// Models staging/src/k8s.io/pod-security-admission/policy, its checks of the level baseline (v1.36)

interface SecurityContext {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly procMount?: string;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly seccompProfile?: { readonly type?: string };
  readonly appArmorProfile?: { readonly type?: string };
  readonly seLinuxOptions?: { readonly type?: string; readonly user?: string; readonly role?: string };
  readonly windowsOptions?: { readonly hostProcess?: boolean };
  readonly sysctls?: readonly { readonly name: string }[];
}

interface Handler {
  readonly httpGet?: { readonly host?: string };
  readonly tcpSocket?: { readonly host?: string };
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly securityContext?: SecurityContext;
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly livenessProbe?: Handler;
  readonly readinessProbe?: Handler;
  readonly startupProbe?: Handler;
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler };
}

export interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostUsers?: boolean;
  readonly os?: { readonly name?: string };
  readonly securityContext?: SecurityContext;
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name: string; readonly [source: string]: unknown }[];
}

interface Pod {
  readonly spec: PodSpec;
  readonly metadata: ObjectMeta;
  readonly containers: readonly Container[];
  /** Of the policy's version. */
  readonly minor: number;
}

export interface PodCheck {
  readonly name: string;
  readonly reason: string;
  /** The first version that makes it. */
  readonly since?: number;
  /** What is wrong; with a reason of its own where that depends on it. */
  check(pod: Pod): string | { readonly reason: string; readonly detail: string } | undefined;
}

/** Each once, in order. */
export function listed(names: Iterable<string>): string {
  return quoted([...new Set(names)].sort(compareStrings));
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

export function who(what: string, names: readonly string[]): string {
  return `${what}${names.length === 1 ? '' : 's'} ${quoted(names)}`;
}

const CAPABILITIES: ReadonlySet<string> = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
);

/** Settings of a kernel that a Pod has for itself, and since which version that is believed. */
const SYSCTLS: ReadonlyMap<string, number> = new Map([
  ['kernel.shm_rmid_forced', 0],
  ['net.ipv4.ip_local_port_range', 0],
  ['net.ipv4.tcp_syncookies', 0],
  ['net.ipv4.ping_group_range', 0],
  ['net.ipv4.ip_unprivileged_port_start', 0],
  ['net.ipv4.ip_local_reserved_ports', 27],
  ['net.ipv4.tcp_keepalive_time', 29],
  ['net.ipv4.tcp_fin_timeout', 29],
  ['net.ipv4.tcp_keepalive_intvl', 29],
  ['net.ipv4.tcp_keepalive_probes', 29],
  ['net.ipv4.tcp_rmem', 32],
  ['net.ipv4.tcp_wmem', 32],
]);

const SELINUX: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ['container_t', 0],
  ['container_init_t', 0],
  ['container_kvm_t', 0],
  ['container_engine_t', 31],
]);

const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const OWN_USERS = 35;

/** The Pod itself and those of its containers whose security context is refused. */
function refusedOf({ spec, containers }: Pod, isBad: (context: SecurityContext) => boolean): string[] {
  const bad = containers.filter(({ securityContext }) => securityContext !== undefined && isBad(securityContext));
  const found = spec.securityContext !== undefined && isBad(spec.securityContext) ? ['pod'] : [];
  if (bad.length > 0) {
    found.push(
      who(
        'container',
        bad.map(({ name }) => name),
      ),
    );
  }
  return found;
}

function isAllowed(known: ReadonlyMap<string, number>, name: string, minor: number): boolean {
  const since = known.get(name);
  return since !== undefined && since <= minor;
}

const isUsual = (type: string | undefined): boolean => type === 'RuntimeDefault' || type === 'Localhost';

/** In the order of their names, which is that of what people read. */
export const HOST_CHECKS: readonly PodCheck[] = [
  {
    name: 'appArmorProfile',
    reason: 'forbidden AppArmor profile',
    check(pod) {
      const values = new Set<string>();
      const setters = refusedOf(pod, ({ appArmorProfile: profile }) => {
        const bad = profile !== undefined && !isUsual(profile.type);
        if (bad) values.add(profile.type ?? '');
        return bad;
      });
      const annotations = Object.entries(pod.metadata.annotations ?? {})
        .filter(([key, value]) => key.startsWith(APPARMOR) && !/^($|runtime\/default$|localhost\/)/.test(value))
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .sort(compareStrings);
      if (annotations.length > 0) setters.push(annotations.length === 1 ? 'annotation' : 'annotations');
      if (setters.length === 0) return undefined;
      const all = [...[...values].sort(compareStrings), ...annotations];
      const detail = `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(all)}`;
      return { reason: `forbidden AppArmor profile${all.length === 1 ? '' : 's'}`, detail };
    },
  },
  {
    name: 'capabilities_baseline',
    reason: 'non-default capabilities',
    check({ containers }) {
      const added = (each: Container): readonly string[] =>
        (each.securityContext?.capabilities?.add ?? []).filter((name) => !CAPABILITIES.has(name));
      const bad = containers.filter((each) => added(each).length > 0);
      if (bad.length === 0) return undefined;
      const whose = who(
        'container',
        bad.map(({ name }) => name),
      );
      return `${whose} must not include ${listed(bad.flatMap(added))} in securityContext.capabilities.add`;
    },
  },
  {
    name: 'hostNamespaces',
    reason: 'host namespaces',
    check({ spec }) {
      const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((key) => spec[key] === true);
      return used.length === 0 ? undefined : used.map((key) => `${key}=true`).join(', ');
    },
  },
  {
    name: 'hostPathVolumes',
    reason: 'hostPath volumes',
    check({ spec }) {
      const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
      return names.length === 0 ? undefined : who('volume', names);
    },
  },
  {
    name: 'hostPorts',
    reason: 'hostPort',
    check({ containers }) {
      const portsOf = ({ ports = [] }: Container): readonly string[] =>
        ports
          .map(({ hostPort = 0 }) => hostPort)
          .filter((port) => port !== 0)
          .map(String);
      const bad = containers.filter((each) => portsOf(each).length > 0);
      if (bad.length === 0) return undefined;
      const ports = [...new Set(bad.flatMap(portsOf))].sort(compareStrings);
      const whose = who(
        'container',
        bad.map(({ name }) => name),
      );
      return `${whose} ${bad.length === 1 ? 'uses' : 'use'} hostPort${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`;
    },
  },
  {
    name: 'hostProbesAndHostLifecycle',
    reason: 'probe or lifecycle host',
    since: 34,
    check({ containers }) {
      const bad = containers.filter((each) => hostsOf(each).length > 0);
      if (bad.length === 0) return undefined;
      const hosts = new Set(bad.flatMap(hostsOf));
      const names = [...new Set(bad.map(({ name }) => name))].sort(compareStrings);
      const what = `probe or lifecycle host${hosts.size === 1 ? '' : 's'}`;
      return `${who('container', names)} ${names.length === 1 ? 'uses' : 'use'} ${what} ${listed(hosts)}`;
    },
  },
  {
    name: 'privileged',
    reason: 'privileged',
    check({ containers }) {
      const bad = containers.filter(({ securityContext }) => securityContext?.privileged === true);
      if (bad.length === 0) return undefined;
      const whose = who(
        'container',
        bad.map(({ name }) => name),
      );
      return `${whose} must not set securityContext.privileged=true`;
    },
  },
  {
    name: 'procMount',
    reason: 'procMount',
    check({ spec, containers, minor }) {
      if (minor >= OWN_USERS && spec.hostUsers === false) return undefined;
      const mountOf = ({ securityContext }: Container): string => securityContext?.procMount ?? 'Default';
      const bad = containers.filter((each) => mountOf(each) !== 'Default');
      if (bad.length === 0) return undefined;
      const whose = who(
        'container',
        bad.map(({ name }) => name),
      );
      return `${whose} must not set securityContext.procMount to ${listed(bad.map(mountOf))}`;
    },
  },
  {
    name: 'seLinuxOptions',
    reason: 'seLinuxOptions',
    check(pod) {
      const types = new Set<string>();
      let [user, role] = [false, false];
      const setters = refusedOf(pod, ({ seLinuxOptions: options }) => {
        if (options === undefined) return false;
        const { type = '', user: setUser = '', role: setRole = '' } = options;
        const typed = !isAllowed(SELINUX, type, pod.minor);
        if (typed) types.add(type);
        user ||= setUser !== '';
        role ||= setRole !== '';
        return typed || setUser !== '' || setRole !== '';
      });
      if (setters.length === 0) return undefined;
      const bad: string[] = [];
      if (types.size > 0) bad.push(`type${types.size === 1 ? '' : 's'} ${listed(types)}`);
      if (user) bad.push('user may not be set');
      if (role) bad.push('role may not be set');
      return `${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${bad.join('; ')}`;
    },
  },
  {
    name: 'seccompProfile_baseline',
    reason: 'seccompProfile',
    since: 19,
    check(pod) {
      const values = new Set<string>();
      const setters = refusedOf(pod, ({ seccompProfile: profile }) => {
        const bad = profile !== undefined && !isUsual(profile.type);
        if (bad) values.add(profile.type ?? '');
        return bad;
      });
      if (setters.length === 0) return undefined;
      return `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${listed(values)}`;
    },
  },
  {
    name: 'sysctls',
    reason: 'forbidden sysctls',
    check({ spec, minor }) {
      const bad = (spec.securityContext?.sysctls ?? []).filter(({ name }) => !isAllowed(SYSCTLS, name, minor));
      return bad.length === 0 ? undefined : bad.map(({ name }) => name).join(', ');
    },
  },
  {
    name: 'windowsHostProcess',
    reason: 'hostProcess',
    check(pod) {
      const setters = refusedOf(pod, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
      if (setters.length === 0) return undefined;
      return `${setters.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true`;
    },
  },
];

function hostsOf({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): readonly string[] {
  return [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]
    .flatMap((handler) => [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''])
    .filter((host) => host !== '');
}
