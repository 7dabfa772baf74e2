import { formatAddress6, parseAddress6 } from '../../../base/address6.ts';

interface Network {
  readonly first: bigint;
  readonly prefix: number;
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
    this.bits = cidr.includes(':') ? 128 : 32;
    this.whole = parsed(cidr) as Network;
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
    const network = (cidr.includes(':') ? 128 : 32) === this.bits ? parsed(cidr) : undefined;
    if (network === undefined) return;
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
    if (this.bits === 128) return `${formatAddress6(digitsOf(address))}/${this.prefix}`;
    const octets = [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n);
    return `${octets.join('.')}/${this.prefix}`;
  }
}

function digitsOf(address: bigint) {
  return address.toString(16).padStart(32, '0') as Parameters<typeof formatAddress6>[0];
}

/** Its host bits are cut off; undefined when it is no network. */
function parsed(cidr: string): Network | undefined {
  const [text = '', length = ''] = cidr.split('/');
  const six = text.includes(':');
  const digits = six ? parseAddress6(text) : digitsOf4(text);
  if (digits === undefined || length === '') return undefined;
  const [prefix, bits] = [Number(length), six ? 128 : 32];
  const host = BigInt(bits - prefix);
  return { first: (BigInt(`0x${digits}`) >> host) << host, prefix };
}

function digitsOf4(text: string): string | undefined {
  const octets = text.split('.').map(Number);
  if (octets.length !== 4 || octets.some(Number.isNaN)) return undefined;
  return octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');
}
