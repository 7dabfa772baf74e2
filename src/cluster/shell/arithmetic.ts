// Models shell/math.c of busybox, as far as counting goes (v1.36)

const TOKEN =
  /\s*(\d\w*|[A-Za-z_]\w*|\+\+|--|(?:<<|>>|[-+*/%&^|])=|&&|\|\||==|!=|<=|>=|\*\*|<<|>>|[-+*/%()<>=!?:,~&^|])/y;
type Operator = (left: bigint, right: bigint) => bigint;

function power(left: bigint, right: bigint): bigint {
  let value = 1n;
  for (let at = 0n; at < right && at < 64n; at += 1n) value *= left;
  return value;
}

const truth = (isSo: boolean): bigint => (isSo ? 1n : 0n);

const LEVELS: readonly ReadonlyMap<string, Operator>[] = [
  new Map<string, Operator>([['||', (left, right) => truth(left !== 0n || right !== 0n)]]),
  new Map<string, Operator>([['&&', (left, right) => truth(left !== 0n && right !== 0n)]]),
  new Map<string, Operator>([['|', (left, right) => left | right]]),
  new Map<string, Operator>([['^', (left, right) => left ^ right]]),
  new Map<string, Operator>([['&', (left, right) => left & right]]),
  new Map<string, Operator>([
    ['==', (left, right) => truth(left === right)],
    ['!=', (left, right) => truth(left !== right)],
  ]),
  new Map<string, Operator>([
    ['<', (left, right) => truth(left < right)],
    ['>', (left, right) => truth(left > right)],
    ['<=', (left, right) => truth(left <= right)],
    ['>=', (left, right) => truth(left >= right)],
  ]),
  new Map<string, Operator>([
    ['<<', (left, right) => left << (right & 63n)],
    ['>>', (left, right) => left >> (right & 63n)],
  ]),
  new Map<string, Operator>([
    ['+', (left, right) => left + right],
    ['-', (left, right) => left - right],
  ]),
  new Map<string, Operator>([
    ['*', (left, right) => left * right],
    ['/', (left, right) => (right === 0n ? 0n : left / right)],
    ['%', (left, right) => (right === 0n ? 0n : left % right)],
  ]),
  new Map<string, Operator>([['**', power]]),
];

/** Whole numbers of 64 bits: what is more begins anew below. */
const kept = (value: bigint): bigint => BigInt.asIntN(64, value);

/** Variables that are counted with. */
export interface Counted {
  valueOf(name: string): string | undefined;
  assign(name: string, value: string): void;
  /** It cannot be counted: the shell ends. */
  fail(why: string): void;
}

const SYNTAX = 'arithmetic syntax error';

/** The value of `i + 1`, `i++` or `i = 3`; a name that nobody has set is 0. */
export function arithmetic(text: string, names: Counted): bigint {
  const tokens = tokensOf(text.replaceAll('$', ''));
  if (tokens === undefined) names.fail(SYNTAX);
  if (tokens === undefined || tokens.length === 0) return 0n;
  let at = 0;
  let problem: string | undefined;
  const read = (name: string): bigint => valueIn(names.valueOf(name) ?? '');
  const put = (name: string, value: bigint): bigint => {
    names.assign(name, String(value));
    return value;
  };
  const single = (): bigint => {
    const token = tokens[at];
    if (token === undefined || /^[^\w(+!~-]/.test(token)) {
      problem ??= SYNTAX;
      return 0n;
    }
    at += 1;
    if (token === '-') return kept(-single());
    if (token === '+') return single();
    if (token === '!') return truth(single() === 0n);
    if (token === '~') return ~single();
    if (token === '(') {
      const inner = whole();
      if (tokens[at] !== ')') problem ??= SYNTAX;
      at += 1;
      return inner;
    }
    if (token === '++' || token === '--') {
      const name = tokens[at] ?? '';
      at += 1;
      return put(name, kept(read(name) + (token === '++' ? 1n : -1n)));
    }
    if (/^\d/.test(token)) {
      const number = numberOf(token);
      if (number === undefined) problem ??= SYNTAX;
      return number ?? 0n;
    }
    const next = tokens[at];
    if (next !== '++' && next !== '--') return read(token);
    at += 1;
    const before = read(token);
    put(token, kept(before + (next === '++' ? 1n : -1n)));
    return before;
  };
  const level = (depth: number): bigint => {
    const operators = LEVELS[depth];
    if (operators === undefined) return single();
    let value = level(depth + 1);
    for (;;) {
      const operator = operators.get(tokens[at] ?? '');
      if (operator === undefined) return value;
      const isDivision = /^[/%]$/.test(tokens[at] ?? '');
      at += 1;
      const right = level(depth + 1);
      if (isDivision && right === 0n) problem ??= 'divide by zero';
      value = kept(operator(value, right));
    }
  };
  const chosen = (): bigint => {
    const condition = level(0);
    if (tokens[at] !== '?') return condition;
    at += 1;
    const first = assigned();
    at += 1;
    const second = assigned();
    return condition === 0n ? second : first;
  };
  const assigned = (): bigint => {
    const [name = '', sign = ''] = tokens.slice(at, at + 2);
    if (!/^[A-Za-z_]/.test(name) || !/^(?:<<|>>|[-+*/%&^|])?=$/.test(sign)) return chosen();
    at += 2;
    const value = assigned();
    return put(name, sign === '=' ? value : kept(OPERATORS.get(sign.slice(0, -1))?.(read(name), value) ?? value));
  };
  const whole = (): bigint => {
    let value = assigned();
    while (tokens[at] === ',') {
      at += 1;
      value = assigned();
    }
    return value;
  };
  const value = whole();
  if (at < tokens.length) problem ??= SYNTAX;
  if (problem !== undefined) names.fail(problem);
  return value;
}

/** `10`, `010`, `0x10`; undefined: no number. */
function numberOf(token: string): bigint | undefined {
  if (/^0[0-7]*$/.test(token)) return kept(BigInt(`0o0${token}`));
  return /^(?:[1-9]\d*|0[xX][\da-fA-F]+)$/.test(token) ? kept(BigInt(token)) : undefined;
}

/** What a variable holds; what is no number counts nothing. */
function valueIn(text: string): bigint {
  const [, sign = '', digits = ''] = /^\s*([-+]?)(\w+)\s*$/.exec(text) ?? [];
  const number = numberOf(digits) ?? 0n;
  return sign === '-' ? kept(-number) : number;
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map(LEVELS.flatMap((operators) => [...operators]));

/** Undefined: something in it is no part of a calculation. */
function tokensOf(text: string): readonly string[] | undefined {
  const whole = text.trimEnd();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < whole.length) {
    const found = TOKEN.exec(whole);
    if (found === null) return undefined;
    tokens.push(found[1] as string);
  }
  return tokens;
}
