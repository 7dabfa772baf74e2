// Models procps/sysctl.c and networking/ip.c of busybox, as far as they ask or change the kernel of a container (v1.36)

import type { Files } from './files/files.ts';
import { fails, plainWords, says, type Told, textOf } from './told.ts';

const NET_ADMIN = 12;
/** All there are, which nobody has but who is privileged. */
const EVERYTHING = 41;

/** Settings as most machines have them; the kubelet has turned the first three. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ['kernel.panic', '10'],
  ['kernel.panic_on_oops', '1'],
  ['vm.overcommit_memory', '1'],
  ['fs.file-max', '9223372036854775807'],
  ['fs.inotify.max_user_instances', '128'],
  ['kernel.ostype', 'Linux'],
  ['kernel.pid_max', '4194304'],
  ['kernel.shm_rmid_forced', '0'],
  ['net.core.somaxconn', '4096'],
  ['net.ipv4.ip_forward', '1'],
  ['net.ipv4.ip_local_port_range', '32768\t60999'],
  ['net.ipv4.ip_local_reserved_ports', ''],
  ['net.ipv4.ip_unprivileged_port_start', '1024'],
  ['net.ipv4.ping_group_range', '1\t0'],
  ['net.ipv4.tcp_fin_timeout', '60'],
  ['net.ipv4.tcp_keepalive_intvl', '75'],
  ['net.ipv4.tcp_keepalive_probes', '9'],
  ['net.ipv4.tcp_keepalive_time', '7200'],
  ['net.ipv4.tcp_rmem', '4096\t131072\t6291456'],
  ['net.ipv4.tcp_syncookies', '1'],
  ['net.ipv4.tcp_wmem', '4096\t16384\t4194304'],
  ['vm.max_map_count', '65530'],
  ['vm.swappiness', '60'],
]);

/** The files of settings, by their paths, where no Pod asks for others. */
export function usualSettings(): readonly (readonly [path: string, text: string])[] {
  return [...USUAL].map(([name, value]) => [pathOf(name), `${value}\n`]);
}

const pathOf = (name: string): string => `/proc/sys/${name.replaceAll('.', '/')}`;

/** `sysctl [-n] [-q] NAME…`, `sysctl -w NAME=VALUE…`: who is privileged may set any. (Deviation: nobody sees it afterwards.) */
export function sysctl(args: readonly string[], files: Files): Told | undefined {
  const flags = args.filter((word) => word.startsWith('-')).join('');
  if (/[ap]/.test(flags)) return undefined;
  const lines: string[] = [];
  let stderr = '';
  for (const word of plainWords(args)) {
    const [asked = '', value] = word.split(/=(.*)/s);
    const name = asked.replaceAll('/', '.');
    const known = files.text(pathOf(name))?.replace(/\n$/, '');
    if (known === undefined) stderr += `sysctl: error: '${name}' is an unknown key\n`;
    else if (value !== undefined && !has(files, EVERYTHING - 1))
      stderr += `sysctl: error setting key '${name}': Read-only file system\n`;
    else if (!flags.includes('q')) lines.push(flags.includes('n') ? (value ?? known) : `${name} = ${value ?? known}`);
  }
  return { stdout: textOf(lines), stderr, exitCode: stderr === '' ? 0 : 1 };
}

const CHANGES = /^(?:add|append|change|del|delete|flush|replace|set)$/;

/** Whether `ip` changes something: what it is asked is answered by the network. */
export function changesLinks(args: readonly string[]): boolean {
  return CHANGES.test(plainWords(args)[1] ?? '');
}

/** `ip link add …` and the like. (Deviation: of who may, nothing comes.) */
export function ip(args: readonly string[], files: Files): Told | undefined {
  if (!changesLinks(args)) return undefined;
  return has(files, NET_ADMIN) ? says('') : fails('ip: RTNETLINK answers: Operation not permitted\n', 2);
}

/** Whether its process has a capability in effect, by the number of its bit. */
function has(files: Files, bit: number): boolean {
  const bits = /^CapEff:\s*([\da-f]+)$/m.exec(files.read('/proc/self/status') ?? '')?.[1] ?? '0';
  return Math.floor(Number.parseInt(bits, 16) / 2 ** bit) % 2 === 1;
}
