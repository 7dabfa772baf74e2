// Models pkg/kubelet/sysctl/allowlist.go and pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOn… (v1.36)

import type { Node, Pod } from '../../../api/types/core.ts';
import type { Rejection } from './admission.ts';

/** Kernel settings that concern a Pod alone. */
const SAFE: ReadonlySet<string> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

/** What a node does not do for anybody, however much room it has. */
export function ruleRefuses({ metadata, spec }: Pod, node: Node | undefined): Rejection | undefined {
  for (const { name } of spec.securityContext?.sysctls ?? []) {
    const dotted = name.replaceAll('/', '.');
    const forbidden = (why: string): Rejection => ({
      reason: 'SysctlForbidden',
      message: `forbidden sysctl: "${dotted}" ${why}`,
    });
    if (!SAFE.has(dotted)) return forbidden('not allowlisted');
    if (spec.hostNetwork === true && dotted.startsWith('net.')) return forbidden('not allowed with host net enabled');
    if (spec.hostIPC === true && dotted.startsWith('kernel.')) return forbidden('not allowed with host ipc enabled');
  }
  const { 'kubernetes.io/os': labelled = 'linux' } = metadata.labels ?? {};
  if (labelled !== 'linux') {
    const message = "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label";
    return { reason: 'PodOSSelectorNodeLabelDoesNotMatch', message };
  }
  if (spec.os !== undefined && spec.os.name !== 'linux')
    return { reason: 'PodOSNotSupported', message: "Failed to admit pod as the OS field doesn't match node OS" };
  const { features } = (node?.status ?? {}) as { readonly features?: { readonly supplementalGroupsPolicy?: boolean } };
  if (spec.securityContext?.supplementalGroupsPolicy !== 'Strict' || features?.supplementalGroupsPolicy === true)
    return undefined;
  const message = 'SupplementalGroupsPolicy=Strict is not supported in this node';
  return { reason: 'SupplementalGroupsPolicyNotSupported', message };
}
