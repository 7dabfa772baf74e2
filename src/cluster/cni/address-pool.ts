// Models containernetworking/plugins plugins/ipam/host-local/backend/allocator/allocator.go (v1.36)

import {
  addressNumber,
  type Cidr,
  formatAddress,
  nthOf,
  parseAddress,
  parseCidr,
  wholePrefix,
} from '../../base/address.ts';
import { assert } from '../../base/assert.ts';

/** A node's range, as text and read. */
export interface Subnet {
  readonly text: string;
  readonly cidr: Cidr;
  /** How many addresses are given out of it: of IPv6 not all, which is enough for any node. */
  readonly size: number;
}

const MOST = 2 ** 24;

export function parseSubnet(text: string): Subnet {
  const cidr = parseCidr(text);
  assert(cidr !== undefined && cidr.prefix <= wholePrefix(cidr.address) - 2, `bad subnet ${text}`);
  return { text, cidr, size: Math.min(MOST, 2 ** (wholePrefix(cidr.address) - cidr.prefix)) };
}

/**
 * Round-robin over a subnet: the search begins after the address that was given last, so an address is not used
 * again at once. The first address is the gateway's; network and broadcast addresses are never given.
 * Models containernetworking/plugins plugins/ipam/host-local/backend/allocator (v1.36)
 */
export class AddressPool {
  readonly gateway: string;
  private readonly taken = new Set<number>();

  /** `last`: the place of the address that was given last. */
  constructor(
    readonly subnet: Subnet,
    private last = 1,
  ) {
    this.gateway = this.text(1);
  }

  /** The last address that it may give. */
  get end(): string {
    return this.text(this.subnet.size - 2);
  }

  private text(at: number): string {
    return formatAddress(nthOf(this.subnet.cidr, at));
  }

  private place(address: string): number {
    const read = parseAddress(address);
    assert(read !== undefined, `bad address ${address}`);
    return addressNumber(read) - addressNumber(this.subnet.cidr.address);
  }

  /** The next free address; undefined when all are taken. */
  take(): string | undefined {
    const end = this.subnet.size - 1;
    const candidates = end - 2;
    let at = this.last;
    for (let tried = 0; tried < candidates; tried += 1) {
      at = at + 1 >= end ? 2 : at + 1;
      if (this.taken.has(at)) continue;
      this.taken.add(at);
      this.last = at;
      return this.text(at);
    }
    return undefined;
  }

  /** An address that somebody has already; one of another range is nobody's to give. */
  claim(address: string): void {
    const at = this.place(address);
    if (at > 1 && at < this.subnet.size) this.taken.add(at);
  }

  release(address: string): void {
    this.taken.delete(this.place(address));
  }
}
