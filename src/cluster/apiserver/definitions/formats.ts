const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
const HEXTET = '[0-9a-fA-F]{1,4}';

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => new RegExp(`^${HEXTET}$`).test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', more] = text.split('/');
  if (more !== undefined || !/^\d{1,3}$/.test(bits)) return false;
  return (IPV4.test(address) && Number(bits) <= 32) || (isIpv6(address) && Number(bits) <= 128);
}

const pattern =
  (expression: RegExp) =>
  (text: string): boolean =>
    expression.test(text);

const SHORT_NAME = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const LONG_NAME = new RegExp(`^${SHORT_NAME}(?:\\.${SHORT_NAME})*$`);

function isShortName(text: string): boolean {
  return text.length <= 63 && new RegExp(`^${SHORT_NAME}$`).test(text);
}

const UUID = '[0-9a-f]{8}-?[0-9a-f]{4}-?';

/** Texts that a `format` accepts; a format that is not here accepts every text. */
// Models staging/src/k8s.io/kube-openapi/pkg/validation/strfmt/default.go (v1.36). Deviation: of e-mail addresses and URIs only the shape is looked at, of numbers of cards and books nothing.
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  [
    'datetime',
    pattern(
      /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[zZ]|[+-]\d{2}:?\d{2})$/,
    ),
  ],
  ['date', pattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)],
  ['ipv4', pattern(IPV4)],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['mac', pattern(/^(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}$/)],
  ['uuid', pattern(new RegExp(`^${UUID}[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$`, 'i'))],
  ['uuid3', pattern(new RegExp(`^${UUID}3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$`, 'i'))],
  ['uuid4', pattern(new RegExp(`^${UUID}4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$`, 'i'))],
  ['uuid5', pattern(new RegExp(`^${UUID}5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$`, 'i'))],
  ['email', pattern(/^[^\s@<>]+@[^\s@<>]+$/)],
  [
    'hostname',
    pattern(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/),
  ],
  ['uri', pattern(/^(?:[a-zA-Z][a-zA-Z0-9+.-]*:\S+|\/\S*)$/)],
  ['byte', pattern(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)],
  ['duration', pattern(/^-?(?:\d+(?:\.\d+)?\s*(?:ns|us|µs|ms|s|m|h|d|w|seconds?|minutes?|hours?|days?|weeks?)\s*)+$/)],
  ['isbn', pattern(/^(?:\d[- ]?){9}[\dX]$|^(?:\d[- ]?){13}$/)],
  ['ssn', pattern(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/)],
  ['k8sshortname', isShortName],
  ['k8slongname', (text) => text.length <= 253 && LONG_NAME.test(text)],
  ['hexcolor', pattern(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
]);

export function fitsFormat(format: string, text: string): boolean {
  return testOf(format)?.(text) ?? true;
}

export function isKnownFormat(format: string): boolean {
  return testOf(format) !== undefined;
}

/** Dashes in the name of a format count for nothing. */
const nameOf = (format: string): string => format.replaceAll('-', '');

function testOf(format: string): ((text: string) => boolean) | undefined {
  return FORMATS.get(nameOf(format));
}

/** Known, and looked at by nobody, or not looked at here. */
const OTHERS: ReadonlySet<string> = new Set([
  'bsonobjectid',
  'isbn10',
  'isbn13',
  'creditcard',
  'rgbcolor',
  'password',
  'quantity',
]);
const OF_NUMBERS: { readonly [type: string]: readonly string[] | undefined } = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** Whether a schema of a definition may have that format. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/formats.go (v1.36)
export function isSupportedFormat(type: string, format: string): boolean {
  if (type !== '' && type !== 'string') return OF_NUMBERS[type]?.includes(format) ?? false;
  const name = nameOf(format);
  return FORMATS.has(name) || OTHERS.has(name);
}
