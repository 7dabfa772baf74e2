import { expect, it } from 'vitest';
import { lateExports, namesUsedWhole } from './late-exports.ts';

it('functions and classes can be stood in for, types need not be', () => {
  const source = `
    export interface Row { readonly a: number }
    export type { Other } from './other.ts';
    export function add(a: number): number { return a + 1; }
    export function* count() { yield 1; }
    export class Counter<T> { readonly all: T[] = []; }
  `;
  expect(lateExports(source)).toEqual([
    { name: 'add', kind: 'function' },
    { name: 'count', kind: 'function' },
    { name: 'Counter', kind: 'class' },
  ]);
});

it.each([
  'export const LIMIT = 3;',
  "export { add } from './add.ts';",
  'export default function add() {}',
  'export async function add() {}',
])('a module is not fetched late that says: %s', (line) => {
  expect(lateExports(`export function one() {}\n${line}`)).toBeUndefined();
});

it('what is only constructed is used by its constructor alone; members, heirs and comparisons need the class itself', () => {
  const used = (line: string) => namesUsedWhole(`import { A, type B } from './a.ts';\n${line}`).get('./a.ts') ?? [];
  for (const line of ['const a = new A<B>(1);', 'let a: A;', 'x.A = 1;', 'const a = { A: 1 };', 'f<A>();'])
    expect(used(line), line).toEqual([]);
  for (const line of ['class C extends A {}', 'a instanceof A;', 'A.of(1);', 'const all = [A];', 'const a = { A };'])
    expect(used(line), line).toContain('A');
});
