// Models containernetworking/plugins plugins/main/bridge/bridge.go; hollow nodes: pkg/kubemark (v1.36)

import { hex32 } from '../../base/bytes/hex.ts';
import { slashed } from '../../base/slashed.ts';
import { Actor, type Context, type Process, type Random, settle, type Table } from '../../engine/index.ts';
import { cni as kinds } from '../../steps/cni.ts';
import type { Cables, CniAnswer, CniResult, NetworkPlugin } from '../ports/cni.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { AddressPool, parseSubnet } from './address-pool.ts';
import {
  ADDRESS_TABLES,
  type AddressRow,
  INTERFACE_TABLES,
  type InterfaceRow,
  ROUTE_TABLES,
  type RouteRow,
} from './rows.ts';

const BRIDGE = 'cni0';

/** A sandbox with its addresses, and its cable once it has one. */
interface Attachment {
  readonly containerId: string;
  readonly owner: string;
  readonly netns: string;
  readonly ip: string;
  readonly secondIP: string | undefined;
  veth: string;
  mac: Mac;
}

/** What a hardware address is made of: it is written out when somebody reads it. */
interface Mac {
  readonly first: number;
  readonly high: number;
  readonly low: number;
}

const NO_MAC: Mac = { first: 0, high: 0, low: 0 };

/**
 * The bridge plugin with host-local addresses: one bridge a node, one veth pair a sandbox.
 * Models containernetworking/plugins plugins/main/bridge/bridge.go (v1.36)
 */
export function createBridgePlugin(
  env: Environment,
  node: string,
  podCIDR: string,
  lastAddress = 1,
  secondCIDR?: string,
  cables?: Cables,
): NetworkPlugin {
  return new BridgePlugin(env, node, podCIDR, lastAddress, secondCIDR, cables);
}

class BridgePlugin implements NetworkPlugin {
  private readonly pool: AddressPool;
  /** The second range of a node with both families. */
  private readonly secondPool: AddressPool | undefined;
  private readonly random: Random;
  private readonly addresses: Table<AddressRow>;
  private readonly interfaces: Table<InterfaceRow>;
  private readonly routes: Table<RouteRow>;
  /** All sandboxes have the same. */
  private readonly routesOfPods: readonly string[];
  private readonly attached = new Map<string, Attachment>();
  private bridge: InterfaceRow | undefined;
  private readonly actor: Actor;

  constructor(
    private readonly env: Environment,
    node: string,
    podCIDR: string,
    lastAddress: number,
    secondCIDR: string | undefined,
    private readonly cables: Cables | undefined,
  ) {
    const engine = env.engine;
    this.actor = new Actor(`cni/${node}`);
    this.pool = new AddressPool(parseSubnet(podCIDR), lastAddress);
    this.routesOfPods = [`default via ${this.pool.gateway}`];
    this.secondPool = secondCIDR === undefined ? undefined : new AddressPool(parseSubnet(secondCIDR));
    this.random = engine.random(this.actor.name);
    this.addresses = engine.viewTable(ADDRESS_TABLES.of(node), () => this.addressRows());
    this.interfaces = engine.viewTable(INTERFACE_TABLES.of(node), () => this.interfaceRows());
    this.routes = engine.table(ROUTE_TABLES.of(node));
  }

  *add(ctx: Context, containerId: string, netns: string, args: { readonly [key: string]: string }): Process<CniAnswer> {
    const owner = slashed(args.K8S_POD_NAMESPACE ?? '', args.K8S_POD_NAME ?? '');
    const subject = `pods/${owner}`;
    const asked = this.actor.step(ctx, kinds.add, subject, { sandbox: containerId.slice(0, 12) });
    const ip = this.pool.take();
    const subnet = this.pool.subnet.text;
    if (ip === undefined) {
      asked.step(kinds.exhausted, subject, { subnet });
      return { error: exhausted(this.pool) };
    }
    const allocated = asked.step(kinds.allocate, subject, { ip, subnet });
    const secondIP = this.secondPool?.take();
    const attachment: Attachment = { containerId, owner, netns, ip, secondIP, veth: '', mac: NO_MAC };
    this.attached.set(containerId, attachment);
    this.showAddress(ip, attachment);
    if (secondIP !== undefined) {
      allocated.step(kinds.allocate, subject, { ip: secondIP, subnet: this.secondPool?.subnet.text ?? '' });
      this.showAddress(secondIP, attachment);
    }
    yield allocated.sleep(draw(this.random, this.env.latencies.cniAdd));
    return this.connect(allocated, attachment, subject);
  }

