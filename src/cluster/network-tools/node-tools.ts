// Models what iproute2 and ipset print of a node: ip route, ip addr, ipset list (v1.36)

import { formatAddress as addressText, isSix } from '../../base/address.ts';
import type { Network } from '../network/index.ts';
import { ipsetList, ipsetSave } from '../network/ipvs/print.ts';
import { ownAddress } from '../network/kernel/host.ts';
import type { NodeNetfilter } from '../network/kernel/node-netfilter.ts';

/** `ip route` and `ip addr` of a node; undefined for anything else. */
export function ipTool(network: Network, node: string, words: readonly string[]): string | undefined {
  const host = network.host(node);
  if (host === undefined) return undefined;
  const [what = ''] = words.filter((word) => !word.startsWith('-'));
  const six = words.includes('-6');
  if (what !== '' && 'route'.startsWith(what)) return routes(network, node, six);
  return what !== '' && 'address'.startsWith(what) ? addresses(network, node) : undefined;
}

/** `ipset list [-n] [name]` and `ipset save [name]`; undefined when there is no set of that name. */
export function ipsetTool(netfilter: NodeNetfilter, words: readonly string[]): string | undefined {
  const [command = '', name] = words.filter((word) => !word.startsWith('-'));
  const all = [...(netfilter.kernel.sets?.rows.values() ?? [])];
  const chosen = name === undefined ? all : all.filter((set) => set.name === name);
  if (name !== undefined && chosen.length === 0) return undefined;
  const printed =
    words.includes('-n') || words.includes('-name')
      ? chosen.map((set) => set.name)
      : command === 'save'
        ? ipsetSave(chosen)
        : ipsetList(chosen, (set) => netfilter.referencesTo(set));
  return printed.map((line) => `${line}\n`).join('');
}

function routes(network: Network, node: string, six: boolean): string {
  const host = network.host(node);
  const lines: string[] = [];
  for (const { cidr, via, device } of host?.routes ?? []) {
    if (isSix(cidr.address) !== six) continue;
    const to = cidr.prefix === 0 ? 'default' : `${addressText(cidr.address)}/${cidr.prefix}`;
    const own = ownAddress(host?.devices.get(device), cidr.address);
    const local = six ? ' proto kernel metric 256' : ` proto kernel scope link src ${addressText(own ?? 0)}`;
    const rest = via === undefined ? local : '';
    lines.push(`${to}${via === undefined ? '' : ` via ${addressText(via)}`} dev ${device}${rest}`);
  }
  for (const other of network.hostNames('node')) {
    const cni = network.host(other)?.devices.get('cni0');
    const bridge = six ? cni?.address6 : cni?.address;
    if (other === node || bridge === undefined) continue;
    const route = host?.remote?.(bridge);
    if (route === undefined) continue;
    const { cidr, via, device } = route;
    const onlink = device.startsWith('flannel') ? ' onlink' : '';
    const by = via === undefined ? '' : ` via ${addressText(via)}`;
    lines.push(`${addressText(cidr.address)}/${cidr.prefix}${by} dev ${device}${onlink}`);
  }
  return `${lines.sort((a, b) => (a.startsWith('default') ? -1 : b.startsWith('default') ? 1 : a < b ? -1 : 1)).join('\n')}\n`;
}

function addresses(network: Network, node: string): string {
  const lines: string[] = [];
  let number = 0;
  for (const { name, mtu, address, address6 } of network.host(node)?.devices.values() ?? []) {
    number += 1;
    const flags = name === 'lo' ? 'LOOPBACK,UP' : 'BROADCAST,MULTICAST,UP';
    lines.push(`${number}: ${name}: <${flags}> mtu ${mtu} state ${name === 'lo' ? 'UNKNOWN' : 'UP'}`);
    if (address !== undefined)
      lines.push(
        `    inet ${addressText(address)}/${prefixOf(name)} scope ${name === 'lo' ? 'host' : 'global'} ${name}`,
      );
    if (address6 !== undefined)
      lines.push(`    inet6 ${addressText(address6)}/${name.startsWith('flannel') ? 128 : 64} scope global`);
  }
  for (const pod of network.hostNames('pod').map((name) => network.host(name))) {
    if (pod?.veth === undefined || pod.node?.name !== node) continue;
    number += 1;
    const mtu = pod.devices.get('eth0')?.mtu ?? 0;
    lines.push(`${number}: ${pod.veth}@if2: <BROADCAST,MULTICAST,UP> mtu ${mtu} master cni0 state UP`);
  }
  return `${lines.join('\n')}\n`;
}

function prefixOf(device: string): number {
  if (device === 'lo') return 8;
  return device === 'flannel.1' ? 32 : 24;
}
