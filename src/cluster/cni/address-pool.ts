// Models containernetworking/plugins plugins/ipam/host-local/backend/allocator/allocator.go (v1.36)

import { assert } from '../../base/assert.ts';

/** `10.244.3.0/24` as a number and a prefix length. */
export interface Subnet {
  readonly text: string;
  readonly base: number;
  readonly size: number;
  /** Of IPv6: what stands before the last group. Numbers are counted from it. */
  readonly six?: string;
}

/** Networks of IPv6 that are written with `::` at their end; their first 65536 addresses are enough for any node. */
function sixSubnet(text: string): Subnet {
  const [six = ''] = text.split('/');
  assert(six.endsWith('::'), `bad subnet ${text}`);
  return { text, base: 0, size: 65_536, six };
}

export function parseSubnet(text: string): Subnet {
  if (text.includes(':')) return sixSubnet(text);
  const [address = '', length = ''] = text.split('/');
  const prefix = Number(length);
  assert(Number.isInteger(prefix) && prefix >= 8 && prefix <= 30, `bad subnet ${text}`);
  const size = 2 ** (32 - prefix);
  const base = parseAddress(address);
  return { text, base: base - (base % size), size };
}

export function parseAddress(text: string): number {
  let value = 0;
  for (const part of text.split('.')) value = value * 256 + Number(part);
  return value;
}

export function formatAddress(value: number): string {
  const low = value % 65536;
  const high = (value - low) / 65536;
  return `${Math.floor(high / 256)}.${high % 256}.${Math.floor(low / 256)}.${low % 256}`;
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
    const { six, base } = this.subnet;
    return six === undefined ? formatAddress(base + at) : `${six}${at.toString(16)}`;
  }

  private place(address: string): number {
    const { six, base } = this.subnet;
    return six === undefined ? parseAddress(address) - base : Number.parseInt(address.slice(six.length), 16);
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

  release(address: string): void {
    this.taken.delete(this.place(address));
  }
}
