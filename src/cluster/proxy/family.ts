// Models pkg/proxy/util/utils.go (v1.36)

export type IPFamily = 'IPv4' | 'IPv6';

/** Of an address or a range; what is neither belongs to no family. */
export function familyOf(address: string): IPFamily | undefined {
  if (address.includes(':')) return 'IPv6';
  return address.includes('.') ? 'IPv4' : undefined;
}

/** `address:port`, with brackets where an address has colons of its own. */
export function joinHostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Does a range of IPv4 hold an address? Ranges of IPv6 hold nothing here: no node has such an address. */
export function rangeContains(range: string, address: string): boolean {
  const [base = '', bits = '32'] = range.split('/');
  const left = addressNumber(base);
  const right = addressNumber(address);
  if (left === undefined || right === undefined) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(left / size) === Math.floor(right / size);
}

function addressNumber(address: string): number | undefined {
  const parts = address.split('.');
  if (parts.length !== 4) return undefined;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}
