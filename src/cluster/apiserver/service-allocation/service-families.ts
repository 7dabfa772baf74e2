import { type FieldError, invalidValue } from '../../../api/errors/field-error.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Family, familyOfText } from '../../../base/address.ts';
import { type Address6, formatAddress6, maskAddress6, parseAddress6 } from '../../../base/address6.ts';
import type { Random } from '../../../engine/index.ts';

/** A range of cluster addresses. */
export interface ServiceRange {
  readonly family: Family;
  /** How many addresses there are; of a large range of IPv6 only the first 65536 are used. */
  readonly size: number;
  /** The address at an offset. */
  at(offset: number): string;
  /** The offset of an address; undefined when it is not in the range. */
  offsetOf(address: string): number | undefined;
}

const MOST = 2 ** 16;

/** `10.96.0.0/12` and `fd00:10:96::/112`: one range a family, the first is the primary one. */
// Models pkg/controlplane/instance.go and pkg/registry/core/service/ipallocator (v1.36)
export function serviceRanges(cidrs: readonly string[]): readonly ServiceRange[] {
  return cidrs.map((cidr) => (cidr.includes(':') ? sixRange(cidr) : fourRange(cidr)));
}

interface RangeObject extends KObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** The cluster's own ServiceCIDR. */
const OWN = 'kubernetes';

/** The ranges out of which addresses can be given: the cluster's own, and those that ServiceCIDRs add; none that goes or is not ready. */
// Models pkg/registry/core/service/ipallocator/cidrallocator.go (v1.36). Deviation: in the order of their names; upstream's is that of a Go map.
export function usableRanges(own: readonly ServiceRange[], objects: readonly KObject[]): readonly ServiceRange[] {
  if (objects.length === 0) return own;
  const usable = (objects as readonly RangeObject[]).filter(isReady);
  const first = usable.length === objects.length || usable.some(isOwn) || !objects.some(isOwn) ? own : [];
  const added = usable.filter((range) => !isOwn(range)).flatMap(({ spec }) => serviceRanges(spec?.cidrs ?? []));
  return added.length === 0 ? first : [...first, ...added];
}

function isOwn({ metadata }: KObject): boolean {
  return metadata.name === OWN;
}

/** One that nobody has said anything about can be used. */
function isReady({ metadata, status }: RangeObject): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True';
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

const DIGITS = 4;

/** Of its last bits those are used that are not the prefix, 16 at most. */
function sixRange(cidr: string): ServiceRange {
  const [text = '', bits = '128'] = cidr.split('/');
  const prefix = Number(bits);
  const base = maskAddress6(parseAddress6(text) ?? NOWHERE, prefix);
  const size = Math.min(MOST, 2 ** (128 - prefix));
  const last = Number.parseInt(base.slice(-DIGITS), 16);
  const at = (offset: number): string =>
    formatAddress6(`${base.slice(0, -DIGITS)}${(last + offset).toString(16).padStart(DIGITS, '0')}` as Address6);
  return {
    family: 'IPv6',
    size,
    at,
    offsetOf: (address) => {
      const digits = parseAddress6(address);
      if (digits?.slice(0, -DIGITS) !== base.slice(0, -DIGITS)) return undefined;
      const offset = Number.parseInt(digits.slice(-DIGITS), 16) - last;
      return offset >= 0 && offset < size ? offset : undefined;
    },
  };
}

const NOWHERE = ''.padEnd(32, '0') as Address6;

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
  const chosen = families.length > 0 ? [...families] : own.map(familyOfText);
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
    if (family === undefined || familyOfText(address) === family) continue;
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

const SMALL = 16;
/** So many addresses are tried at random. */
export const MOST_TRIES = 64;

/** The upper band is for dynamic allocation; the lower one is kept for addresses that people choose, until there are no others. */
export function freeAddress(
  range: ServiceRange,
  random: Random,
  isFree: (address: string) => boolean,
): string | undefined {
  const { size } = range;
  const band = size <= SMALL ? 1 : Math.min(Math.max(SMALL, Math.floor(size / SMALL)), 256);
  const count = size - band - 1;
  if (count < 1) return undefined;
  for (let tries = 0; tries <= MOST_TRIES; tries += 1) {
    const address = range.at(band + random.below(count));
    if (isFree(address)) return address;
  }
  for (const [from, to] of [
    [band, size - 1],
    [1, band],
  ] as const) {
    for (let at = from; at < to; at += 1) if (isFree(range.at(at))) return range.at(at);
  }
  return undefined;
}
