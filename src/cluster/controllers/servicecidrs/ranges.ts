// Models pkg/api/servicecidr/servicecidr.go (v1.36)

import { parseAddress6 } from '../../../base/address6.ts';
import type { ServiceCidr } from './objects.ts';

/** Its family, and the first so many of its bits as a text of 0 and 1; undefined for what is no address or range. */
function bitsOf(text: string): string | undefined {
  const [address = '', length] = text.split('/');
  const all = address.includes(':') ? bits6(address) : bits4(address);
  return length === undefined ? all : all?.slice(0, 1 + Number(length));
}

function bits6(address: string): string | undefined {
  const digits = parseAddress6(address);
  if (digits === undefined) return undefined;
  return `6${[...digits].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')}`;
}

function bits4(address: string): string {
  const bytes = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return `4${bytes.join('')}`;
}

/** Whether a range has the whole of another range, or an address. */
export function contains(range: string, other: string): boolean {
  const [outer, inner] = [bitsOf(range), bitsOf(other)];
  return outer !== undefined && inner?.startsWith(outer) === true;
}

/** Every ServiceCIDR that has the whole of this range or address. */
export function containing(all: readonly ServiceCidr[], other: string): readonly ServiceCidr[] {
  return all.filter(({ spec }) => (spec.cidrs ?? []).some((range) => contains(range, other)));
}
