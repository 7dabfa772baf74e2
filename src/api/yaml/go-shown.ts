/** A value as Go's `%#v` shows what go-yaml has decoded. */
export function goShown(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goShown).join(', ')}}`;
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : goNumber(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value as object).map(([key, each]) => `${JSON.stringify(key)}:${goShown(each)}`);
  return `map[interface {}]interface {}{${pairs.sort().join(', ')}}`;
}

/** A key that is a number: whole ones as they are, others in 32 bits. Models sigs.k8s.io/yaml/yaml.go convertToJSONableObject */
export function goKey(key: number, text: string): string {
  if (Number.isNaN(key)) return '.nan';
  if (!Number.isFinite(key)) return key > 0 ? '.inf' : '-.inf';
  const isFloat = (/[.eE]/.test(text) && !/^[-+]?0[xX]/.test(text)) || Math.abs(key) >= LARGEST;
  if (isFloat) return goNumber(key, Math.fround);
  return !Number.isSafeInteger(key) && DECIMAL.test(text) ? String(BigInt(text.replaceAll('_', ''))) : String(key);
}

/** From here on no integer of 64 bits is left. */
const LARGEST = 2 ** 64;
/** An identifier of many digits keeps them all. */
const DECIMAL = /^[-+]?[1-9][\d_]*$/;

const LARGE = 6;

/** As few digits as tell the number, with an exponent where it is large or small. Models strconv.FormatFloat with 'g' */
export function goNumber(value: number, rounded: (value: number) => number = (each) => each): string {
  let digits = 1;
  while (digits < 17 && rounded(Number(value.toPrecision(digits))) !== rounded(value)) digits += 1;
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < LARGE) return String(Number(`${mantissa}e${power}`));
  const sign = power < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}
