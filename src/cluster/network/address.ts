// Models netfilter.org iptables libxtables/xtables.c and the kernel's IPv4 addresses (v1.36)

/** An IPv4 network; addresses are numbers below 2^32. */
export interface Cidr {
  readonly address: number;
  readonly prefix: number;
}

/** Undefined when it is not an IPv4 address. */
export function parseAddress(text: string): number | undefined {
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 46) {
      if (octet < 0) return undefined;
      value = value * 256 + octet;
      octet = -1;
      dots += 1;
    } else if (code >= 48 && code <= 57) {
      octet = (octet < 0 ? 0 : octet * 10) + code - 48;
      if (octet > 255) return undefined;
    } else return undefined;
  }
  return octet < 0 || dots !== 3 ? undefined : value * 256 + octet;
}

export function formatAddress(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** `10.0.0.0/8`, `10.0.0.1` or with a mask in dots; host bits are cut off. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) {
    const address = parseAddress(text);
    return address === undefined ? undefined : { address, prefix: 32 };
  }
  const address = parseAddress(text.slice(0, slash));
  const prefix = parsePrefix(text.slice(slash + 1));
  if (address === undefined || prefix === undefined) return undefined;
  return { address: networkOf(address, prefix), prefix };
}

function parsePrefix(text: string): number | undefined {
  if (text.length <= 2) {
    const prefix = Number(text);
    return text !== '' && Number.isInteger(prefix) && prefix >= 0 && prefix <= 32 ? prefix : undefined;
  }
  const mask = parseAddress(text);
  if (mask === undefined) return undefined;
  for (let prefix = 0; prefix <= 32; prefix += 1) if (maskOf(prefix) === mask) return prefix;
  return undefined;
}

export function maskOf(prefix: number): number {
  return prefix === 0 ? 0 : (0xffff_ffff << (32 - prefix)) >>> 0;
}

export function networkOf(address: number, prefix: number): number {
  return (address & maskOf(prefix)) >>> 0;
}

export function contains(cidr: Cidr, address: number): boolean {
  return networkOf(address, cidr.prefix) === cidr.address;
}

export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr.address)}/${cidr.prefix}`;
}
