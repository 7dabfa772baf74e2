import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bannedUses } from './banned.ts';
import { blank } from './blank.ts';
import { idleExcuses, moduleState } from './module-state.ts';
import { filesBelow, isTest, isTypeScript, root, textOf } from './source-files.ts';
import { citationsOf, rulesOf, specDisorder, specViolations } from './spec-rules.ts';
import {
  brokenLinks,
  crowded,
  HARD_LINES,
  kindsByText,
  lineCount,
  MAY_BE_LONG,
  SIMULATED_FOLDERS,
  SOFT_LINES,
  unfinished,
  unmodelled,
  unusedTokens,
} from './tidy-rules.ts';
import { unusedExports } from './unused-exports.ts';

const code = ['src', 'scripts', 'bench', 'e2e']
  .flatMap(filesBelow)
  .filter((path) => isTypeScript(path) || /\.(mjs|css)$/.test(path));
const configs = readdirSync(root).filter((path) => path.endsWith('.config.ts'));
const simulated = code.filter(
  (path) => SIMULATED_FOLDERS.some((folder) => path.startsWith(`src/${folder}/`)) && !isTest(path),
);
const exists = (path: string) => existsSync(join(root, path));

interface PackageFile {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function expectNone(violations: readonly string[]): void {
  expect(violations.join('\n')).toBe('');
}

describe('the project', () => {
  it(`has no file over ${HARD_LINES} lines`, () => {
    const counted = code.map((path) => ({ path, lines: lineCount(textOf(path)) }));
    const long = counted.filter(({ lines }) => lines > SOFT_LINES).sort((a, b) => b.lines - a.lines);
    if (long.length > 0) {
      console.info(`over ${SOFT_LINES} lines:\n${long.map(({ path, lines }) => `  ${lines} ${path}`).join('\n')}`);
    }
    const tooLong = long.filter(
      ({ path, lines }) => lines > HARD_LINES && !MAY_BE_LONG.some(({ folder }) => path.startsWith(folder)),
    );
    expectNone(tooLong.map(({ path, lines }) => `${path} has ${lines} lines`));
  });

  it('has no folder with more loose files than anybody reads through', () => {
    expectNone(crowded(code));
    const many = Array.from({ length: 31 }, (_, at) => `src/a/${at}.ts`);
    expect(crowded([...many, 'src/b/x.ts'])).toEqual(['src/a holds 31 loose files, more than 30: give them rooms']);
  });

  it('leaves nothing marked as unfinished', () => {
    expectNone(code.flatMap((path) => unfinished(path, textOf(path))));
  });

  it('exports no function, class or constant that only its own file uses', () => {
    const files = [...code.filter((path) => !path.endsWith('.css')), ...configs];
    expectNone(unusedExports(new Map(files.map((path) => [path, textOf(path)]))));
  });

  it('sets no custom property of a style sheet that nothing reads', () => {
    const page = code.filter((path) => /^src\/(?:app|ui)\//.test(path));
    expectNone(unusedTokens(page.map(textOf)).map((name) => `${name} is never read`));
  });

  it('depends on no package that it does not use', () => {
    const { scripts, dependencies, devDependencies } = JSON.parse(textOf('package.json')) as PackageFile;
    const texts = [...code.filter((path) => !path.startsWith('scripts/checks/')), ...configs].map(textOf);
    const used = [...texts, ...Object.values(scripts)].join('\n');
    const names = Object.keys({ ...dependencies, ...devDependencies });
    expectNone(names.filter((name) => !used.includes(name.replace(/^@types\//, ''))));
  });

  it('tells kinds of step by their values', () => {
    const readers = code.filter((path) => /^src\/(?:inspect|worker|library|server|debugger|session|ui)\//.test(path));
    expectNone(readers.filter((path) => !isTest(path)).flatMap((path) => kindsByText(path, textOf(path))));
  });

  it('lets nothing but the run decide what happens in the simulated half', () => {
    expectNone(simulated.flatMap((path) => bannedUses(path, textOf(path))));
  });

  it('keeps nothing of a run in a module of the simulated half', () => {
    const parts = simulated.filter((path) => !/(?:^|\/)testing(?:\/|\.ts$)/.test(path));
    expectNone(parts.flatMap((path) => moduleState(path, textOf(path))));
    expectNone(idleExcuses(new Map(parts.map((path) => [path, textOf(path)]))));
  });

  it('cites every rule of every SPEC.md in a test, and cites no other', () => {
    const read = (paths: readonly string[]) => new Map(paths.map((path) => [path, textOf(path)]));
    const specs = filesBelow('src').filter((path) => path.endsWith('/SPEC.md'));
    const tests = code.filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith('scripts/checks/'));
    expectNone(specViolations({ specs: read(specs), tests: read(tests) }));
  });

  it('has the rules of every SPEC.md in order, and long lists under headings', () => {
    const specs = filesBelow('src').filter((path) => path.endsWith('/SPEC.md'));
    expectNone(specs.flatMap((path) => specDisorder(path, textOf(path))));
  });

  it('names every room in src/README.md', () => {
    const map = textOf('src/README.md');
    const foldersOf = (path: string) =>
      readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const missing = [
      ...foldersOf('src').filter((name) => !map.includes(`\`${name}/`)),
      ...['src/cluster', 'src/ui'].flatMap(foldersOf).filter((name) => !new RegExp(`\`${name}[/\`]`).test(map)),
    ];
    expectNone(missing.map((name) => `src/README.md does not name ${name}`));
  });

  it('uses in Chinese the words of Kubernetes’ own translation', () => {
    // A selector, a claim, a toleration; and what once was translated word by word.
    const wrong = /选择器|卷声明|[两个]容忍(?!度)|车辆|出现在发现/;
    expectNone(code.filter((path) => !path.startsWith('scripts/checks/') && wrong.test(textOf(path))));
  });

  it('names no machine that it was made on', () => {
    // In a second working tree of the same repository `.git` is a file that says where the repository is.
    const own = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== '.git');
    const files = [...code, ...filesBelow('docs'), ...filesBelow('public'), ...own.map((entry) => entry.name)];
    const machine = /["'`\s(=]\/(?:work|root|home\/\w+|Users\/\w+)\/(?:main|shared|src|kubestep)\b|"resolved":/i;
    expectNone(files.filter((path) => !path.startsWith('scripts/checks/') && machine.test(textOf(path))));
  });

  it('has no broken links in its pages', () => {
    const pages = [...filesBelow('src'), ...filesBelow('docs'), ...readdirSync(root)].filter((path) =>
      path.endsWith('.md'),
    );
    expectNone(pages.flatMap((path) => brokenLinks(path, textOf(path), exists)));
  });

  it('says what every part of the cluster models', () => {
    // Ports, invariants, the assembly and what only tests use are our own.
    const parts = simulated.filter(
      (path) =>
        /^src\/cluster\/(?!ports\/|invariants\/)\w+\//.test(path) && !/\/(?:index|testing|rows)\.ts$/.test(path),
    );
    expectNone(parts.flatMap((path) => unmodelled(path, textOf(path))));
  });
});

describe('the checks', () => {
  it('blank comments, strings and regular expressions, and keep offsets', () => {
    const inTemplate = '$' + '{Date}';
    const text = [
      "const a = 'Date'; // Date",
      `const b = /Date/g.test(\`Date ${inTemplate} Date\`) / 2; /* Date */ const c = 1 / 2 / 3;`,
    ].join('\n');
    const blanked = blank(text);
    expect(blanked.code).toHaveLength(text.length);
    expect([...blanked.code.matchAll(/Date/g)].map(({ index }) => index)).toEqual([text.indexOf(inTemplate) + 2]);
    expect(blanked.code).toContain('1 / 2 / 3');
    expect(blanked.withoutComments).toContain("'Date'");
    expect(blanked.withoutComments).not.toContain('/* Date');
  });

  it('find banned uses and leave names alike alone', () => {
    const banned = [
      'Date.now()',
      'new Date()',
      'const x: Date = y',
      'Math.random()',
      'Math . pow(2, 3)',
      'a.localeCompare(b)',
      'setTimeout(f, 1)',
      'async function f() {}',
      'const f = async () => 1',
      'await f()',
      'x: Promise<void>',
      'n.toLocaleString()',
      '10 ** 3',
    ];
    for (const line of banned) expect(bannedUses('f.ts', line), line).toHaveLength(1);
    const fine = [
      'headers.Date',
      'creationDate()',
      '{ Date: 1 }',
      'Math.floor(1)',
      'x.await',
      "'Promise'",
      'a.log',
      'f /** doc */',
      '10n ** 3n',
      '2 ** bits',
    ];
    for (const line of fine) expect(bannedUses('f.ts', line), line).toEqual([]);
    expect(bannedUses('a/f.ts', '\nDate.now()')).toEqual([
      'a/f.ts:2: Date is banned here; use the virtual clock (ctx.now); print times with the api helpers',
    ]);
  });

  it('find what a module keeps from one call to the next, and leave constants alone', () => {
    const state = [
      'let last = 0;',
      'export let last: string | undefined;',
      'const known = new WeakMap<object, string>();',
      'const known = new Map<string, number>();\nknown.set(a, 1);',
      'export const KNOWN = new Set<string>();',
      'const known: Map<string, number> =\n  new Map();',
      'const known = {\n  IPv4: new WeakMap(),\n  IPv6: new WeakMap(),\n};',
      'const server = new Server();',
      'const texts: string[] = [];',
      'const texts = [];',
      'const count = (() => {\n  let n = 0;\n  return () => n++;\n})();',
      'class A {\n  static last = 0;\n}',
    ];
    for (const text of state) expect(moduleState('f.ts', text), text).toHaveLength(1);
    const constant = [
      'const NAMES: ReadonlySet<string> = new Set(["a"]);',
      'const NAMES = new Set(["a"]);',
      'export const NAMES: ReadonlyMap<string, Of<string>> = new Map([["a", b]]);',
      'const NONE: readonly string[] = [];',
      'const nameOf = pureOfObject((object: object) => new Map([[object, 1]]));',
      'function f() {\n  let last = 0;\n  const known = new Map();\n  known.set(a, last);\n}',
      'const EVERY = new RegExp(text);',
      'class A {\n  static readonly NONE = 0;\n  static of(text: string): A {}\n}',
      '// let last = 0;',
    ];
    for (const text of constant) expect(moduleState('f.ts', text), text).toEqual([]);
  });

  it('find kinds of step that are told by a text', () => {
    const told = [
      "if (step.kind.name === 'scheduler.bound') return;",
      "journal.kindOf(seq).name !== 'clientgo.delayed'",
      "step.kind.name.startsWith('etcd.')",
      "new Set([\n  scheduler.popped.name,\n  'scheduler.gone',\n])",
    ];
    for (const text of told) expect(kindsByText('f.ts', text), text).toHaveLength(1);
    const fine = [
      'step.kind === scheduler.bound',
      'step.kind.name === scheduler.bound.name',
      "componentOf(step.kind) === 'etcd'",
      'new Set([scheduler.popped.name])',
    ];
    for (const text of fine) expect(kindsByText('f.ts', text), text).toEqual([]);
  });

  it('find exports that no other file names', () => {
    const texts = new Map([
      ['a.ts', 'export const A = 1;\nexport function b() {}\nexport function* c() {}\nexport class D {}\n'],
      ['b.ts', "import { A } from './a.ts'; // b\nexport type E = 'c';\nconst x = new D();\n"],
    ]);
    expect(unusedExports(texts)).toEqual([
      'a.ts:2: b is exported, but no other file names it',
      'a.ts:3: c is exported, but no other file names it',
    ]);
  });

  it('match rules with the titles that cite them', () => {
    const spec = '# RS rules\n- **RS1** one\n* RS2: two\n### RS3 — three\n| RS4 | four |\nSee RS9.\n```\nRS8 no\n```\n';
    expect(rulesOf(spec)).toEqual(['RS1', 'RS2', 'RS3', 'RS4']);
    const test = 'it(\'RS1: a\')\nit.each([1])(`RS2, RS3: b %s`)\nit("RS4 and RS7: SHA1 (RS5)")\nit("RS1 RS6: d")';
    expect(citationsOf(test)).toEqual(['RS1', 'RS2', 'RS3', 'RS4', 'RS7', 'RS5', 'RS1', 'RS6']);
    const violations = specViolations({
      specs: new Map([
        ['src/a/SPEC.md', spec],
        ['src/b/SPEC.md', '- WQ1 x\n- WQ1 y'],
      ]),
      tests: new Map([
        ['src/a/x.test.ts', test],
        ['e2e/y.spec.ts', "test('WQ1: z')\ntest('HTTP2: z')"],
      ]),
    });
    expect(violations).toEqual([
      'src/b/SPEC.md: WQ1 is stated twice',
      ...['RS7', 'RS5', 'RS6'].map((id) => `src/a/x.test.ts: cites ${id}, which no SPEC.md states`),
    ]);
  });

  it('find rules out of order, and long lists without headings', () => {
    const list = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `- RS${from + at} a`).join('\n');
    expect(specDisorder('SPEC.md', `${list(1, 20)}\n- WQ1 b`)).toEqual(['SPEC.md: 21 rules, and no heading']);
    expect(specDisorder('SPEC.md', `## A\n${list(2, 20)}\n## B\n- RS1 a\n- WQ2 b`)).toEqual([]);
    expect(specDisorder('SPEC.md', '- **RS2** a\n- RS10 b\n- RS9 c')).toEqual(['SPEC.md: RS9 stands behind RS10']);
  });

  it('accept one Models comment anywhere in a file of code, and ask none of types and tables', () => {
    const plain = 'export const b = 1;\n\nexport function* d() {}\n';
    expect(unmodelled('f.ts', plain)).toEqual(['f.ts:3: d does not say what it models (// Models … (v1.36))']);
    expect(unmodelled('f.ts', `/** Models pkg/b.go (v1.36) */\n${plain}`)).toEqual([]);
    expect(unmodelled('f.ts', `${plain}// Models are not only for children\n`)).toEqual([]);
    expect(unmodelled('f.ts', "export const b = 'Models';\nexport class C {}\n")).toHaveLength(1);
    expect(unmodelled('f.ts', 'export interface A {}\nexport const b = 1;\n')).toEqual([]);
  });

  it('find custom properties that nothing reads', () => {
    expect(unusedTokens([':root {\n  --a: 1px;\n  --a-b: 2px;\n}', 'p { top: var(--a-b); }'])).toEqual(['--a']);
    expect(unusedTokens([':root {\n  --a: 1px;\n}', "style.getPropertyValue('--a')"])).toEqual([]);
  });

  it('find broken links', () => {
    const text = '[a](./a.md) [b](b.md#x) [c](https://c) [d](#d)\n```\n[e](e.md)\n```';
    expect(brokenLinks('docs/p.md', text, (path) => path === 'docs/a.md')).toEqual([
      'docs/p.md:1: the link to b.md#x leads nowhere',
    ]);
  });
});
