// Models shell/math.c of busybox, as far as counting goes (v1.36)

const TOKEN =
  /\s*(\d\w*|[A-Za-z_]\w*|\+\+|--|(?:<<|>>|[-+*/%&^|])=|&&|\|\||==|!=|<=|>=|\*\*|<<|>>|[-+*/%()<>=!?:,~&^|])/y;
type Operator = (left: number, right: number) => number;

function power(left: number, right: number): number {
  let value = 1;
  for (let at = 0; at < Math.min(right, 64); at += 1) value *= left;
  return value;
}

/** Whole numbers of 64 bits. */
const bitwise =
  (act: (left: bigint, right: bigint) => bigint): Operator =>
  (left, right) =>
    Number(BigInt.asIntN(64, act(BigInt(left), BigInt(right))));

const LEVELS: readonly ReadonlyMap<string, Operator>[] = [
  new Map<string, Operator>([['||', (left, right) => Number(left !== 0 || right !== 0)]]),
  new Map<string, Operator>([['&&', (left, right) => Number(left !== 0 && right !== 0)]]),
  new Map<string, Operator>([['|', bitwise((left, right) => left | right)]]),
  new Map<string, Operator>([['^', bitwise((left, right) => left ^ right)]]),
  new Map<string, Operator>([['&', bitwise((left, right) => left & right)]]),
  new Map<string, Operator>([
    ['==', (left, right) => Number(left === right)],
    ['!=', (left, right) => Number(left !== right)],
  ]),
  new Map<string, Operator>([
    ['<', (left, right) => Number(left < right)],
    ['>', (left, right) => Number(left > right)],
    ['<=', (left, right) => Number(left <= right)],
    ['>=', (left, right) => Number(left >= right)],
  ]),
  new Map<string, Operator>([
    ['<<', bitwise((left, right) => left << (right & 63n))],
    ['>>', bitwise((left, right) => left >> (right & 63n))],
  ]),
  new Map<string, Operator>([
    ['+', (left, right) => left + right],
    ['-', (left, right) => left - right],
  ]),
  new Map<string, Operator>([
    ['*', (left, right) => left * right],
    ['/', (left, right) => (right === 0 ? 0 : Math.trunc(left / right))],
    ['%', (left, right) => (right === 0 ? 0 : left % right)],
  ]),
  new Map<string, Operator>([['**', power]]),
];

/** Variables that are counted with. */
export interface Counted {
  valueOf(name: string): string | undefined;
  assign(name: string, value: string): void;
  /** It cannot be counted: the shell ends. */
  fail(why: string): void;
}

const SYNTAX = 'arithmetic syntax error';

/** The value of `i + 1`, `i++` or `i = 3`; a name that nobody has set is 0. */
export function arithmetic(text: string, names: Counted): number {
  const tokens = tokensOf(text.replaceAll('$', ''));
  if (tokens === undefined) names.fail(SYNTAX);
  if (tokens === undefined || tokens.length === 0) return 0;
  let at = 0;
  let problem: string | undefined;
  const read = (name: string): number => Number(names.valueOf(name) ?? 0) || 0;
  const put = (name: string, value: number): number => {
    names.assign(name, String(value));
    return value;
  };
  const single = (): number => {
    const token = tokens[at];
    if (token === undefined || /^[^\w(+!~-]/.test(token)) {
      problem ??= SYNTAX;
      return 0;
    }
    at += 1;
    if (token === '-') return -single();
    if (token === '+') return single();
    if (token === '!') return Number(single() === 0);
    if (token === '~') return -single() - 1;
    if (token === '(') {
      const inner = whole();
      if (tokens[at] !== ')') problem ??= SYNTAX;
      at += 1;
      return inner;
    }
    if (token === '++' || token === '--') {
      const name = tokens[at] ?? '';
      at += 1;
      return put(name, read(name) + (token === '++' ? 1 : -1));
    }
    if (/^\d/.test(token)) {
      const number = numberOf(token);
      if (Number.isNaN(number)) problem ??= SYNTAX;
      return Number.isNaN(number) ? 0 : number;
    }
    const next = tokens[at];
    if (next !== '++' && next !== '--') return read(token);
    at += 1;
    const before = read(token);
    put(token, before + (next === '++' ? 1 : -1));
    return before;
  };
  const level = (depth: number): number => {
    const operators = LEVELS[depth];
    if (operators === undefined) return single();
    let value = level(depth + 1);
    for (;;) {
      const operator = operators.get(tokens[at] ?? '');
      if (operator === undefined) return value;
      const isDivision = /^[/%]$/.test(tokens[at] ?? '');
      at += 1;
      const right = level(depth + 1);
      if (isDivision && right === 0) problem ??= 'divide by zero';
      value = operator(value, right);
    }
  };
  const chosen = (): number => {
    const condition = level(0);
    if (tokens[at] !== '?') return condition;
    at += 1;
    const first = assigned();
    at += 1;
    const second = assigned();
    return condition === 0 ? second : first;
  };
  const assigned = (): number => {
    const [name = '', sign = ''] = tokens.slice(at, at + 2);
    if (!/^[A-Za-z_]/.test(name) || !/^(?:<<|>>|[-+*/%&^|])?=$/.test(sign)) return chosen();
    at += 2;
    const value = assigned();
    return put(name, sign === '=' ? value : (OPERATORS.get(sign.slice(0, -1))?.(read(name), value) ?? value));
  };
  const whole = (): number => {
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

/** `10`, `010`, `0x10`; no number: NaN. */
function numberOf(token: string): number {
  if (/^0[0-7]*$/.test(token)) return Number.parseInt(token, 8);
  return /^(?:[1-9]\d*|0[xX][\da-fA-F]+)$/.test(token) ? Number(token) : Number.NaN;
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
