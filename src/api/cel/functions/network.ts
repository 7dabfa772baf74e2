import { Extension, fail, type Value } from '../values/values.ts';
import { core } from './core.ts';
import type { Implementation } from './types.ts';

/** Network addresses and ranges of them. */
// Models staging/src/k8s.io/apiserver/pkg/cel/library/{ip,cidr}.go (v1.36)

class Ip extends Extension {
  readonly typeName = 'net.IP';
  constructor(
    readonly family: 4 | 6,
    readonly bits: bigint,
  ) {
    super();
  }
  get key(): string {
    return `${this.family}/${this.bits}`;
  }
}

class Cidr extends Extension {
  readonly typeName = 'net.CIDR';
  constructor(
    readonly ip: Ip,
    readonly prefix: number,
  ) {
    super();
  }
  get key(): string {
    return `${this.ip.key}/${this.prefix}`;
  }
}

function ipOf(text: string): Ip | undefined {
  return text.includes(':') ? ipv6(text) : ipv4(text);
}

function ipv4(text: string): Ip | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255))
    return undefined;
  return new Ip(
    4,
    parts.reduce((bits, part) => bits * 256n + BigInt(part), 0n),
  );
}

function ipv6(text: string): Ip | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const words = (half: string): readonly string[] => (half === '' ? [] : half.split(':'));
  const [head, tail] = [words(halves[0] as string), words(halves[1] ?? '')];
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array<string>(halves.length === 1 ? 0 : missing).fill('0'), ...tail];
  if (all.some((word) => !/^[0-9a-fA-F]{1,4}$/.test(word))) return undefined;
  return new Ip(
    6,
    all.reduce((bits, word) => bits * 65_536n + BigInt(`0x${word}`), 0n),
  );
}

function width({ family }: Ip): number {
  return family === 4 ? 32 : 128;
}

function cidrOf(text: string): Cidr | undefined {
  const [address = '', prefix = ''] = text.split('/');
  const ip = ipOf(address);
  if (ip === undefined || !/^\d{1,3}$/.test(prefix) || Number(prefix) > width(ip)) return undefined;
  return new Cidr(ip, Number(prefix));
}

function networkBits({ ip, prefix }: Cidr): bigint {
  const free = BigInt(width(ip) - prefix);
  return (ip.bits >> free) << free;
}

function ipText({ family, bits }: Ip): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  const words = Array.from({ length: 8 }, (_, at) => ((bits >> BigInt(112 - at * 16)) & 65_535n).toString(16));
  let best = { from: 0, length: 1 };
  for (let from = 0; from < 8; from += 1) {
    let length = 0;
    while (words[from + length] === '0') length += 1;
    if (length > best.length) best = { from, length };
  }
  if (best.length < 2) return words.join(':');
  return `${words.slice(0, best.from).join(':')}::${words.slice(best.from + best.length).join(':')}`;
}

const containsIp = (range: Cidr, ip: Ip): boolean => {
  const free = BigInt(width(range.ip) - range.prefix);
  return ip.family === range.ip.family && ip.bits >> free === range.ip.bits >> free;
};

const within =
  (act: (range: Cidr, text: string) => Value): Implementation =>
  ([range, other]) => {
    if (!(range instanceof Cidr)) return undefined;
    if (typeof other === 'string') return act(range, other);
    if (other instanceof Ip) return act(range, ipText(other));
    return other instanceof Cidr ? act(range, `${ipText(other.ip)}/${other.prefix}`) : undefined;
  };

const ofIp =
  (act: (ip: Ip) => Value): Implementation =>
  ([ip]) =>
    ip instanceof Ip ? act(ip) : undefined;

const starts = (ip: Ip, prefix: bigint, length: number): boolean => ip.bits >> BigInt(width(ip) - length) === prefix;

const text: Implementation = (args) => {
  const [value] = args;
  if (value instanceof Ip) return ipText(value);
  if (value instanceof Cidr) return `${ipText(value.ip)}/${value.prefix}`;
  return core.get('string')?.(args);
};

export const network: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['string', text],
  [
    'ip',
    ([value]) => {
      if (value instanceof Cidr) return value.ip;
      if (typeof value !== 'string') return undefined;
      return ipOf(value) ?? fail(`IP Address "${value}" parse error during conversion from string`);
    },
  ],
  ['isIP', ([value]) => (typeof value === 'string' ? ipOf(value) !== undefined : undefined)],
  [
    'ip.isCanonical',
    ([value]) => (typeof value !== 'string' ? undefined : ipText(ipOf(value) ?? fail('not an IP address')) === value),
  ],
  ['family', ofIp(({ family }) => BigInt(family))],
  ['isUnspecified', ofIp(({ bits }) => bits === 0n)],
  ['isLoopback', ofIp((ip) => (ip.family === 4 ? starts(ip, 127n, 8) : ip.bits === 1n))],
  ['isLinkLocalMulticast', ofIp((ip) => (ip.family === 4 ? starts(ip, 0xe00000n, 24) : starts(ip, 0xff02n, 16)))],
  ['isLinkLocalUnicast', ofIp((ip) => (ip.family === 4 ? starts(ip, 0xa9fen, 16) : starts(ip, 0x3fan, 10)))],
  [
    'isGlobalUnicast',
    ofIp((ip) =>
      ip.family === 4 ? !starts(ip, 127n, 8) && !starts(ip, 0xen, 4) : !starts(ip, 0xffn, 8) && ip.bits > 1n,
    ),
  ],
  [
    'cidr',
    ([value]) =>
      typeof value !== 'string'
        ? undefined
        : (cidrOf(value) ??
          fail(`network address parse error during conversion from string: invalid CIDR address: ${value}`)),
  ],
  ['isCIDR', ([value]) => (typeof value === 'string' ? cidrOf(value) !== undefined : undefined)],
  ['containsIP', within((range, other) => containsIp(range, ipOf(other) ?? fail('not an IP address')))],
  [
    'containsCIDR',
    within((range, other) => {
      const inner = cidrOf(other) ?? fail('not a CIDR');
      return inner.prefix >= range.prefix && containsIp(range, inner.ip);
    }),
  ],
  ['prefixLength', ([range]) => (range instanceof Cidr ? BigInt(range.prefix) : undefined)],
  [
    'masked',
    ([range]) =>
      range instanceof Cidr ? new Cidr(new Ip(range.ip.family, networkBits(range)), range.prefix) : undefined,
  ],
]);
