// Models jq 1.6 src/builtin.c: what signs between two values come to (v1.36)

import { compare, isFields, JqError, told } from './jq-values.ts';

export function calculated(sign: string, one: unknown, other: unknown): unknown {
  switch (sign) {
    case '==':
      return compare(one, other) === 0;
    case '!=':
      return compare(one, other) !== 0;
    case '<':
      return compare(one, other) < 0;
    case '<=':
      return compare(one, other) <= 0;
    case '>':
      return compare(one, other) > 0;
    case '>=':
      return compare(one, other) >= 0;
    case '+':
      return added(one, other);
    default:
      return reckoned(sign, one, other);
  }
}

export function added(one: unknown, other: unknown): unknown {
  if (one === null || one === undefined) return other;
  if (other === null || other === undefined) return one;
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  if (typeof one === 'string' && typeof other === 'string') return one + other;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (isFields(one) && isFields(other)) return { ...one, ...other };
  throw new JqError(`${told(one)} and ${told(other)} cannot be added`);
}

function reckoned(sign: string, one: unknown, other: unknown): unknown {
  const both = typeof one === 'number' && typeof other === 'number';
  switch (sign) {
    case '-':
      if (both) return one - other;
      if (Array.isArray(one) && Array.isArray(other))
        return one.filter((each) => !other.some((own) => compare(each, own) === 0));
      throw new JqError(`${told(one)} and ${told(other)} cannot be subtracted`);
    case '*':
      if (both) return one * other;
      if (typeof one === 'string' && typeof other === 'number')
        return other <= 0 ? null : one.repeat(Math.min(Math.ceil(other), MOST_TIMES));
      if (isFields(one) && isFields(other)) return merged(one, other);
      throw new JqError(`${told(one)} and ${told(other)} cannot be multiplied`);
    case '/':
      if (both && other === 0)
        throw new JqError(`${told(one)} and ${told(other)} cannot be divided because the divisor is zero`);
      if (both) return one / other;
      if (typeof one === 'string' && typeof other === 'string') return one === '' ? [] : one.split(other);
      throw new JqError(`${told(one)} and ${told(other)} cannot be divided`);
    default:
      if (!both) throw new JqError(`${told(one)} and ${told(other)} cannot be divided`);
      if (Math.trunc(other) === 0)
        throw new JqError(`${told(one)} and ${told(other)} cannot be divided because the divisor is zero`);
      return Math.trunc(one) % Math.abs(Math.trunc(other));
  }
}

const MOST_TIMES = 10_000;

function merged(one: { readonly [key: string]: unknown }, other: { readonly [key: string]: unknown }): unknown {
  const made: { [key: string]: unknown } = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = made[key];
    made[key] = isFields(before) && isFields(value) ? merged(before, value) : value;
  }
  return made;
}