  /** Its addresses are taken, and its cable is there. */
  found(
    _ctx: Context,
    containerId: string,
    netns: string,
    args: { readonly [key: string]: string },
    { ip, secondIP }: Pick<CniResult, 'ip' | 'secondIP'>,
  ): void {
    const owner = slashed(args.K8S_POD_NAMESPACE ?? '', args.K8S_POD_NAME ?? '');
    this.pool.claim(ip);
    if (secondIP !== undefined) this.secondPool?.claim(secondIP);
    const attachment: Attachment = { containerId, owner, netns, ip, secondIP, veth: '', mac: NO_MAC };
    this.attached.set(containerId, attachment);
    this.showAddress(ip, attachment);
    if (secondIP !== undefined) this.showAddress(secondIP, attachment);
    this.plug(attachment);
  }

  private connect(allocated: Context, attachment: Attachment, subject: string): CniResult {
    const veth = `veth${hex8(this.random)}`;
    allocated.note(kinds.connect, subject, { ip: attachment.ip, veth, bridge: BRIDGE });
    return this.plug(attachment, veth);
  }

  private plug(attachment: Attachment, veth = `veth${hex8(this.random)}`): CniResult {
    const { containerId, owner, ip, secondIP } = attachment;
    this.ensureBridge();
    attachment.veth = veth;
    attachment.mac = drawMac(this.random);
    if (this.interfaces.isKept) this.interfaces.set(veth, interfaceRow(attachment));
    const plain = { ip, gateway: this.pool.gateway, hostInterface: veth, routes: this.routesOfPods };
    const result: CniResult = secondIP === undefined ? plain : { ...plain, secondIP };
    this.cables?.plugged(owner, containerId, result);
    return result;
  }

  *del(ctx: Context, containerId: string): Process<void> {
    const attachment = this.attached.get(containerId);
    if (attachment === undefined || attachment.veth === '') return;
    this.cables?.unplugged(attachment.owner, containerId);
    this.actor.step(ctx, kinds.del, `pods/${attachment.owner}`, { ip: attachment.ip });
    this.attached.delete(containerId);
    this.pool.release(attachment.ip);
    this.addresses.delete(attachment.ip);
    if (attachment.secondIP !== undefined) {
      this.secondPool?.release(attachment.secondIP);
      this.addresses.delete(attachment.secondIP);
    }
    this.interfaces.delete(attachment.veth);
  }

  private showAddress(ip: string, { containerId, owner }: Attachment): void {
    if (this.addresses.isKept) this.addresses.set(ip, { ip, containerId, owner });
  }

  private *addressRows(): Iterable<readonly [string, AddressRow]> {
    for (const { ip, secondIP, containerId, owner } of this.attached.values()) {
      yield [ip, { ip, containerId, owner }];
      if (secondIP !== undefined) yield [secondIP, { ip: secondIP, containerId, owner }];
    }
  }

  private *interfaceRows(): Iterable<readonly [string, InterfaceRow]> {
    if (this.bridge !== undefined) yield [BRIDGE, this.bridge];
    for (const attachment of this.attached.values())
      if (attachment.veth !== '') yield [attachment.veth, interfaceRow(attachment)];
  }

  /** The first pod of a node brings the bridge and the route to the node's own pods. */
  private ensureBridge(): void {
    if (this.bridge !== undefined) return;
    this.bridge = {
      name: BRIDGE,
      type: 'bridge',
      address: this.pool.gateway,
      mac: macText(drawMac(this.random)),
      bridge: undefined,
      peerNamespace: undefined,
      peer: undefined,
    };
    this.interfaces.set(BRIDGE, this.bridge);
    for (const pool of [this.pool, this.secondPool]) {
      if (pool === undefined) continue;
      const destination = pool.subnet.text;
      this.routes.set(destination, { destination, via: undefined, device: BRIDGE });
    }
  }
}

function interfaceRow({ veth, mac, netns }: Attachment): InterfaceRow {
  return {
    name: veth,
    type: 'veth',
    address: undefined,
    mac: macText(mac),
    bridge: BRIDGE,
    peerNamespace: netns,
    peer: 'eth0',
  };
}

function exhausted({ gateway, end }: AddressPool): string {
  return `plugin type="bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set: ${gateway}-${end}`;
}

const hex8 = (random: Random): string => hex32(random.nextU32());

function drawMac(random: Random): Mac {
  // As integers that need no object of their own.
  const high = random.nextU32() | 0;
  const low = random.nextU32() | 0;
  // Locally administered, unicast.
  return { first: 2 + 4 * random.below(64), high, low };
}

function macText({ first, high, low }: Mac): string {
  const hex = hex32(high);
  const more = hex32(low);
  return `${hex32(first).slice(6)}:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}:${hex.slice(6, 8)}:${more.slice(0, 2)}`;
}

/** What the fake runtime of a hollow node calls the address of every sandbox. */
const HOLLOW_ADDRESS = '192.168.192.168';

/** Gives every sandbox the same address without any work. */
export function createConstantPlugin(ip = HOLLOW_ADDRESS): NetworkPlugin {
  const result: CniResult = { ip, gateway: '', hostInterface: '', routes: [] };
  return {
    add: () => settle(result),
    *del() {},
  };
}
