// Models staging/src/k8s.io/client-go/util/jsonpath (v1.36)

import { goJson } from '../../../api/go-json.ts';

type Part =
  | { readonly type: 'field'; readonly names: readonly string[] }
  | { readonly type: 'slice'; readonly from: number | undefined; readonly to: number | undefined; readonly by: number }
  | { readonly type: 'indices'; readonly indices: readonly number[] }
  | { readonly type: 'all' }
  | { readonly type: 'deep' }
  | { readonly type: 'filter'; readonly left: string; readonly operator: string; readonly right: string };

type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'range'; readonly path: string; readonly body: readonly Node[] };

export interface JsonPathError {
  readonly error: string;
}

/**
 * Reads `.metadata.name`, `.items[*].metadata.name`, `.status.conditions[?(@.type=="Ready")].status`, `.items[0:2]`,
 * `..image`, `.metadata.annotations.kubernetes\.io/x`. A path with several results gives an array.
 */
export function readPath(value: unknown, path: string): unknown {
  const found = select(value, path.replace(/^\{|\}$/g, ''), value);
  return isMany(path) ? found : found[0];
}

/** `{.a.b}`, `{range .items[*]}…{end}` and `{"\n"}` between literal text. */
export function renderTemplate(template: string, value: unknown): string | JsonPathError {
  const nodes = parseTemplate(template);
  return 'error' in nodes ? nodes : render(nodes, value, value);
}

function render(nodes: readonly Node[], value: unknown, root: unknown): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'path') text += select(value, node.path, root).map(textOf).join(' ');
    else for (const each of select(value, node.path, root)) text += render(node.body, each, root);
  }
  return text;
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? goJson(value, { sortKeys: true }) : String(value ?? '');
}

