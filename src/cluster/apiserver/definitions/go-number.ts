/** A number as Go's `%v` prints a float64: with an exponent of at least two digits from a million on and below 10^-4. */
// Models fmt.Sprint of a float64 (strconv 'g', shortest).
export function goNumber(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}e${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`;
}
