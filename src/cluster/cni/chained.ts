// Models containernetworking/cni libcni/api.go AddNetworkList, DelNetworkList (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import type { CniAnswer, CniResult, NetworkPlugin } from '../ports/cni.ts';
import type { Netfilter } from '../ports/netfilter.ts';
import { type Mapped, mapPorts, unmapPorts } from './portmap.ts';

/** The plugin that connects, and behind it the one that leads ports of the node to a sandbox; undone the other way round. */
export function withPortmap(
  plugin: NetworkPlugin,
  netfilter: Netfilter,
  node: string,
  podCIDRs: readonly string[],
): NetworkPlugin {
  const ranges = podCIDRs.map((podCIDR) => {
    const isSix = podCIDR.includes(':');
    return { isSix, tools: isSix ? netfilter.six : netfilter, prefix: podCIDR.slice(podCIDR.indexOf('/') + 1) };
  });
  const subjectOf: (args: { readonly [key: string]: string }) => string = (args) =>
    `pods/${args.K8S_POD_NAMESPACE}/${args.K8S_POD_NAME}`;
  function* addMapped(ctx: Context, mapped: Mapped, connecting: Process<CniAnswer>): Process<CniAnswer> {
    const result = yield* connecting;
    if ('error' in result) return result;
    mapAll(ctx, mapped, result);
    return result;
  }
  function mapAll(ctx: Context, mapped: Mapped, { ip, secondIP }: Pick<CniResult, 'ip' | 'secondIP'>): void {
    for (const { isSix, tools, prefix } of ranges) {
      const address = [ip, secondIP].find((each) => each?.includes(':') === isSix);
      if (address !== undefined) mapPorts(ctx.as(`cni/${node}`), tools, mapped, address, prefix);
    }
  }
  return {
    add: (ctx, containerId, netns, args, ports) =>
      ports === undefined
        ? plugin.add(ctx, containerId, netns, args)
        : addMapped(ctx, { containerId, subject: subjectOf(args), ports }, plugin.add(ctx, containerId, netns, args)),
    *del(ctx, containerId, netns, args, ports): Process<void> {
      if (ports !== undefined) {
        const mapped = { containerId, subject: subjectOf(args), ports };
        const all = ranges.map(({ tools }) => tools);
        unmapPorts(ctx.as(`cni/${node}`), all, mapped);
      }
      yield* plugin.del(ctx, containerId, netns, args, ports);
    },
    found(ctx, containerId, netns, args, addresses, ports) {
      plugin.found?.(ctx, containerId, netns, args, addresses, ports);
      if (ports !== undefined) mapAll(ctx, { containerId, subject: subjectOf(args), ports }, addresses);
    },
  };
}
