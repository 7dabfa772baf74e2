/** What an address of the lab becomes in IPv6. */
const ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [/\b10\.123\.0\.0\/24\b/g, 'fd00:10:123::/64'],
  [/\b192\.0\.2\.0\/24\b/g, '2001:db8:2::/64'],
  [/\b10\.244\.0\.0\/16\b/g, 'fd00:10:244::/48'],
  [/\b10\.96\.0\.0\/12\b/g, 'fd00:10:96::/112'],
  [/\b203\.0\.113\.0\/24\b/g, '2001:db8:113::/64'],
  [/\b198\.51\.100\.0\/24\b/g, '2001:db8:51::/64'],
  [/\b10\.244\.(\d+)\.0\/24\b/g, 'fd00:10:244:$1::/64'],
  [/\b10\.244\.(\d+)\.(\d+)\b/g, 'fd00:10:244:$1::$2'],
  [/\b10\.123\.0\.(\d+)\b/g, 'fd00:10:123::$1'],
  [/\b203\.0\.113\.(\d+)\b/g, '2001:db8:113::$1'],
  [/\b198\.51\.100\.(\d+)\b/g, '2001:db8:51::$1'],
  [/\b127\.0\.0\.1\b/g, '::1'],
  [/\bIPv4\b/g, 'IPv6'],
];

/** The text with every address of the lab in IPv6. */
export function inSix(text: string): string {
  let six = text;
  for (const [four, instead] of ADDRESSES) six = six.replace(four, instead);
  // Groups are hexadecimal; numbers above them stay different from each other.
  return six.replace(/\b10\.96\.(\d+)\.(\d+)\b/g, (_, high: string, low: string) => {
    return `fd00:10:96::${((Number(high) << 8) + Number(low)).toString(16)}`;
  });
}

/** The same object with every address in IPv6. */
export function objectInSix<T>(object: T): T {
  return JSON.parse(inSix(JSON.stringify(object))) as T;
}
