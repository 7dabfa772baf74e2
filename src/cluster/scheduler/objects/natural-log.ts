// Models pkg/scheduler/framework/plugins/podtopologyspread/scoring.go topologyNormalizingWeight (v1.36)

/** The constant itself is the same bits everywhere. */
const { LN2 } = Math;

/**
 * The natural logarithm of a positive number out of additions, multiplications and divisions alone: the same bits on every
 * host, which the built-in function does not promise. Exact to about one unit in the last place.
 */
export function naturalLog(value: number): number {
  let mantissa = value;
  let exponent = 0;
  while (mantissa >= 1.5) {
    mantissa /= 2;
    exponent += 1;
  }
  while (mantissa < 0.75) {
    mantissa *= 2;
    exponent -= 1;
  }
  // ln(m) = 2·artanh((m-1)/(m+1)); |z| ≤ 0.2, so 14 terms reach the precision of a double.
  const z = (mantissa - 1) / (mantissa + 1);
  const square = z * z;
  let term = 1 / 27;
  for (let odd = 25; odd >= 1; odd -= 2) term = term * square + 1 / odd;
  return exponent * LN2 + 2 * z * term;
}
