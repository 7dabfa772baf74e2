// Models nothing upstream: which line a person types to send a packet from somewhere (v1.36)

import type { Pod } from '../../api/types/core.ts';
import { joinHostPort } from '../../base/address.ts';
import type { Cluster } from '../config/cluster-config.ts';
import { behaviourOf } from '../images/catalog.ts';
import { isInstalled } from '../images/installed.ts';
import { OUTSIDE } from '../wiring/cluster-network.ts';

/** A request over the network: from `client` outside, a node, or a Pod (`namespace/name`). */
export interface SentPacket {
  readonly type: 'packet';
  readonly from: string;
  readonly to: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
  readonly raw?: boolean;
}

/** What a person would type to send this; in a Pod, with what a container of it has. */
export function lineOfPacket(
  cluster: Cluster,
  { from, to, port, protocol, raw = false }: SentPacket,
): readonly string[] {
  const bytes = protocol === 'udp' ? ['nc', '-u', to, String(port)] : ['nc', to, String(port)];
  const url = `http://${joinHostPort(to, port)}/`;
  const tool = protocol === 'udp' || raw ? bytes : ['curl', url];
  const [namespace = '', name] = from.split('/');
  if (name === undefined) return from === OUTSIDE ? tool : ['ssh', from, ...tool];
  const pod = cluster.apiServer.peek('pods', namespace, name) as Pod | undefined;
  const has = (program: string) =>
    pod?.spec.containers.find(({ image }) => isInstalled(behaviourOf(image ?? ''), program));
  const other = tool[0] === 'curl' ? ['wget', '-qO-', url] : tool;
  const chosen = has(tool[0] ?? '') === undefined && has('wget') !== undefined ? other : tool;
  const container = has(chosen[0] ?? '')?.name;
  const where = container === undefined || container === pod?.spec.containers[0]?.name ? [] : ['-c', container];
  return ['kubectl', 'exec', '-n', namespace, name, ...where, '--', ...chosen];
}
