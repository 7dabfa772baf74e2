// Models fs/proc of Linux, as far as people look at the first process of a container: whose it is and what it may (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import { hexDigits } from '../../../base/bytes/hex.ts';
import { userOf } from './user.ts';

/** In the order of their bits. */
const CAPABILITIES =
  'CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE'.split(
    ' ',
  );
/** What a runtime leaves to everybody. */
const USUAL =
  'CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE SYS_CHROOT KILL AUDIT_WRITE'.split(
    ' ',
  );

/** The files that tell of the first process, by their paths. */
export function procFiles(
  pod: Pod,
  container: Container,
  imageUser: string | undefined,
): readonly (readonly [path: string, text: string])[] {
  const status = statusOf(pod, container, imageUser);
  const words = [...(container.command ?? []), ...(container.args ?? [])];
  return [
    ['/proc/1/status', status],
    ['/proc/self/status', status],
    ['/proc/1/cgroup', '0::/\n'],
    ['/proc/self/cgroup', '0::/\n'],
    ['/proc/1/attr/current', `${profileOf(pod, container)}\n`],
    ['/proc/self/attr/current', `${profileOf(pod, container)}\n`],
    ...(pod.spec.securityContext?.sysctls ?? []).map(settingFile),
    ...(words.length === 0 ? [] : [['/proc/1/cmdline', words.map((word) => `${word}\0`).join('')] as const]),
  ];
}

function statusOf(pod: Pod, container: Container, imageUser: string | undefined): string {
  const { securityContext, command = [], args = [] } = container;
  const { uid, gid, groups } = userOf(pod, container, imageUser);
  const bounds = boundsOf(securityContext);
  const own = uid === 0 ? bounds : NONE;
  const profile = securityContext?.seccompProfile ?? pod.spec.securityContext?.seccompProfile;
  const isFiltered = profile !== undefined && profile.type !== 'Unconfined' && securityContext?.privileged !== true;
  const four = (id: number): string => Array(4).fill(id).join('\t');
  const lines: readonly (readonly [name: string, value: string | number])[] = [
    ['Name', (command[0] ?? args[0] ?? container.name).split('/').pop()?.slice(0, 15) ?? ''],
    ['Umask', '0022'],
    ['State', 'S (sleeping)'],
    ['Tgid', 1],
    ['Ngid', 0],
    ['Pid', 1],
    ['PPid', 0],
    ['TracerPid', 0],
    ['Uid', four(uid)],
    ['Gid', four(gid)],
    ['FDSize', 64],
    ['Groups', `${[...new Set([gid, ...groups])].join(' ')} `],
    ['CapInh', NONE],
    ['CapPrm', own],
    ['CapEff', own],
    ['CapBnd', bounds],
    ['CapAmb', NONE],
    ['NoNewPrivs', Number(securityContext?.allowPrivilegeEscalation === false)],
    ['Seccomp', isFiltered ? 2 : 0],
    ['Seccomp_filters', Number(isFiltered)],
  ];
  return lines.map(([name, value]) => `${name}:\t${value}\n`).join('');
}

const settingFile = ({ name, value }: { readonly name: string; readonly value: string }) =>
  [`/proc/sys/${name.replaceAll('.', '/')}`, `${value}\n`] as const;

/** Under which profile of AppArmor it runs. */
function profileOf({ spec }: Pod, { securityContext }: Container): string {
  const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
  if (profile?.type === 'Localhost') return `${profile.localhostProfile} (enforce)`;
  const isFree = securityContext?.privileged === true || profile?.type === 'Unconfined';
  return isFree ? 'unconfined' : 'cri-containerd.apparmor.d (enforce)';
}

const NONE = '0'.repeat(16);

/** What it may at most, as bits. */
function boundsOf(context: Container['securityContext']): string {
  const plain = (names: readonly string[] = []): readonly string[] =>
    names.map((name) => name.toUpperCase().replace(/^CAP_/, ''));
  const [add, drop] = [plain(context?.capabilities?.add), plain(context?.capabilities?.drop)];
  const isAll = context?.privileged === true || add.includes('ALL');
  const kept = drop.includes('ALL') && context?.privileged !== true ? [] : isAll ? CAPABILITIES : USUAL;
  const all = new Set([...kept, ...(add.includes('ALL') ? CAPABILITIES : add)]);
  if (context?.privileged !== true) for (const name of drop) if (!add.includes(name)) all.delete(name);
  let bits = 0;
  for (const [bit, name] of CAPABILITIES.entries()) if (all.has(name)) bits += 2 ** bit;
  return hexDigits(bits, 16);
}
