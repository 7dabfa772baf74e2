import { type FieldError, invalidValue } from '../../../api/field-error.ts';

export type IPFamily = 'IPv4' | 'IPv6';

/** A range of cluster addresses. */
export interface ServiceRange {
  readonly family: IPFamily;
  /** How many addresses there are; of a large range of IPv6 only the first 65536 are used. */
  readonly size: number;
  /** The address at an offset. */
  at(offset: number): string;
  /** The offset of an address; undefined when it is not in the range. */
  offsetOf(address: string): number | undefined;
}

const MOST = 2 ** 16;

/** `10.96.0.0/12` or `10.96.0.0/12,fd00:10:96::/112`: one range a family, the first is the primary one. */
// Models pkg/controlplane/instance.go and pkg/registry/core/service/ipallocator (v1.36)
export function serviceRanges(cidrs: string): readonly ServiceRange[] {
  return cidrs.split(',').map((cidr) => (cidr.includes(':') ? sixRange(cidr) : fourRange(cidr)));
}

export function familyOf(address: string): IPFamily {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}

function fourRange(cidr: string): ServiceRange {
  const [address = '', bits = '32'] = cidr.split('/');
  const size = 2 ** (32 - Number(bits));
  const base = addressNumber(address);
  return {
    family: 'IPv4',
    size,
    at: (offset) => addressText(base + offset),
    offsetOf: (text) => {
      const offset = addressNumber(text) - base;
      return offset >= 0 && offset < size ? offset : undefined;
    },
  };
}

/** Ranges whose last 16 bits are free and that are written with `::` at the end. */
function sixRange(cidr: string): ServiceRange {
  const [prefix = ''] = cidr.split('/');
  return {
    family: 'IPv6',
    size: MOST,
    at: (offset) => `${prefix}${offset.toString(16)}`,
    offsetOf: (text) => {
      if (!text.startsWith(prefix)) return undefined;
      const offset = Number.parseInt(text.slice(prefix.length), 16);
      return Number.isNaN(offset) || offset >= MOST ? undefined : offset;
    },
  };
}

export interface FamilyWishes {
  readonly policy: string | undefined;
  readonly families: readonly string[];
  readonly addresses: readonly string[];
  /** Headless and without a selector: somebody else gives it endpoints, of whichever family. */
  readonly free: boolean;
}

export interface Families {
  readonly ipFamilies: readonly string[];
  readonly ipFamilyPolicy: string;
}

/** Which families a Service gets. */
// Models pkg/registry/core/service/storage/alloc.go initIPFamilyFields (v1.36)
export function familiesFor(wishes: FamilyWishes, ranges: readonly ServiceRange[]): Families | readonly FieldError[] {
  const { families, addresses, free } = wishes;
  const own = addresses.filter((address) => address !== 'None');
  const two = families.length > 1 || own.length > 1;
  const policy = wishes.policy ?? (two || free ? 'RequireDualStack' : 'SingleStack');
  const chosen = families.length > 0 ? [...families] : own.map(familyOf);
  const [primary] = ranges;
  if (chosen.length === 0 && primary !== undefined) chosen.push(primary.family);
  const other = chosen[0] === 'IPv4' ? 'IPv6' : 'IPv4';
  if (free) {
    if (chosen.length < 2 && policy !== 'SingleStack') chosen.push(other);
    return { ipFamilies: chosen, ipFamilyPolicy: policy };
  }
  const errors = familyErrors(policy, chosen, own, ranges);
  if (errors.length > 0) return errors;
  if (chosen.length < 2 && policy !== 'SingleStack' && ranges.length > 1) chosen.push(other);
  return { ipFamilies: chosen, ipFamilyPolicy: policy };
}

function familyErrors(
  policy: string,
  families: readonly string[],
  addresses: readonly string[],
  ranges: readonly ServiceRange[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (policy === 'RequireDualStack' && ranges.length < 2) {
    errors.push(invalidValue('spec.ipFamilyPolicy', policy, 'this cluster is not configured for dual-stack services'));
  }
  for (const [at, family] of families.entries()) {
    if (ranges.every((range) => range.family !== family)) {
      errors.push(invalidValue(`spec.ipFamilies[${at}]`, family, 'not configured on this cluster'));
    }
  }
  for (const [at, address] of addresses.entries()) {
    const family = families[at];
    if (family === undefined || familyOf(address) === family) continue;
    const why = `expected an ${family} value as indicated by \`spec.ipFamilies[${at}]\``;
    errors.push(invalidValue(`spec.clusterIPs[${at}]`, address, why));
  }
  return errors;
}

function addressNumber(text: string): number {
  const parts = text.split('.');
  if (parts.length !== 4) return Number.NaN;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}

function addressText(value: number): string {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
}
