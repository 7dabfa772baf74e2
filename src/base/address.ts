// Addresses and networks of both families, as numbers and as text.

import { type Address6, formatAddress6, maskAddress6, parseAddress6 } from './address6.ts';

export type { Address6 };

/** One of IPv4 is a number below 2^32. */
export type Address = number | Address6;

export type Family = 'IPv4' | 'IPv6';

/** A network of either family. */
export interface Cidr {
  readonly address: Address;
  readonly prefix: number;
}

export function isSix(address: Address): address is Address6 {
  return typeof address === 'string';
}

export function familyOf(address: Address): Family {
  return isSix(address) ? 'IPv6' : 'IPv4';
}

/** Of an address as text; what is no address counts as one of IPv4. */
export function familyOfText(text: string): Family {
  return text.includes(':') ? 'IPv6' : 'IPv4';
}

/** A host as it stands in a URL: in brackets where an address has colons of its own. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** `host:port`, as net.JoinHostPort of Go writes it. */
export function joinHostPort(host: string, port: number | string): string {
  return `${urlHost(host)}:${port}`;
}

/** Undefined when it is an address of neither family. */
export function parseAddress(text: string): Address | undefined {
  return text.includes(':') ? parseAddress6(text) : parseAddress4(text);
}

function parseAddress4(text: string): number | undefined {
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

export function formatAddress(value: Address): string {
  if (isSix(value)) return formatAddress6(value);
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** `10.0.0.0/8`, `10.0.0.1`, with a mask in dots, `fd00::/8`; host bits are cut off. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;
  const whole = wholePrefix(address);
  const prefix = slash < 0 ? whole : parsePrefix(text.slice(slash + 1), whole);
  return prefix === undefined ? undefined : { address: networkOf(address, prefix), prefix };
}

function parsePrefix(text: string, most: number): number | undefined {
  if (text.length <= 3) {
    const prefix = Number(text);
    return text !== '' && Number.isInteger(prefix) && prefix >= 0 && prefix <= most ? prefix : undefined;
  }
  const mask = parseAddress4(text);
  if (mask === undefined) return undefined;
  for (let prefix = 0; prefix <= 32; prefix += 1) if (maskOf(prefix) === mask) return prefix;
  return undefined;
}

/** How many bits an address of this family has. */
export function wholePrefix(address: Address): number {
  return isSix(address) ? 128 : 32;
}

function maskOf(prefix: number): number {
  return prefix === 0 ? 0 : (0xffff_ffff << (32 - prefix)) >>> 0;
}

export function networkOf(address: Address, prefix: number): Address {
  return isSix(address) ? maskAddress6(address, prefix) : (address & maskOf(prefix)) >>> 0;
}

export function contains(cidr: Cidr, address: Address): boolean {
  return isSix(cidr.address) === isSix(address) && networkOf(address, cidr.prefix) === cidr.address;
}

export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr.address)}/${cidr.prefix}`;
}

/** The n-th address of a network whose last bits are free. */
export function nthOf({ address }: Cidr, n: number): Address {
  if (!isSix(address)) return address + n;
  return `${address.slice(0, 24)}${n.toString(16).padStart(8, '0')}` as Address6;
}

/** A number for choosing by address, the same each time. */
export function addressNumber(address: Address): number {
  return isSix(address) ? Number.parseInt(address.slice(20), 16) : address;
}
