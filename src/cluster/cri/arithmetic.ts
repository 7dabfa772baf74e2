// Models shell/math.c of busybox, as far as counting goes (v1.36)

const TOKEN = /\s*(\d+|[A-Za-z_]\w*|==|!=|<=|>=|[-+*/%()<>])/y;
type Operator = (left: number, right: number) => number;

const LEVELS: readonly ReadonlyMap<string, Operator>[] = [
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
];

/** The value of `i + 1`; a name that `read` does not know is 0. */
export function arithmetic(text: string, read: (name: string) => string | undefined): number {
  const tokens = tokensOf(text.replaceAll('$', ''));
  let at = 0;
  const single = (): number => {
    const token = tokens[at] ?? '0';
    at += 1;
    if (token === '-') return -single();
    if (token === '+') return single();
    if (token === '(') {
      const inner = level(0);
      at += 1;
      return inner;
    }
    return Number(/^\d/.test(token) ? token : (read(token) ?? 0)) || 0;
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
  return level(0);
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) tokens.push(found[1] as string);
  return tokens;
}
