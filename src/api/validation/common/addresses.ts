import { formatAddress6, maskAddress6, parseAddress6 } from '../../../base/address6.ts';

/** Texts that are addresses of networks or machines. Models apimachinery/pkg/util/validation/ip.go (v1.36) */

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const PADDED = /(^|[.:])0+(?=\d+\.)|\.0+(?=\d+$)/g;
const NONE: readonly string[] = [];
const ADDRESS: readonly string[] = ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
const NETWORK: readonly string[] = ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
const MAPPED = /^(0{0,4}:){2,5}:?ffff:([\d.]+|[\da-f]{1,4}:[\da-f]{1,4})$/i;

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** Without the zeros that may be read as octal. */
function unpadded(text: string): string {
  return text.includes('.') ? text.replace(PADDED, (zeros) => zeros.replace(/0+/, '')) : text;
}

function isMapped(text: string): boolean {
  return text.includes(':') && MAPPED.test(text);
}

export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2 || !text.includes(':')) return false;
  let groups = 0;
  for (const [h, half] of halves.entries()) {
    if (half === '') continue;
    const parts = half.split(':');
    for (const [i, part] of parts.entries()) {
      const last = i === parts.length - 1 && h === halves.length - 1;
      if (last && part.includes('.')) {
        if (!isIpv4(part)) return false;
        groups += 2;
      } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups += 1;
      else return false;
    }
  }
  return halves.length === 2 ? groups < 8 : groups === 8;
}

export function isAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

/** Older fields take an address in every form that has one meaning. */
// Models apimachinery/pkg/util/validation/ip.go IsValidIPForLegacyField with StrictIPCIDRValidation, which v1.36 has on
export function addressProblems(text: string): readonly string[] {
  if (isAddress(text)) return isMapped(text) ? ['must not be an IPv4-mapped IPv6 address'] : NONE;
  return isAddress(unpadded(text)) ? ['must not have leading 0s'] : ADDRESS;
}

/** Newer ones take the one form that everybody writes. */
export function canonicalAddressProblems(text: string): readonly string[] {
  const problems = addressProblems(text);
  const six = parseAddress6(text);
  if (problems.length > 0 || six === undefined) return problems;
  const canonical = formatAddress6(six);
  return canonical === text ? NONE : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  if (more.length > 0 || !/^(0|[1-9]\d{0,2})$/.test(bits)) return false;
  return isIpv4(address) ? Number(bits) <= 32 : isIpv6(address) && Number(bits) <= 128;
}

/** As for addresses; nothing may be set behind the prefix. */
// Models apimachinery/pkg/util/validation/ip.go IsValidCIDRForLegacyField with StrictIPCIDRValidation
export function networkProblems(text: string): readonly string[] {
  const [address = '', bits = ''] = text.split('/');
  if (!isNetwork(text)) {
    const plain = `${unpadded(address)}/${bits.replace(/^0+(?=\d)/, '')}`;
    return text.split('/').length === 2 && isNetwork(plain)
      ? ['must not have leading 0s in IP or prefix length']
      : NETWORK;
  }
  if (isMapped(address)) return ['must not have an IPv4-mapped IPv6 address'];
  const [own, masked] = ownAndMasked(address, Number(bits));
  return own === masked ? NONE : ['must not have bits set beyond the prefix length'];
}

/** A range as newer fields want it: written as everybody would write it, too. */
// Models apimachinery/pkg/util/validation/ip.go IsValidCIDR (v1.36)
export function rangeProblems(text: string): readonly string[] {
  const problems = networkProblems(text);
  if (problems.length > 0) return problems;
  const [address = '', bits = ''] = text.split('/');
  const canonical = `${ownAndMasked(address, Number(bits))[1]}/${Number(bits)}`;
  return text === canonical ? NONE : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

/** An address with the length of its network, as an interface has it. Models IsValidInterfaceAddress (v1.36) */
export function interfaceProblems(text: string): readonly string[] {
  if (!isNetwork(text)) return INTERFACE;
  const [address = '', bits = ''] = text.split('/');
  const canonical = `${ownAndMasked(address, Number(bits))[0]}/${Number(bits)}`;
  return text === canonical ? NONE : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

const INTERFACE: readonly string[] = ['must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)'];

function ownAndMasked(address: string, length: number): readonly [own: string, masked: string] {
  const six = parseAddress6(address);
  if (six === undefined) return [address, maskedAddress(address, length)];
  return [formatAddress6(six), formatAddress6(maskAddress6(six, length))];
}

function maskedAddress(address: string, length: number): string {
  return address
    .split('.')
    .map((part, i) => {
      const free = 8 - Math.min(8, Math.max(0, length - i * 8));
      return (Number(part) >> free) << free;
    })
    .join('.');
}

/** Why something of a cluster cannot be reached there. Models ValidateNonSpecialIP (v1.36) */
export function specialProblems(text: string): readonly string[] {
  if (!isAddress(text)) return ['must be a valid IP address'];
  const lower = text.toLowerCase();
  if (text === '0.0.0.0' || text === '::') return [`may not be unspecified (${text})`];
  if (text.startsWith('127.') || text === '::1') return ['may not be in the loopback range (127.0.0.0/8, ::1/128)'];
  if (text.startsWith('169.254.') || /^fe[89ab]/.test(lower)) {
    return ['may not be in the link-local range (169.254.0.0/16, fe80::/10)'];
  }
  if (text.startsWith('224.0.0.') || /^ff[0-9a-f]2:/.test(lower)) {
    return ['may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'];
  }
  return NONE;
}

/** The bits of an IPv4 network and whether another lies strictly inside; undefined when one is IPv6. */
export function isInside(network: string, other: string): boolean | undefined {
  const [outer = '', outerBits = ''] = network.split('/');
  const [inner = '', innerBits = ''] = other.split('/');
  if (!isIpv4(outer) || !isIpv4(inner)) return isIpv4(outer) === isIpv4(inner) ? undefined : false;
  const size = 2 ** (32 - Number(outerBits));
  const number = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const same = Math.floor(number(outer) / size) === Math.floor(number(inner) / size);
  return same && Number(innerBits) > Number(outerBits);
}
