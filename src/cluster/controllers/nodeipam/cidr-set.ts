import { type Address, formatAddress, isSix, parseCidr, wholePrefix } from '../../../base/address.ts';
import type { Address6 } from '../../../base/address6.ts';
import { hexDigits } from '../../../base/bytes/hex.ts';

interface Network {
  readonly first: bigint;
  readonly prefix: number;
  /** Of an address of its family. */
  readonly bits: number;
}

/**
 * Networks of one size out of a larger one, given out in turn.
 * Models pkg/controller/nodeipam/ipam/cidrset/cidr_set.go (v1.36)
 */
export class CidrSet {
  private readonly whole: Network;
  private readonly bits: number;
  private readonly most: number;
  private readonly used = new Set<number>();
  private next = 0;

  constructor(
    cidr: string,
    private readonly prefix: number,
  ) {
    this.whole = parsed(cidr) as Network;
    this.bits = this.whole.bits;
    this.most = 2 ** (prefix - this.whole.prefix);
  }

  /** Undefined when all are taken. */
  allocate(): string | undefined {
    for (let tried = 0; tried < this.most; tried += 1) {
      const at = (this.next + tried) % this.most;
      if (this.used.has(at)) continue;
      this.next = (at + 1) % this.most;
      this.used.add(at);
      return this.text(at);
    }
    return undefined;
  }

  occupy(cidr: string): void {
    for (const at of this.placesOf(cidr)) this.used.add(at);
  }

  release(cidr: string): void {
    for (const at of this.placesOf(cidr)) this.used.delete(at);
  }

  /** What is there already was given out in turn, too. */
  goOnAfterTheLast(): void {
    for (const at of this.used) if (at >= this.next) this.next = (at + 1) % this.most;
  }

  /** None for what lies elsewhere. */
  private *placesOf(cidr: string): Iterable<number> {
    const network = parsed(cidr);
    if (network?.bits !== this.bits) return;
    const common = BigInt(this.bits - Math.min(network.prefix, this.whole.prefix));
    if (network.first >> common !== this.whole.first >> common) return;
    if (network.prefix <= this.whole.prefix) {
      for (let at = 0; at < this.most; at += 1) yield at;
      return;
    }
    const shift = BigInt(this.bits - this.prefix);
    const first = Number((network.first >> shift) - (this.whole.first >> shift));
    const count = 2 ** Math.max(0, this.prefix - network.prefix);
    for (let at = 0; at < count; at += 1) yield first + at;
  }

  private text(at: number): string {
    const address = this.whole.first | (BigInt(at) << BigInt(this.bits - this.prefix));
    return `${formatAddress(addressOf(address, this.bits))}/${this.prefix}`;
  }
}

function addressOf(value: bigint, bits: number): Address {
  return bits === 32 ? Number(value) : (hexDigits(value, 32) as Address6);
}

/** Its host bits are cut off; undefined when it is no network. */
function parsed(text: string): Network | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) return undefined;
  const { address, prefix } = cidr;
  return { first: BigInt(isSix(address) ? `0x${address}` : address), prefix, bits: wholePrefix(address) };
}
