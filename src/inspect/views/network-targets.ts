import { ADDRESS_TABLES } from '../../cluster/cni/rows.ts';
import { ENDPOINTS_TABLES, SERVICE_PORT_TABLES } from '../../cluster/proxy/shared/rows.ts';
import type { PacketTarget } from '../../protocol/network-view.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_TARGETS = 60;

/** Where a packet can be sent: every way to every Service, and each Pod itself. */
export function networkTargets(snapshot: Snapshot, node: string, nodes: readonly string[]): readonly PacketTarget[] {
  const found: PacketTarget[] = [];
  const ports = new Map<string, number>();
  const six = snapshot.table(SERVICE_PORT_TABLES.IPv6.of(node));
  const four = snapshot.table(SERVICE_PORT_TABLES.IPv4.of(node));
  for (const { clusterIP: to, key: name, port } of [...six.values(), ...four.values()].slice(0, MOST_TARGETS))
    found.push({ name, kind: 'cluster', to, port });
  // Names and node ports are those of both families.
  for (const row of new Map([...six, ...four]).values()) {
    const { key: name, port, nodePort, loadBalancerVIPs, externalIPs, service } = row;
    if (nodePort !== 0) for (const to of nodes.slice(0, 3)) found.push({ name, kind: 'node-port', to, port: nodePort });
    for (const to of [...loadBalancerVIPs, ...externalIPs]) found.push({ name, kind: 'balancer', to, port });
    const [namespace, own = ''] = service.split('/');
    found.push({ name, kind: 'dns', to: namespace === 'default' ? own : `${own}.${namespace}`, port });
    if (found.length > MOST_TARGETS) break;
  }
  for (const family of ['IPv4', 'IPv6'] as const)
    for (const row of snapshot.table(ENDPOINTS_TABLES[family].of(node)).values())
      for (const { ip, port } of row) ports.set(ip, port);
  for (const each of nodes) {
    for (const { ip, owner } of snapshot.table(ADDRESS_TABLES.of(each)).values()) {
      if (found.length > MOST_TARGETS) return found;
      found.push({ name: owner, kind: 'pod', to: ip, port: ports.get(ip) ?? 80 });
    }
  }
  return found;
}
