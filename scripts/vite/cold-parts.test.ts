import { createContext, runInContext } from 'node:vm';
import { transformSync } from 'rolldown/experimental';
import { describe, expect, it } from 'vitest';
import { type Parted, partModule } from './cold-parts.ts';

const LONG = `/* ${'long enough to be worth it '.repeat(8)} */`;

function parted(source: string, called: readonly string[] = [], usedWhole: readonly string[] = []): Parted | undefined {
  return partModule({
    source,
    called: new Set(called),
    usedWhole: new Set(usedWhole),
    self: './self.ts',
    later: 'later()',
  });
}

/** Runs a module in its two parts, as the bundler would put them together, and gives what an expression is there. */
function run(source: string, expression: string, called: readonly string[] = []): unknown {
  const both = parted(source, called);
  if (both === undefined) throw new Error('nothing goes');
  const script = (code: string) => transformSync('part.ts', code).code.replace(/export \{[^}]*\};?/g, '');
  const cold = script(both.cold).replace(/import \{[^}]*\} from "\.\/self\.ts";/g, '');
  const names = [...cold.matchAll(/^export (?:function\*?|class) ([\w$]+)/gm)].map(([, name]) => name);
  const later = `const later = () => { fetched += 1; ${cold.replace(/^export /gm, '')}; return { ${names} }; };`;
  const code = `let fetched = 0; ${script(both.kept).replace(/^export /gm, '')}\n${later}\n[${expression}, fetched]`;
  return JSON.parse(JSON.stringify(runInContext(code, createContext({}))));
}

describe('what nobody called', () => {
  it('goes, and is fetched when it is called: functions, methods, generators and classes', () => {
    const source = `
      import type { Other } from './other.ts';
      const FACTOR: number = 3;
      export function hot(a: number): number { return a + FACTOR; }
      export function cold(a: number, ...more: number[]): number { ${LONG} return a * FACTOR + more.length + hot(1); }
      function* counting(to: number) { ${LONG} for (let at = 0; at < to; at += 1) yield at; return to; }
      export class Counter {
        constructor(private readonly from: number) {}
        next(): number { return this.from + 1; }
        previous(by = 1): number { ${LONG} return this.from - by; }
        *all<T>(first: T) { ${LONG} yield first; yield this.next(); }
        static of(from: number): Counter { ${LONG} return new Counter(from); }
      }
      export class Never { at = 1; constructor(readonly by: number) { ${LONG} } }
      export const all = () => [...counting(2)];
    `;
    const value = (expression: string) => run(source, expression, ['hot', 'Counter', 'next', 'all']);
    expect(value('hot(1)')).toEqual([4, 0]);
    expect(value('cold(2, 7, 8)')).toEqual([12, 1]);
    expect(value('all()')).toEqual([[0, 1], 1]);
    expect(value('new Counter(5).next()')).toEqual([6, 0]);
    expect(value('[new Counter(5).previous(2), Counter.of(5).previous()]')).toEqual([[3, 4], 3]);
    expect(value('new Never(7)')).toEqual([{ at: 1, by: 7 }, 1]);
  });

  it('takes along the constants that nothing else reads, and no others', () => {
    const { kept, cold } = parted(
      `
      const ONLY = new Map([['a', /b/]]);
      const OF_ONLY = { only: ONLY };
      const BOTH = [1, 2];
      const MADE = make();
      function cold() { ${LONG} return [OF_ONLY, BOTH, MADE]; }
      export const hot = () => [BOTH, cold];
      `,
      ['hot'],
    ) as Parted;
    expect(kept).not.toContain('ONLY');
    expect(cold).toContain('ONLY = new Map');
    expect(cold).toContain('import { BOTH, MADE } from "./self.ts"');
    expect(kept).toMatch(/export \{ BOTH, MADE \}/);
  });
});

describe('what stays', () => {
  it.each([
    ['is short', 'export function a() { return 1; }'],
    ['sets a variable of its module', `let at = 0;\nexport function a() { ${LONG} at += 1; }`],
    ['is asynchronous', `export async function a() { ${LONG} }`],
    ['asks where it stands', `export function a() { ${LONG} return import.meta.url; }`],
    ['asks who calls it', `export function a() { ${LONG} return this; }`],
    ['reads what is private', `class A { #b = 1; c() { ${LONG} return this.#b; } }`],
    ['calls what it extends', `class A extends B { c() { ${LONG} return super.c(); } }`],
    ['is a class that is compared', `class A { constructor() { ${LONG} } }\nexport const is = (a) => a instanceof A;`],
    ['is a class whose constructor nobody wrote', `class A { b = [${LONG}]; }\nexport const a = () => new A();`],
  ])('is what %s', (_, source) => {
    expect(parted(source)).toBeUndefined();
  });

  it('is a class that is used elsewhere otherwise than by constructing it', () => {
    const source = `export class A { constructor() { ${LONG} } }`;
    expect(parted(source, [], ['A'])).toBeUndefined();
    expect(parted(source)).toBeDefined();
  });

  it('is a private method that was called; one of the same name that is public goes', () => {
    const { cold } = parted(`class A { #b() { ${LONG} } b() { ${LONG} } }`, ['A', '#b']) as Parted;
    expect(cold.match(/export function/g)).toHaveLength(1);
    expect(cold).toContain('A$b(');
  });
});
