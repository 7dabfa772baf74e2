// Models shell/math.c of busybox, as far as counting goes (v1.36)

const TOKEN = /\s*(\d+|[A-Za-z_]\w*|\+\+|--|[-+*/%]=|&&|\|\||==|!=|<=|>=|\*\*|[-+*/%()<>=!?:,])/y;
type Operator = (left: number, right: number) => number;

function power(left: number, right: number): number {
  let value = 1;
  for (let at = 0; at < Math.min(right, 64); at += 1) value *= left;
  return value;
}

const LEVELS: readonly ReadonlyMap<string, Operator>[] = [
  new Map<string, Operator>([['||', (left, right) => Number(left !== 0 || right !== 0)]]),
  new Map<string, Operator>([['&&', (left, right) => Number(left !== 0 && right !== 0)]]),
  new Map<string, Operator>([
    ['==', (left, right) => Number(left === right)],
    ['!=', (left, right) => Number(left !== right)],
    ['<', (left, right) => Number(left < right)],
    ['>', (left, right) => Number(left > right)],
    ['<=', (left, right) => Number(left <= right)],
    ['>=', (left, right) => Number(left >= right)],
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
}

/** The value of `i + 1`, `i++` or `i = 3`; a name that nobody has set is 0. */
export function arithmetic(text: string, names: Counted): number {
  const tokens = tokensOf(text.replaceAll('$', ''));
  let at = 0;
  const read = (name: string): number => Number(names.valueOf(name) ?? 0) || 0;
  const put = (name: string, value: number): number => {
    names.assign(name, String(value));
    return value;
  };
  const single = (): number => {
    const token = tokens[at] ?? '0';
    at += 1;
    if (token === '-') return -single();
    if (token === '+') return single();
    if (token === '!') return Number(single() === 0);
    if (token === '(') {
      const inner = whole();
      at += 1;
      return inner;
    }
    if (token === '++' || token === '--') {
      const name = tokens[at] ?? '';
      at += 1;
      return put(name, read(name) + (token === '++' ? 1 : -1));
    }
    if (/^\d/.test(token)) return Number(/^0\d/.test(token) ? Number.parseInt(token, 8) : token);
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
      at += 1;
      value = operator(value, level(depth + 1));
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
    if (!/^[A-Za-z_]/.test(name) || !/^[-+*/%]?=$/.test(sign)) return chosen();
    at += 2;
    const value = assigned();
    return put(name, sign === '=' ? value : (OPERATORS.get(sign.charAt(0))?.(read(name), value) ?? value));
  };
  const whole = (): number => {
    let value = assigned();
    while (tokens[at] === ',') {
      at += 1;
      value = assigned();
    }
    return value;
  };
  return whole();
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map(LEVELS.flatMap((operators) => [...operators]));

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) tokens.push(found[1] as string);
  return tokens;
}
