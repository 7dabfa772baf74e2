// Models containernetworking/plugins plugins/main/bridge/bridge.go; hollow nodes: pkg/kubemark (v1.36)

import { hex32 } from '../../base/hex.ts';
import type { Context, Process, Random, Table } from '../../engine/index.ts';
import { cni as kinds } from '../../steps/cni.ts';
import type { CniResult, NetworkPlugin } from '../ports/cni.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { AddressPool, formatAddress, parseSubnet } from './address-pool.ts';
import type { AddressRow, InterfaceRow, RouteRow } from './rows.ts';

const BRIDGE = 'cni0';

interface Attachment {
  readonly ip: string;
  readonly ip6: string | undefined;
  readonly veth: string;
}

/**
 * The bridge plugin with host-local addresses: one bridge a node, one veth pair a sandbox.
 * Models containernetworking/plugins plugins/main/bridge/bridge.go (v1.36)
 */
export function createBridgePlugin(
  env: Environment,
  node: string,
  podCIDR: string,
  lastAddress = 1,
  podCIDR6?: string,
): NetworkPlugin {
  return new BridgePlugin(env, node, podCIDR, lastAddress, podCIDR6);
}

class BridgePlugin implements NetworkPlugin {
  private readonly pool: AddressPool;
  /** The second range of a node with both families. */
  private readonly pool6: AddressPool | undefined;
  private readonly random: Random;
  private readonly addresses: Table<AddressRow>;
  private readonly interfaces: Table<InterfaceRow>;
  private readonly routes: Table<RouteRow>;
  private readonly attached = new Map<string, Attachment>();
  private readonly actor: string;

  constructor(
    private readonly env: Environment,
    node: string,
    podCIDR: string,
    lastAddress: number,
    podCIDR6: string | undefined,
  ) {
    const engine = env.engine;
    this.actor = `cni/${node}`;
    this.pool = new AddressPool(parseSubnet(podCIDR), lastAddress);
    this.pool6 = podCIDR6 === undefined ? undefined : new AddressPool(parseSubnet(podCIDR6));
    this.random = engine.random(this.actor);
    this.addresses = engine.table(`${this.actor}/addresses`);
    this.interfaces = engine.table(`${this.actor}/interfaces`);
    this.routes = engine.table(`${this.actor}/routes`);
  }

  *add(
    ctx: Context,
    containerId: string,
    netns: string,
    args: { readonly [key: string]: string },
  ): Process<CniResult | { readonly error: string }> {
    const owner = `${args.K8S_POD_NAMESPACE}/${args.K8S_POD_NAME}`;
    const subject = `pods/${owner}`;
    const asked = ctx.as(this.actor).step(kinds.add, subject, { sandbox: containerId.slice(0, 12) });
    const ip = this.pool.take();
    const subnet = this.pool.subnet.text;
    if (ip === undefined) {
      asked.step(kinds.exhausted, subject, { subnet });
      return { error: exhausted(this.pool) };
    }
    const allocated = asked.step(kinds.allocate, subject, { ip, subnet });
    this.addresses.set(ip, { ip, containerId, owner });
    const ip6 = this.pool6?.take();
    if (ip6 !== undefined) {
      allocated.step(kinds.allocate, subject, { ip: ip6, subnet: this.pool6?.subnet.text ?? '' });
      this.addresses.set(ip6, { ip: ip6, containerId, owner });
    }
    yield allocated.sleep(draw(this.random, this.env.latencies.cniAdd));

    const veth = `veth${hex8(this.random)}`;
    allocated.step(kinds.connect, subject, { ip, veth, bridge: BRIDGE });
    this.ensureBridge();
    this.interfaces.set(veth, {
      name: veth,
      type: 'veth',
      address: undefined,
      mac: macOf(this.random),
      bridge: BRIDGE,
      peerNamespace: netns,
      peer: 'eth0',
    });
    this.attached.set(containerId, { ip, ip6, veth });
    const { gateway } = this.pool;
    const result = { ip, gateway, hostInterface: veth, routes: [`default via ${gateway}`] };
    return ip6 === undefined ? result : { ...result, ip6 };
  }

  *del(ctx: Context, containerId: string): Process<void> {
    const attachment = this.attached.get(containerId);
    if (attachment === undefined) return;
    const owner = this.addresses.get(attachment.ip)?.owner ?? '';
    ctx.as(this.actor).step(kinds.del, `pods/${owner}`, { ip: attachment.ip });
    this.attached.delete(containerId);
    this.pool.release(attachment.ip);
    this.addresses.delete(attachment.ip);
    if (attachment.ip6 !== undefined) {
      this.pool6?.release(attachment.ip6);
      this.addresses.delete(attachment.ip6);
    }
    this.interfaces.delete(attachment.veth);
  }

  /** The first pod of a node brings the bridge and the route to the node's own pods. */
  private ensureBridge(): void {
    if (this.interfaces.has(BRIDGE)) return;
    this.interfaces.set(BRIDGE, {
      name: BRIDGE,
      type: 'bridge',
      address: this.pool.gateway,
      mac: macOf(this.random),
      bridge: undefined,
      peerNamespace: undefined,
      peer: undefined,
    });
    for (const pool of [this.pool, this.pool6]) {
      if (pool === undefined) continue;
      const destination = pool.subnet.text;
      this.routes.set(destination, { destination, via: undefined, device: BRIDGE });
    }
  }
}

function exhausted({ gateway, subnet }: AddressPool): string {
  const last = formatAddress(subnet.base + subnet.size - 2);
  return `plugin type="bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set: ${gateway}-${last}`;
}

const hex8 = (random: Random): string => hex32(random.nextU32());

function macOf(random: Random): string {
  const hex = hex8(random);
  const more = hex8(random);
  // Locally administered, unicast.
  return `${hex32(2 + 4 * random.below(64)).slice(6)}:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}:${hex.slice(6, 8)}:${more.slice(0, 2)}`;
}

/** What the fake runtime of a hollow node calls the address of every sandbox. */
const HOLLOW_ADDRESS = '192.168.192.168';

/** Gives every sandbox the same address without any work. */
export function createConstantPlugin(ip = HOLLOW_ADDRESS): NetworkPlugin {
  const result: CniResult = { ip, gateway: '', hostInterface: '', routes: [] };
  return {
    *add() {
      return result;
    },
    *del() {},
  };
}
