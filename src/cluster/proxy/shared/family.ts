// Models pkg/proxy/util/utils.go (v1.36)

import { maskAddress6, parseAddress6 } from '../../../base/address6.ts';

export type IPFamily = 'IPv4' | 'IPv6';

/** Of an address or a range; what is neither belongs to no family. */
export function familyOf(address: string): IPFamily | undefined {
  if (address.includes(':')) return 'IPv6';
  return address.includes('.') ? 'IPv4' : undefined;
}

/** Does a range hold an address of its family? */
export function rangeContains(range: string, address: string): boolean {
  const [base = '', bits = base.includes(':') ? '128' : '32'] = range.split('/');
  if (base.includes(':')) return sixContains(base, Number(bits), address);
  const left = addressNumber(base);
  const right = addressNumber(address);
  if (left === undefined || right === undefined) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(left / size) === Math.floor(right / size);
}

function sixContains(base: string, prefix: number, address: string): boolean {
  const [left, right] = [parseAddress6(base), parseAddress6(address)];
  if (left === undefined || right === undefined) return false;
  return maskAddress6(left, prefix) === maskAddress6(right, prefix);
}

function addressNumber(address: string): number | undefined {
  const parts = address.split('.');
  if (parts.length !== 4) return undefined;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}