/** What is between braces, and what is around it. */
function parseTemplate(template: string): readonly Node[] | JsonPathError {
  const stack: { readonly path: string; readonly body: Node[] }[] = [{ path: '', body: [] }];
  const add = (node: Node): void => void stack.at(-1)?.body.push(node);
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    if (open < 0) {
      add({ type: 'text', text: template.slice(at) });
      break;
    }
    if (open > at) add({ type: 'text', text: template.slice(at, open) });
    const close = endOfAction(template, open + 1);
    if (close < 0) return { error: `error parsing jsonpath ${template}, unclosed action` };
    const action = template.slice(open + 1, close).trim();
    at = close + 1;
    if (action === 'end') {
      const done = stack.length > 1 ? stack.pop() : undefined;
      if (done === undefined) return { error: `error parsing jsonpath ${template}, not in range, nothing to end` };
      add({ type: 'range', path: done.path, body: done.body });
    } else if (action.startsWith('range')) stack.push({ path: action.slice('range'.length).trim(), body: [] });
    else if (/^["']/.test(action)) add({ type: 'text', text: unquoted(action) });
    else {
      const wrong = problemWith(action);
      if (wrong !== undefined) return { error: `error parsing jsonpath ${template}, ${wrong}` };
      add({ type: 'path', path: action });
    }
  }
  return stack[0]?.body ?? [];
}

function endOfAction(template: string, from: number): number {
  let quote = '';
  for (let at = from; at < template.length; at += 1) {
    const letter = template.charAt(at);
    if (letter === '\\') at += 1;
    else if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '}') return at;
  }
  return -1;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\([nt"'\\])/g, (_, letter: string) => ESCAPES.get(letter) ?? letter);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);

function problemWith(path: string): string | undefined {
  const open = path.lastIndexOf('[');
  if (open >= 0 && path.indexOf(']', open) < 0) return 'unterminated array';
  const [first = ''] = path;
  return /[.[$@*\w]/.test(first) ? undefined : `unrecognized character in action: U+${hex(first)} '${first}'`;
}

function hex(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function select(value: unknown, path: string, root: unknown): readonly unknown[] {
  const whole = path.trim();
  let found: readonly unknown[] = [whole.startsWith('$') ? root : value];
  for (const part of partsOf(whole.replace(/^[$@]/, ''))) found = found.flatMap((one) => step(one, part));
  return found;
}

const PART =
  /(\.\.)|\.?\[\?\(\s*@([^=!<>]*?)\s*(?:(==|!=|<=|>=|<|>)\s*(.*?)\s*)?\)\]|\.?\[((?:'[^']*'|"[^"]*"|[^\]])*)\]|\.((?:\\.|[^.[\]])+)|^((?:\\.|[^.[\]])+)|(?<=\.\.)((?:\\.|[^.[\]])+)/g;

const parsed = new Map<string, readonly Part[]>();

function partsOf(path: string): readonly Part[] {
  let found = parsed.get(path);
  if (found === undefined) {
    found = [...path.matchAll(PART)].map(([, deep, left, operator, right, inside, field, first, below]) => {
      if (deep !== undefined) return { type: 'deep' };
      if (left !== undefined) return { type: 'filter', left, operator: operator ?? '', right: right ?? '' };
      if (inside !== undefined) return bracket(inside.trim());
      const name = (field ?? first ?? below ?? '').replace(/\\(.)/g, '$1');
      return name === '*' ? { type: 'all' } : { type: 'field', names: [name] };
    });
    if (parsed.size > 500) parsed.clear();
    parsed.set(path, found);
  }
  return found;
}

function bracket(inside: string): Part {
  if (inside === '*') return { type: 'all' };
  if (inside.includes(':')) {
    const [from, to, by] = inside.split(':').map((each) => (each.trim() === '' ? undefined : Number(each)));
    return { type: 'slice', from, to, by: by ?? 1 };
  }
  const items = inside.split(',').map((each) => each.trim());
  if (items.every((each) => /^-?\d+$/.test(each))) return { type: 'indices', indices: items.map(Number) };
  return { type: 'field', names: items.map((each) => each.replace(/^(['"])(.*)\1$/, '$2')) };
}

function step(value: unknown, part: Part): readonly unknown[] {
  if (part.type === 'deep') return everything(value);
  if (typeof value !== 'object' || value === null) return [];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined;
  switch (part.type) {
    case 'field': {
      if (list !== undefined) return [];
      const fields = value as Readonly<Record<string, unknown>>;
      return part.names.flatMap((name) => (fields[name] === undefined ? [] : [fields[name]]));
    }
    case 'indices':
      return part.indices.flatMap((at) => (list?.at(at) === undefined ? [] : [list.at(at)]));
    case 'slice':
      return (list ?? []).slice(part.from, part.to).filter((_, at) => at % part.by === 0);
    case 'all':
      return list ?? inKeyOrder(value);
    case 'filter':
      return (list ?? []).filter((one) => holds(one, part.left, part.operator, part.right));
  }
}

function inKeyOrder(value: object): readonly unknown[] {
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields)
    .sort()
    .map((key) => fields[key]);
}

/** The value and all below it. */
function everything(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  const below = Array.isArray(value) ? (value as readonly unknown[]) : inKeyOrder(value);
  return [value, ...below.flatMap(everything)];
}

function holds(one: unknown, left: string, operator: string, right: string): boolean {
  const found = select(one, left, one);
  if (operator === '') return found.length > 0;
  if (found.length === 0) return false;
  const actual = found[0];
  const quoted = /^(["'])(.*)\1$/.exec(right);
  const wanted: unknown = quoted === null ? scalar(right, one) : quoted[2];
  if (operator === '==') return String(actual) === String(wanted);
  if (operator === '!=') return String(actual) !== String(wanted);
  const [a, b] = [actual as number, wanted as number];
  return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
}

function scalar(text: string, one: unknown): unknown {
  if (text.startsWith('@')) return select(one, text, one)[0];
  if (text === 'true' || text === 'false') return text;
  return Number(text);
}

function isMany(path: string): boolean {
  return /\*|\?\(|\.\.|:|,/.test(path.replace(/\\./g, ''));
}
