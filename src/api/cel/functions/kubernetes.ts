import {
  addQuantity,
  asFloat,
  canonicalQuantity,
  compareQuantity,
  isQuantity,
  parseQuantity,
  subtractQuantity,
} from '../../values/quantity.ts';
import { Extension, fail, type Value } from '../values/values.ts';
import type { Implementation } from './types.ts';

/** Quantities, versions and addresses of the web. */
// Models staging/src/k8s.io/apiserver/pkg/cel/library/{quantity,urls,semverlib,format}.go (v1.36)

class Quantity extends Extension {
  readonly typeName = 'kubernetes.Quantity';
  constructor(readonly text: string) {
    super();
  }
  get key(): string {
    return String(parseQuantity(this.text)?.nanos ?? '');
  }
}

class Semver extends Extension {
  readonly typeName = 'kubernetes.Semver';
  constructor(
    readonly numbers: readonly number[],
    readonly before: readonly string[],
    readonly text: string,
  ) {
    super();
  }
  get key(): string {
    return `${this.numbers.join('.')}-${this.before.join('.')}`;
  }
}

class Url extends Extension {
  readonly typeName = 'kubernetes.URL';
  constructor(
    readonly key: string,
    readonly parts: readonly string[],
  ) {
    super();
  }
}

const URL_SHAPE = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#\s]*)(?:\?([^#\s]*))?(?:#.*)?$/;

function urlOf(text: string): Url | undefined {
  const match = URL_SHAPE.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', host = '', path = '', query = ''] = match;
  if (scheme === '' && !text.startsWith('/')) return undefined;
  return new Url(text, [scheme, host, path, query]);
}

const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function semverOf(text: string): Semver | undefined {
  const match = SEMVER.exec(text);
  if (match === null) return undefined;
  const before = match[4] === undefined ? [] : match[4].split('.');
  return new Semver([Number(match[1]), Number(match[2]), Number(match[3])], before, text);
}

/** A version with the leading v, the missing parts and the leading zeros that people write. */
function normalized(text: string): string {
  const [core = '', ...rest] = text.replace(/^v/, '').split(/(?=[-+])/);
  const parts = core.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  while (parts.length < 3) parts.push('0');
  return parts.join('.') + rest.join('');
}

const readSemver = ([text, lenient]: readonly Value[]): Semver | undefined | 'none' => {
  if (typeof text !== 'string' || (lenient !== undefined && typeof lenient !== 'boolean')) return 'none';
  return semverOf(lenient === true ? normalized(text) : text);
};

function compareVersions(a: Semver, b: Semver): number {
  for (let at = 0; at < 3; at += 1) {
    const difference = (a.numbers[at] as number) - (b.numbers[at] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  if (a.before.length === 0 || b.before.length === 0) return Math.sign(b.before.length - a.before.length);
  for (let at = 0; at < Math.min(a.before.length, b.before.length); at += 1) {
    const [left, right] = [a.before[at] as string, b.before[at] as string];
    if (left === right) continue;
    const [leftNumber, rightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (leftNumber && rightNumber) return Math.sign(Number(left) - Number(right));
    if (leftNumber !== rightNumber) return leftNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return Math.sign(a.before.length - b.before.length);
}

function order(a: Value, b: Value): number | undefined {
  if (a instanceof Quantity && b instanceof Quantity) return compareQuantity(a.text, b.text);
  return a instanceof Semver && b instanceof Semver ? compareVersions(a, b) : undefined;
}

const ordered =
  (accept: (by: number) => Value): Implementation =>
  ([a, b]) => {
    const by = order(a, b);
    return by === undefined ? undefined : accept(by);
  };

const combined =
  (act: (a: string, b: string) => string): Implementation =>
  ([a, b]) => {
    if (!(a instanceof Quantity)) return undefined;
    if (typeof b === 'bigint') return new Quantity(act(a.text, String(b)));
    return b instanceof Quantity ? new Quantity(act(a.text, b.text)) : undefined;
  };

const ofQuantity =
  (act: (text: string) => Value): Implementation =>
  ([value]) =>
    value instanceof Quantity ? act(value.text) : undefined;

const nanos = (text: string): bigint => parseQuantity(text)?.nanos ?? 0n;

const part =
  (at: number): Implementation =>
  ([url]) =>
    url instanceof Url ? (url.parts[at] ?? '') : undefined;

const host: Implementation = ([url]) => (url instanceof Url ? (url.parts[1] as string).replace(/^.*@/, '') : undefined);

const number =
  (at: number): Implementation =>
  ([version]) =>
    version instanceof Semver ? BigInt(version.numbers[at] as number) : undefined;

const query: Implementation = ([url]) => {
  if (!(url instanceof Url)) return undefined;
  const found = new Map<string, string[]>();
  for (const pair of (url.parts[3] as string).split('&').filter((each) => each !== '')) {
    const [name = '', value = ''] = pair.split('=').map((each) => decodeURIComponent(each.replaceAll('+', ' ')));
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
};

export const kubernetes: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  [
    'quantity',
    ([text]) =>
      typeof text !== 'string'
        ? undefined
        : isQuantity(text)
          ? new Quantity(canonicalQuantity(text))
          : fail("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
  ],
  ['isQuantity', ([text]) => (typeof text === 'string' ? isQuantity(text) : undefined)],
  ['isInteger', ofQuantity((text) => nanos(text) % 1_000_000_000n === 0n)],
  [
    'asInteger',
    ofQuantity((text) =>
      nanos(text) % 1_000_000_000n === 0n ? nanos(text) / 1_000_000_000n : fail('cannot convert value to integer'),
    ),
  ],
  ['asApproximateFloat', ofQuantity((text) => asFloat(text))],
  ['sign', ofQuantity((text) => (nanos(text) > 0n ? 1n : nanos(text) < 0n ? -1n : 0n))],
  ['add', combined((a, b) => addQuantity(a, b))],
  ['sub', combined((a, b) => subtractQuantity(a, b))],
  ['isLessThan', ordered((by) => by < 0)],
  ['isGreaterThan', ordered((by) => by > 0)],
  ['compareTo', ordered((by) => BigInt(by))],
  [
    'url',
    ([text]) =>
      typeof text !== 'string'
        ? undefined
        : (urlOf(text) ??
          fail(`URL parse error during conversion from string: parse "${text}": invalid URI for request`)),
  ],
  ['isURL', ([text]) => (typeof text === 'string' ? urlOf(text) !== undefined : undefined)],
  ['getScheme', part(0)],
  ['getHost', host],
  [
    'getHostname',
    ([url]) =>
      url instanceof Url
        ? String(host([url]))
            .replace(/:\d*$/, '')
            .replace(/^\[|\]$/g, '')
        : undefined,
  ],
  ['getPort', ([url]) => (url instanceof Url ? (/:(\d*)$/.exec(url.parts[1] as string)?.[1] ?? '') : undefined)],
  ['getEscapedPath', part(2)],
  ['getQuery', query],
  [
    'semver',
    (args) => {
      const found = readSemver(args);
      return found === 'none' ? undefined : (found ?? fail('No Major.Minor.Patch elements found'));
    },
  ],
  [
    'isSemver',
    (args) => {
      const found = readSemver(args);
      return found === 'none' ? undefined : found !== undefined;
    },
  ],
  ['major', number(0)],
  ['minor', number(1)],
  ['patch', number(2)],
]);
