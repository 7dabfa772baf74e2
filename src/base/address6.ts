// Addresses of IPv6 as text: RFC 4291 and RFC 5952.

/** Its 128 bits as 32 hexadecimal digits, so that equal addresses are equal values. */
export type Address6 = string & { readonly six: true };

const GROUP = /^[0-9a-f]{1,4}$/i;

/** Undefined when it is no address of IPv6. */
export function parseAddress6(text: string): Address6 | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  let digits = '';
  for (const group of [...left, ...Array.from({ length: missing }, () => '0'), ...right]) {
    if (!GROUP.test(group)) return undefined;
    digits += group.toLowerCase().padStart(4, '0');
  }
  return digits as Address6;
}

/** The longest run of two and more zero groups is left out, the first one of equals. */
export function formatAddress6(address: Address6): string {
  const groups = Array.from({ length: 8 }, (_, at) => Number.parseInt(address.slice(at * 4, at * 4 + 4), 16));
  let [begin, length] = [0, 1];
  for (let at = 0; at < 8; at += 1) {
    let end = at;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - at > length) [begin, length] = [at, end - at];
  }
  const text = (from: number, to: number) =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(':');
  return length < 2 ? text(0, 8) : `${text(0, begin)}::${text(begin + length, 8)}`;
}

/** The bits after the prefix are cut off. */
export function maskAddress6(address: Address6, prefix: number): Address6 {
  const whole = prefix >> 2;
  const rest = prefix & 3;
  const partial =
    rest === 0 ? '' : (Number.parseInt(address[whole] ?? '0', 16) & (0xf << (4 - rest)) & 0xf).toString(16);
  return `${address.slice(0, whole)}${partial}`.padEnd(32, '0') as Address6;
}
