const LETTER = /^\p{L}$/u;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** go-yaml's order of keys: `a2` before `a10`, and what is no letter before letters. */
export function byNature(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return atDifference(a, b, at);
  }
  return a.length - b.length;
}

function atDifference(a: string, b: string, at: number): number {
  const [one, other] = [a.codePointAt(at) ?? 0, b.codePointAt(at) ?? 0];
  const [isLetter, isOther] = [isLetterPoint(one), isLetterPoint(other)];
  if (isLetter !== isOther) return isLetter ? 1 : -1;
  if (isLetter) return one - other;
  const lead = (one === 48 || other === 48) && followsNumber(a, at) ? 1 : 0;
  const [first, second] = [numberAt(a, at, lead), numberAt(b, at, lead)];
  if (first.value !== second.value) return first.value < second.value ? -1 : 1;
  return first.end - second.end || one - other;
}

const isLetterPoint = (code: number): boolean =>
  code < 128 ? isAsciiLetter(code) : LETTER.test(String.fromCodePoint(code));

/** Zeros go on with a number when a digit that counts stands before them. */
function followsNumber(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0 && isDigit(text.charCodeAt(i)); i -= 1) if (text.charCodeAt(i) !== 48) return true;
  return false;
}

/** As Go counts it: in 64 bits, where what is too large turns round. */
function numberAt(text: string, at: number, lead: number): { readonly value: bigint; readonly end: number } {
  let value = BigInt(lead);
  let end = at;
  for (; isDigit(text.charCodeAt(end)); end += 1) {
    value = BigInt.asIntN(64, value * 10n + BigInt(text.charCodeAt(end) - 48));
  }
  return { value, end };
}
